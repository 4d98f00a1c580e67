"""End open streams and sockets when their sign-in or token ends, checked every two seconds."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger

from .repository import list_valid

EVERY_SECONDS = 2.0

_log = get_logger(__name__)


class CredentialWatch:
    """The credentials of everything held open in this process, checked with one query."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: dict[UUID, set[Callable[[], None]]] = {}

    @contextmanager
    def hold(self, credential: UUID | None, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` once if this credential ends while the block runs. Visitors have none and are left alone."""
        if credential is None:
            yield
            return
        self._held.setdefault(credential, set()).add(end)
        try:
            yield
        finally:
            holders = self._held.get(credential, set())
            holders.discard(end)
            if not holders:
                self._held.pop(credential, None)

    async def follow(self) -> None:
        """Check until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.check()
            except Unavailable as problem:
                _log.warning("sign-ins could not be checked", reason=type(problem).__name__)

    async def check(self) -> None:
        asked = list(self._held)
        if not asked:
            return
        async with self._database.unit() as session:
            valid = await list_valid(session, asked)
        for credential in asked:
            if credential not in valid:
                for end in tuple(self._held.pop(credential, ())):
                    end()
