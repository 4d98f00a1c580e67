"""Adding the built-in suites when a worker starts."""

import asyncio

from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger

from .service.included import sync_included

RETRY_SECONDS = 300.0

_log = get_logger(__name__)


async def include_suites(database: Database, *, retry_after: float = RETRY_SECONDS) -> None:
    """Add the built-in suites in the background; after a failure, try again later."""
    while True:
        try:
            # The first start takes seconds, during which other workers wait for their turn.
            async with database.batch_unit() as session:
                await sync_included(session)
        except Exception as problem:  # noqa: BLE001 - the worker does its other work without the newest suites
            _log.error("built-in suites could not be updated", exc_info=problem)
            await asyncio.sleep(retry_after)
        else:
            return
