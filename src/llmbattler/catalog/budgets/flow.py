"""Budgets in one process: cache whether any is set, and reserve in units of their own."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial

from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Database, repeat_aborted
from llmbattler.core.errors import Unavailable
from llmbattler.core.settings import Settings

from ..providers.service.own_keys import list_own_providers
from .errors import BudgetReached
from .service import reservations
from .service.reservations import CallEstimate, Reservation

REFRESH_SECONDS = 2.0
"""After this time every process knows that the first budget was set."""
LEEWAY = timedelta(minutes=2)
"""For writing a finished call to the ledger before its reservation expires."""


class Budgets:
    """Whether budgets are set, cached so that calls need no query when there are none. One for the process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.lease = timedelta(seconds=settings.of(ConnectorSettings).model_total_timeout) + LEEWAY
        self._database = database
        self._known: bool | None = None
        self._read_at = 0.0
        self._reading = asyncio.Lock()

    async def are_set(self) -> bool:
        """Tell whether any budget is enabled; at most two seconds old."""
        if self._is_stale():
            async with self._reading:
                if self._is_stale():  # nobody else has read it meanwhile
                    await self._read()
        return bool(self._known)

    def _is_stale(self) -> bool:
        return self._known is None or asyncio.get_running_loop().time() - self._read_at >= REFRESH_SECONDS

    async def _read(self) -> None:
        try:
            async with self._database.unit() as session:
                self._known = await reservations.has_budgets(session)
        except Unavailable:
            if self._known is None:
                raise
        self._read_at = asyncio.get_running_loop().time()

    def invalidate(self) -> None:
        """Forget the cached value after a change in this process."""
        self._known = None

    async def reserve(
        self, estimate: CallEstimate, *, key_owner: str | None = None, provider_id: str | None = None
    ) -> Reservation:
        """Reserve money for one call in a unit of its own, unless the caller's own key pays."""
        if not estimate.amount or not await self.are_set():
            return Reservation()
        return await repeat_aborted(partial(self._reserve, estimate, key_owner, provider_id))

    async def _reserve(self, estimate: CallEstimate, key_owner: str | None, provider_id: str | None) -> Reservation:
        async with self.reporting_refusals(), self._database.unit() as session:
            if key_owner and provider_id in await list_own_providers(session, owner=key_owner):
                return Reservation()
            (reservation,) = await reservations.reserve(session, estimates=[estimate], lease=self.lease)
        return reservation

    async def release(self, unused: Iterable[Reservation]) -> None:
        """Release what was reserved for calls that were not made. Those that were made must be in the ledger."""
        ids = [one.reservation_id for one in unused if one.reservation_id is not None]
        if ids:
            with suppress(Unavailable):  # their leases expire
                async with self._database.unit() as session:
                    await reservations.release(session, reservation_ids=ids)

    @asynccontextmanager
    async def reporting_refusals(self) -> AsyncIterator[None]:
        """Alert admins when a budget refuses what happens inside, after the refused unit was rolled back."""
        try:
            yield
        except BudgetReached as refused:
            async with self._database.unit() as session:
                await reservations.report_refusal(session, budgets=refused.budgets)
            raise
