"""The odds of the informative matchmaking, worked out now and then and not for every battle."""

import asyncio
from collections.abc import Mapping

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.generation.contestants.service import list_drawable
from llmbattler.ratings.service import pair_chances

LEARN_SECONDS = 30.0

_log = get_logger(__name__)


class Odds:
    """Which pairs to draw more often. Empty until the first look, and always with the uniform matchmaking."""

    def __init__(self, database: Database, *, informative: bool) -> None:
        self._database = database
        self._informative = informative
        self.chances: Mapping[tuple[str, str], float] = {}

    async def follow(self) -> None:
        """Keep up with the votes until cancelled."""
        while self._informative:
            try:
                await self.learn()
            except Unavailable:
                _log.warning("could not work out the odds; the old ones stay")
            await asyncio.sleep(LEARN_SECONDS)

    async def learn(self) -> None:
        async with self._database.unit() as session:
            weights = {one.id: one.weight for one in await list_drawable(session)}
            self.chances = await pair_chances.read_chances(session, weights=weights)
