"""Cleanup of generations."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from .contract import GenerationOwners
from .flow import sweep_generations


@job("generation.sweep", cron="* * * * *")
async def sweep(resources: Resources) -> None:
    """End the generations of dead processes, also when no server is running."""
    await sweep_generations(resources.get(Database), resources.get(GenerationOwners))
