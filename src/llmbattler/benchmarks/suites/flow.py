"""Work on suites that outlives one unit of work."""

import asyncio

from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger

from .service.included import sync_included

AGAIN_SECONDS = 300.0

_log = get_logger(__name__)


async def include_suites(database: Database, *, again_after: float = AGAIN_SECONDS) -> None:
    """At the start of a worker, beside its work; whatever is in the way, it tries again later."""
    while True:
        try:
            async with database.unit() as session:
                await sync_included(session)
        except Exception as problem:  # noqa: BLE001 - a worker without the newest suites still has its other work
            _log.error("the included suites were not brought up to date", exc_info=problem)
            await asyncio.sleep(again_after)
        else:
            return
