"""Find the stored key for a call, in a unit of its own."""

import time

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.vault import Vault

from ...errors import KeyOutOfReach
from ..service.keys import OwnKey, find_call_key

__all__ = ["OwnKey", "StoredKeys"]


class StoredKeys:
    """Finds the key for a call. It is read for each call, so that a new or removed key counts at once everywhere.

    Callers that make many calls a second may accept a key that was read some seconds ago.
    """

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._cache: dict[tuple[str, str, str | None], tuple[float, str | None]] = {}

    async def find(
        self, provider_id: str | None, base_url: str, *, owner: str | None = None, max_age: float = 0.0
    ) -> str | None:
        """Return the key to send to this address: the owner's own, else the site's, else none; or `KeyUnreadable`."""
        if provider_id is None:
            return None
        if not max_age:
            return await self._read(provider_id, base_url, owner)
        place = (provider_id, base_url, owner)
        cached = self._cache.get(place)
        if cached is None or time.monotonic() - cached[0] >= max_age:
            self._drop_older(max_age)
            cached = self._cache[place] = (time.monotonic(), await self._read(provider_id, base_url, owner))
        return cached[1]

    def _drop_older(self, max_age: float) -> None:
        """Keep no key in memory for longer than it may be used."""
        oldest = time.monotonic() - max_age
        self._cache = {place: cached for place, cached in self._cache.items() if cached[0] > oldest}

    async def _read(self, provider_id: str, base_url: str, owner: str | None) -> str | None:
        try:
            async with self._database.unit() as session:
                return await find_call_key(
                    session, provider_id=provider_id, base_url=base_url, owner=owner, vault=self._vault
                )
        except Unavailable as problem:
            raise KeyOutOfReach from problem
