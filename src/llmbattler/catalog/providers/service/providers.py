"""Add, edit, remove and list providers, and set the site's keys."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from pydantic import SecretStr

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.core.outbound import Policy, origin_of
from llmbattler.core.vault import Vault

from ...errors import (
    KeyNeeded,
    KeyNotFound,
    ProviderExists,
    ProviderInUse,
    ProviderNotFound,
)
from ...models import ModelStatus, Provider, ProviderKey
from ...service import move_model
from .. import repository
from ..key_encryption import KeyState, Rotation, get_key_state, reencrypt_keys
from ..places import ProviderPlace, check_place, list_addressed_connectors
from ..schemas import ProviderChange, ProviderIn, ProviderOut, ProvidersOut
from .keys import store_key


@dataclass(frozen=True, slots=True)
class Rules:
    """How keys are encrypted, and which addresses the site may call."""

    vault: Vault
    policy: Policy


async def list_provider_places(session: Session) -> list[ProviderPlace]:
    return [
        ProviderPlace(one.provider_id, one.name, one.connector, one.base_url)
        for one in await repository.list_providers(session)
    ]


async def list_providers(session: Session, *, vault: Vault) -> ProvidersOut:
    keys = await repository.list_keys(session)
    models = await repository.count_models(session)
    site = {row.provider_id: row for row in keys if row.owner is None}
    members = Counter(row.provider_id for row in keys if row.owner is not None)
    return ProvidersOut(
        providers=[
            _to_out(provider, site.get(provider.provider_id), vault).model_copy(
                update={
                    "models": models.get(provider.provider_id, 0),
                    "members_keys": members[provider.provider_id],
                }
            )
            for provider in await repository.list_providers(session)
        ],
        connectors=list_addressed_connectors(),
        master_key=vault.can_seal,
    )


async def get_provider(session: Session, *, provider_id: str, vault: Vault) -> ProviderOut:
    everything = await list_providers(session, vault=vault)
    return next(one for one in everything.providers if one.provider_id == provider_id)


def _to_out(provider: Provider, key: ProviderKey | None, vault: Vault) -> ProviderOut:
    return ProviderOut(
        provider_id=provider.provider_id,
        name=provider.name,
        connector=provider.connector,
        base_url=provider.base_url,
        origin=origin_of(provider.base_url),
        own_keys=provider.own_keys,
        has_key=key is not None,
        key_hint=key.hint if key is not None else None,
        key_state=get_key_state(vault, key, provider.base_url),
        key_set_at=key.created_at if key is not None else None,
        key_last_used_at=key.last_used_at if key is not None else None,
        models=0,
        members_keys=0,
        created_at=provider.created_at,
    )


async def add_provider(session: Session, *, actor: Visitor | str, wanted: ProviderIn, rules: Rules) -> ProviderOut:
    base_url = check_place(wanted.connector, wanted.base_url, rules.policy)
    await repository.lock_keys(session)
    provider_id = wanted.provider_id or await _find_id(session, wanted.name)
    if await repository.get_provider(session, provider_id) is not None:
        raise ProviderExists
    provider = Provider(
        provider_id=provider_id,
        name=wanted.name,
        connector=wanted.connector,
        base_url=base_url,
        own_keys=wanted.own_keys,
        created_by=_name(actor),
    )
    await repository.add_provider(session, provider)
    if wanted.key is not None:
        await _store_site_key(session, actor, provider, wanted.key, rules.vault)
    after = {**_facts(provider), "has_key": wanted.key is not None}
    await audit.record(session, actor=actor, action="provider.added", subject=provider_id, after=after)
    await publish(session, ADMIN_TOPIC, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=rules.vault)


async def _store_site_key(
    session: Session, actor: Visitor | str, provider: Provider, key: SecretStr, vault: Vault
) -> None:
    await store_key(session, provider=provider, owner=None, created_by=_name(actor), key=key, vault=vault)


async def edit_provider(
    session: Session, *, actor: Visitor | str, provider_id: str, change: ProviderChange, rules: Rules
) -> ProviderOut:
    """Change a provider and the address of its models. A new scheme, host or port needs the key again."""
    provider = await lock_provider(session, provider_id)
    before = _facts(provider)
    connector = change.connector or provider.connector
    base_url = check_place(connector, change.base_url or provider.base_url, rules.policy)
    await check_key_origin(session, provider=provider, base_url=base_url, key=change.key)
    provider.connector, provider.base_url = connector, base_url
    provider.name = change.name or provider.name
    provider.own_keys = provider.own_keys if change.own_keys is None else change.own_keys
    if change.key is not None:
        await _store_site_key(session, actor, provider, change.key, rules.vault)
    await _update_models(session, provider)
    old, new = audit.changes(before, _facts(provider))
    if change.key is not None:
        new["key"] = "entered"
    await audit.record(session, actor=actor, action="provider.changed", subject=provider_id, before=old, after=new)
    await publish(session, ADMIN_TOPIC, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=rules.vault)


async def check_key_origin(session: Session, *, provider: Provider, base_url: str, key: SecretStr | None) -> None:
    """Refuse to send the stored key to another scheme, host or port."""
    if key is not None or origin_of(base_url) == origin_of(provider.base_url):
        return
    if await repository.get_key(session, provider.provider_id, None) is not None:
        raise KeyNeeded


async def _update_models(session: Session, provider: Provider) -> None:
    for row in await repository.list_models_of(session, provider.provider_id):
        move_model(row, connector=provider.connector, base_url=provider.base_url)


async def remove_provider(session: Session, *, actor: Visitor | str, provider_id: str) -> None:
    """Remove a provider whose models are all retired, and all keys for it."""
    provider = await lock_provider(session, provider_id)
    models = await repository.list_models_of(session, provider_id)
    if any(model.status is not ModelStatus.RETIRED for model in models):
        raise ProviderInUse
    await repository.delete_provider(session, provider)
    await audit.record(session, actor=actor, action="provider.removed", subject=provider_id, before=_facts(provider))
    await publish(session, ADMIN_TOPIC, provider_id)


async def set_key(
    session: Session, *, actor: Visitor | str, provider_id: str, key: SecretStr, vault: Vault
) -> ProviderOut:
    """Store the site's key for a provider and delete the previous one."""
    provider = await lock_provider(session, provider_id)
    await _store_site_key(session, actor, provider, key, vault)
    after = {"origin": origin_of(provider.base_url)}
    await audit.record(session, actor=actor, action="key.set", subject=provider_id, after=after)
    await publish(session, ADMIN_TOPIC, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=vault)


