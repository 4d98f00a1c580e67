"""What one process knows of budgets, so that calls need no query where there are none."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.settings import Settings

from .errors import BudgetReached
from .service import looking, reserving
from .service.reserving import Ask, Hold

REFRESH_SECONDS = 2.0
"""After so long every process knows that the first budget was set."""
LEEWAY = timedelta(minutes=2)
"""For writing a finished call down; no lease may run out before."""


class Budgets:
    """One for the process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.lease = timedelta(seconds=settings.of(ConnectorSettings).model_total_timeout) + LEEWAY
        self._database = database
        self._known: bool | None = None
        self._looked_at = 0.0
        self._looking = asyncio.Lock()

    async def are_set(self) -> bool:
        """Whether anything is limited; as it was two seconds ago at worst."""
        if self._is_stale():
            async with self._looking:
                if self._is_stale():  # nobody else has looked meanwhile
                    await self._look()
        return bool(self._known)

    def _is_stale(self) -> bool:
        return self._known is None or asyncio.get_running_loop().time() - self._looked_at >= REFRESH_SECONDS

    async def _look(self) -> None:
        try:
            async with self._database.unit() as session:
                self._known = await looking.has_budgets(session)
        except Unavailable:
            if self._known is None:
                raise
        self._looked_at = asyncio.get_running_loop().time()

    def look_again(self) -> None:
        """Forget what is known, after a change in this process."""
        self._known = None

    async def hold(self, ask: Ask, *, key_owner: str | None = None, provider_id: str | None = None) -> Hold:
        """Set money aside for one call, in a short unit of its own; not where a key of the caller's own pays."""
        if not ask.amount or not await self.are_set():
            return Hold()
        async with self.telling(), self._database.unit() as session:
            if key_owner and provider_id in await looking.list_own_providers(session, owner=key_owner):
                return Hold()
            (hold,) = await reserving.reserve(session, asks=[ask], lease=self.lease)
        return hold

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Tell the admin when a budget refuses what happens inside. The refused unit is undone by then."""
        try:
            yield
        except BudgetReached as refused:
            async with self._database.unit() as session:
                await reserving.report_refusal(session, pots=refused.pots)
            raise
