"""Encrypt and decrypt provider keys. A key decrypts only in its own row, for its provider, owner and address."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from llmbattler.core.ids import uuid7
from llmbattler.core.logs import hide_secret
from llmbattler.core.outbound import origin_of
from llmbattler.core.vault import Sealed, UnreadableSecret, Vault

from ..errors import KeyUnreadable
from ..models import Provider, ProviderKey

HINT_LENGTH = 4
SHORTEST_WITH_HINT = 12
"""The last characters of a shorter key would reveal too much of it."""


class KeyState(StrEnum):
    NONE = "none"
    READY = "ready"
    UNREADABLE = "unreadable"
    """The master key is another one, or the row was changed."""
    OTHER_ADDRESS = "other_address"
    """Entered for an earlier address of this provider; it has to be entered again."""
    CLOSED = "closed"
    """A member's key at a provider that no longer allows such keys; it is not used."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """How many keys were encrypted again, and how many could not be decrypted."""

    sealed: int
    unreadable: int


def encrypt_key(vault: Vault, key: str, *, provider: Provider, owner: str | None, created_by: str) -> ProviderKey:
    """Make the row of a key."""
    hide_secret(key)
    key_id, origin = uuid7(), origin_of(provider.base_url)
    sealed = vault.seal(key, bound_to=_bound_to(key_id, provider.provider_id, owner, origin))
    return ProviderKey(
        key_id=key_id,
        provider_id=provider.provider_id,
        owner=owner,
        ciphertext=sealed.ciphertext,
        nonce=sealed.nonce,
        master_key_id=sealed.master_key_id,
        origin=origin,
        hint=key[-HINT_LENGTH:] if len(key) >= SHORTEST_WITH_HINT else "",
        created_by=created_by,
    )


def decrypt_key(vault: Vault, row: ProviderKey, base_url: str) -> str:
    """Decrypt a key for a call to this address. The address of the call counts, not the origin stored in the row."""
    bound_to = _bound_to(row.key_id, row.provider_id, row.owner, origin_of(base_url))
    try:
        key = vault.open(Sealed(row.ciphertext, row.nonce, row.master_key_id), bound_to=bound_to)
    except UnreadableSecret:
        raise KeyUnreadable from None
    hide_secret(key)
    return key


def get_key_state(vault: Vault, row: ProviderKey | None, base_url: str) -> KeyState:
    if row is None:
        return KeyState.NONE
    if row.origin != origin_of(base_url):
        return KeyState.OTHER_ADDRESS
    try:
        decrypt_key(vault, row, base_url)
    except KeyUnreadable:
        return KeyState.UNREADABLE
    return KeyState.READY


def reencrypt_keys(vault: Vault, rows: Sequence[ProviderKey]) -> Rotation:
    """Encrypt with the current master key every row that was encrypted with an older one."""
    sealed = unreadable = 0
    for row in rows:
        if vault.is_current(row.master_key_id):
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
