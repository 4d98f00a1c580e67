"""The odds of informative pairing, refreshed in the background instead of for every battle."""

import asyncio
from collections.abc import Mapping

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.generation.contestants.service import list_drawable
from llmbattler.ratings.service import pair_chances

REFRESH_SECONDS = 30.0

_log = get_logger(__name__)


class PairOdds:
    """The odds of each pair. Empty until the first refresh, and always with uniform pairing."""

    def __init__(self, database: Database, *, informative: bool) -> None:
        self._database = database
        self._informative = informative
        self.chances: Mapping[tuple[str, str], float] = {}

    async def run(self) -> None:
        """Refresh until cancelled."""
        while self._informative:
            try:
                await self.refresh()
            except Unavailable:
                _log.warning("could not refresh the odds of pairs; keeping the previous ones")
            await asyncio.sleep(REFRESH_SECONDS)

    async def refresh(self) -> None:
        async with self._database.unit() as session:
            weights = {one.id: one.weight for one in await list_drawable(session)}
            self.chances = await pair_chances.read_chances(session, weights=weights)
