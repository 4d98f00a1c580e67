"""Store a key, and find the key for a call."""

import re
from datetime import timedelta

from pydantic import SecretStr

from llmbattler.core.db import Session
from llmbattler.core.logs import hide_secret
from llmbattler.core.vault import Vault

from ...errors import BadKeyText, KeyUnreadable, OwnKeyUnreadable
from ...models import Provider
from .. import repository
from ..key_encryption import decrypt_key, encrypt_key

LAST_USED_PRECISION = timedelta(minutes=5)


class OwnKey(str):
    """A key of the member who asks: the call does not count against the site's budgets."""

    __slots__ = ()


def clean_key(secret: SecretStr) -> str:
    """Return the key as it is sent in a header. The error message never repeats it."""
    key = secret.get_secret_value().strip()
    if not re.fullmatch(r"[\x21-\x7e]{4,}", key):
        raise BadKeyText
    hide_secret(key)
    return key


async def store_key(
    session: Session, *, provider: Provider, owner: str | None, created_by: str, key: SecretStr, vault: Vault
) -> None:
    """Encrypt a key and replace the previous one of this owner; without an owner, the site's."""
    await repository.lock_keys(session)
    await repository.delete_key(session, provider.provider_id, owner)
    row = encrypt_key(vault, clean_key(key), provider=provider, owner=owner, created_by=created_by)
    await repository.add_key(session, row)


async def find_call_key(
    session: Session, *, provider_id: str, base_url: str, owner: str | None = None, vault: Vault
) -> str | None:
    """Return the key to send to this address: the owner's own, else the site's, else none; or `KeyUnreadable`."""
    row = await repository.find_key(session, provider_id, owner)
    if row is None:
        return None
    await repository.update_last_used(session, row.key_id, LAST_USED_PRECISION)
    if row.owner is None:
        return decrypt_key(vault, row, base_url)
    try:
        return OwnKey(decrypt_key(vault, row, base_url))
    except KeyUnreadable:
        raise OwnKeyUnreadable from None
