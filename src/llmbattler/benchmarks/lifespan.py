"""What a worker runs for benchmarks beside its jobs."""

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from .runs.engine.flow import RunEngine
from .suites.flow import include_suites


async def run_benchmarks(resources: Resources) -> None:
    await RunEngine(resources).run()


async def add_included_suites(resources: Resources) -> None:
    await include_suites(resources.get(Database))
