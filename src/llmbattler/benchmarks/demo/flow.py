"""Adds recorded suites and runs to the site of `llmbattler demo`."""

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.demo import DemoRequest
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import service


async def fill_demo(resources: Resources, request: DemoRequest) -> str | None:
    database, settings = resources.get(Database), resources.get(Settings)
    async with database.unit() as session:
        if await service.is_filled(session):
            return None
    # A schedule is only accepted with models that are in the catalog.
    await refresh_catalog(database, resources.get(Caller), settings)
    async with database.unit() as session:
        made = await service.fill(session, settings=settings, progress=request.progress)
    return f"{made.answers:,} answers in {made.runs} runs of benchmarks"
