"""Sealing and opening keys. A key opens only in its own row, for its own provider, owner and address."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.logs import hide_secret
from llmbattler.core.outbound import origin_of
from llmbattler.core.vault import Sealed, UnreadableSecret, Vault

from ..errors import KeyOutOfReach, KeyUnreadable, OwnKeyUnreadable
from ..models import Provider, ProviderKey, Purpose
from . import repository
from .schemas import KeyState

PERSONAL = frozenset({Purpose.SIDE_BY_SIDE, Purpose.DIRECT, Purpose.RUN, Purpose.DEBATE})
"""What members do for themselves. A blind battle never tells by its key who asks."""
USED_TO_THE = timedelta(minutes=5)
HINT = 4
LONG_ENOUGH = 12
"""Of a shorter key the last characters would give too much away."""


class OwnKey(str):
    """A key of the member who asks, so that whoever looks after the site's money can tell it apart."""

    __slots__ = ()


class StoredKeys:
    """Finds the key for a call. Read anew each time, so that a new key or a removed one counts at once everywhere.

    Whoever calls a thousand times a second may say how many seconds old it can be.
    """

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._found: dict[tuple[str, str, str | None], tuple[float, str | None]] = {}

    async def find(
        self, provider_id: str | None, base_url: str, *, owner: str | None = None, oldest: float = 0.0
    ) -> str | None:
        """The key to send to this address: the owner's own, else the site's, else none; or raise `KeyUnreadable`."""
        if provider_id is None:
            return None
        if not oldest:
            return await self._read(provider_id, base_url, owner)
        place = (provider_id, base_url, owner)
        known = self._found.get(place)
        if known is None or time.monotonic() - known[0] >= oldest:
            self._forget(oldest)
            known = self._found[place] = (time.monotonic(), await self._read(provider_id, base_url, owner))
        return known[1]

    def _forget(self, oldest: float) -> None:
        """No key stays in memory for longer than it may be used."""
        late = time.monotonic() - oldest
        self._found = {place: known for place, known in self._found.items() if known[0] > late}

    async def _read(self, provider_id: str, base_url: str, owner: str | None) -> str | None:
        try:
            async with self._database.unit() as session:
                row = await repository.find_key(session, provider_id, owner)
                if row is None:
                    return None
                await repository.touch_key(session, row.key_id, USED_TO_THE)
        except Unavailable as problem:
            raise KeyOutOfReach from problem
        if row.owner is None:
            return open_key(self._vault, row, base_url)
        try:
            return OwnKey(open_key(self._vault, row, base_url))
        except KeyUnreadable:
            raise OwnKeyUnreadable from None


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What a key belongs to."""

    provider: Provider
    owner: str | None
    created_by: str


async def store_key(session: Session, *, row: KeyRow, key: str, vault: Vault) -> None:
    """Seal a key and put it in the place of the one before."""
    await repository.lock_keys(session)
    await repository.remove_key(session, row.provider.provider_id, row.owner)
    hide_secret(key)
    key_id, origin = uuid7(), origin_of(row.provider.base_url)
    bound_to = _bound_to(key_id, row.provider.provider_id, row.owner, origin)
    sealed = vault.seal(key, bound_to=bound_to)
    await repository.add_key(
        session,
        {
            "key_id": key_id,
            "provider_id": row.provider.provider_id,
            "owner": row.owner,
            "ciphertext": sealed.ciphertext,
            "nonce": sealed.nonce,
            "master_key_id": sealed.master_key_id,
            "origin": origin,
            "hint": key[-HINT:] if len(key) >= LONG_ENOUGH else "",
            "created_by": row.created_by,
        },
    )


def open_key(vault: Vault, row: ProviderKey, base_url: str) -> str:
    """Give the key for a call to this address. The address of the call counts, not what the row says of itself."""
    bound_to = _bound_to(row.key_id, row.provider_id, row.owner, origin_of(base_url))
    try:
        key = vault.open(Sealed(row.ciphertext, row.nonce, row.master_key_id), bound_to=bound_to)
    except UnreadableSecret:
        raise KeyUnreadable from None
    hide_secret(key)
    return key


def judge_key(vault: Vault, row: ProviderKey | None, base_url: str) -> KeyState:
    if row is None:
        return KeyState.NONE
    if row.origin != origin_of(base_url):
        return KeyState.OTHER_ADDRESS
    try:
        open_key(vault, row, base_url)
    except KeyUnreadable:
        return KeyState.UNREADABLE
    return KeyState.READY


@dataclass(frozen=True, slots=True)
class Rotation:
    """How many keys were sealed anew, and how many could not be read."""

    sealed: int
    unreadable: int


def seal_anew(vault: Vault, rows: Sequence[ProviderKey]) -> Rotation:
    """Seal with the present master key what was sealed with an older one, row by row."""
    sealed = unreadable = 0
    for row in rows:
        if vault.is_present(row.master_key_id):
            continue
        bound_to = _bound_to(row.key_id, row.provider_id, row.owner, row.origin)
        try:
            key = vault.open(Sealed(row.ciphertext, row.nonce, row.master_key_id), bound_to=bound_to)
        except UnreadableSecret:
            unreadable += 1
            continue
        fresh = vault.seal(key, bound_to=bound_to)
        row.ciphertext, row.nonce, row.master_key_id = fresh.ciphertext, fresh.nonce, fresh.master_key_id
        sealed += 1
    return Rotation(sealed, unreadable)


def _bound_to(key_id: UUID, provider_id: str, owner: str | None, origin: str) -> tuple[str, ...]:
    return str(key_id), provider_id, owner or "", origin