async def remove_key(session: Session, *, actor: Visitor | str, provider_id: str) -> None:
    await lock_provider(session, provider_id)
    if not await repository.delete_key(session, provider_id, None):
        raise KeyNotFound
    await audit.record(session, actor=actor, action="key.removed", subject=provider_id)
    await publish(session, ADMIN_TOPIC, provider_id)


async def rotate_keys(session: Session, *, actor: Visitor | str, vault: Vault) -> Rotation:
    """Encrypt every key with the current master key. Keys that cannot be decrypted stay as they are."""
    await repository.lock_keys(session)
    rotation = reencrypt_keys(vault, await repository.list_keys(session))
    after = {"sealed": rotation.sealed, "unreadable": rotation.unreadable}
    await audit.record(session, actor=actor, action="keys.rotated", subject="all", after=after)
    await publish(session, ADMIN_TOPIC, "keys")
    return rotation


async def list_unreadable(session: Session, *, vault: Vault) -> Sequence[str]:
    """List the names of providers whose site key cannot be used."""
    found = await list_providers(session, vault=vault)
    return [one.name for one in found.providers if one.key_state in {KeyState.UNREADABLE, KeyState.OTHER_ADDRESS}]


async def lock_provider(session: Session, provider_id: str) -> Provider:
    """Lock the keys, then the provider: always in this order, so that there is no deadlock."""
    await repository.lock_keys(session)
    provider = await repository.lock_provider(session, provider_id)
    if provider is None:
        raise ProviderNotFound
    return provider


def _facts(provider: Provider) -> dict[str, object]:
    return {name: getattr(provider, name) for name in ("name", "connector", "base_url", "own_keys")}


def _name(actor: Visitor | str) -> str:
    return actor if isinstance(actor, str) else actor.owner


async def _find_id(session: Session, name: str) -> str:
    """Derive an id from the name; another name that gives the same id gets a number."""
    known = {one.provider_id: one.name for one in await repository.list_providers(session)}
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:36].rstrip("-") or "provider"
    same = next((provider_id for provider_id, other in known.items() if other == name), None)
    numbered = (f"{plain}-{number}" for number in count(2))
    return same or next(one for one in chain([plain], numbered) if one not in known)
