"""Adds suites and finished runs to the site of `llmbattler demo`."""

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.demo import DemoRequest
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import service


async def fill_demo(resources: Resources, request: DemoRequest) -> str | None:
    database = resources.get(Database)
    async with database.unit() as session:
        if await service.is_filled(session):
            return None
    # Answers are cached for models as the catalog knows them.
    await refresh_catalog(database, resources.get(Caller), resources.get(Settings))
    async with database.unit() as session:
        made = await service.fill(session, progress=request.progress)
    return f"{made.answers:,} answers in {made.runs} runs of benchmarks"
