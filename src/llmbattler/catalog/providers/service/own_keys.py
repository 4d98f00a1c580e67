"""Keys that members store for what they run for themselves."""

from pydantic import SecretStr

from llmbattler.core.db import Session
from llmbattler.core.outbound import origin_of
from llmbattler.core.vault import Vault

from ...errors import KeyNotFound, OwnKeysClosed
from ...models import Provider, ProviderKey
from .. import repository
from ..key_encryption import KeyState, get_key_state
from ..schemas import OwnKeyOut, OwnKeysOut
from .keys import store_key
from .providers import lock_provider


async def list_own_providers(session: Session, *, owner: str) -> set[str]:
    """List the providers at which this person's own key pays for what they run for themselves."""
    return await repository.list_own_providers(session, owner)


async def list_own_keys(session: Session, *, owner: str, vault: Vault) -> OwnKeysOut:
    """List the providers that allow members' keys, and this member's keys."""
    own = {row.provider_id: row for row in await repository.list_keys_of(session, owner)}
    providers = await repository.list_providers(session)
    shown = [one for one in providers if one.own_keys or one.provider_id in own]
    return OwnKeysOut(keys=[_to_out(provider, own.get(provider.provider_id), vault) for provider in shown])


def _to_out(provider: Provider, key: ProviderKey | None, vault: Vault) -> OwnKeyOut:
    closed = key is not None and not provider.own_keys
    return OwnKeyOut(
        provider_id=provider.provider_id,
        provider_name=provider.name,
        origin=origin_of(provider.base_url),
        has_key=key is not None,
        key_hint=key.hint if key is not None else None,
        key_state=KeyState.CLOSED if closed else get_key_state(vault, key, provider.base_url),
        key_set_at=key.created_at if key is not None else None,
        key_last_used_at=key.last_used_at if key is not None else None,
    )


async def set_own_key(session: Session, *, owner: str, provider_id: str, key: SecretStr, vault: Vault) -> OwnKeyOut:
    """Store a member's key."""
    provider = await lock_provider(session, provider_id)
    if not provider.own_keys:
        raise OwnKeysClosed
    await store_key(session, provider=provider, owner=owner, created_by=owner, key=key, vault=vault)
    return _to_out(provider, await repository.get_key(session, provider_id, owner), vault)


async def remove_own_key(session: Session, *, owner: str, provider_id: str) -> None:
    await repository.lock_keys(session)
    if not await repository.delete_key(session, provider_id, owner):
        raise KeyNotFound
