"""Open and close what calls models, and read the catalog when a server starts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from .flow import ModelCalls, refresh_catalog


@asynccontextmanager
async def open_calls(resources: Resources) -> AsyncIterator[None]:
    calls = ModelCalls(resources.get(Database), resources.get(Caller), resources.get(Settings))
    resources.add(ModelCalls, calls)
    try:
        yield
    finally:
        await calls.close()


async def start_catalog(resources: Resources) -> None:
    """Read the catalog file, discover models, and ask the worker to probe them."""
    await refresh_catalog(resources.get(Database), resources.get(Caller), resources.get(Settings), starting=True)
    await resources.get(JobQueue).defer("catalog.probe_health", lock="catalog.probe_health")
