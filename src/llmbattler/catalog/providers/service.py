"""What is decided about providers and their keys."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from pydantic import SecretStr

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import publish
from llmbattler.core.logs import hide_secret
from llmbattler.core.outbound import Policy, origin_of
from llmbattler.core.vault import Vault

from ..errors import (
    BadKeyText,
    KeyNeeded,
    KeyNotFound,
    OwnKeysClosed,
    ProviderExists,
    ProviderInUse,
    ProviderNotFound,
)
from ..models import ModelStatus, Provider, ProviderKey
from ..offers import move_to
from ..service import to_columns, to_offer
from . import repository
from .places import ProviderPlace, check_place, list_places
from .schemas import (
    KeyState,
    OwnKeyOut,
    OwnKeysOut,
    ProviderChange,
    ProviderIn,
    ProviderOut,
    ProvidersOut,
)
from .stored_keys import KeyRow, Rotation, judge_key, seal_anew, store_key

ADMIN = "admin"
_MOVED = ("connector", "base_url", "place", "input_price", "output_price", "price_source", "context_length")


@dataclass(frozen=True, slots=True)
class Rules:
    """What a change of providers is measured by."""

    vault: Vault
    policy: Policy


async def list_provider_places(session: Session) -> list[ProviderPlace]:
    return [
        ProviderPlace(one.provider_id, one.name, one.connector, one.base_url)
        for one in await repository.list_providers(session)
    ]


def clean_key(secret: SecretStr) -> str:
    """A key as it can be put in a header; the sentence of a failure never repeats it."""
    key = secret.get_secret_value().strip()
    if not re.fullmatch(r"[\x21-\x7e]{4,}", key):
        raise BadKeyText
    hide_secret(key)
    return key


async def list_providers(session: Session, *, vault: Vault) -> ProvidersOut:
    keys = await repository.list_keys(session)
    models = await repository.count_models(session)
    site = {row.provider_id: row for row in keys if row.owner is None}
    members = Counter(row.provider_id for row in keys if row.owner is not None)
    return ProvidersOut(
        providers=[
            _show(provider, site.get(provider.provider_id), vault).model_copy(
                update={
                    "models": models.get(provider.provider_id, 0),
                    "members_keys": members[provider.provider_id],
                }
            )
            for provider in await repository.list_providers(session)
        ],
        connectors=list_places(),
        master_key=vault.can_seal,
    )


async def get_provider(session: Session, *, provider_id: str, vault: Vault) -> ProviderOut:
    everything = await list_providers(session, vault=vault)
    return next(one for one in everything.providers if one.provider_id == provider_id)


def _show(provider: Provider, key: ProviderKey | None, vault: Vault) -> ProviderOut:
    return ProviderOut(
        provider_id=provider.provider_id,
        name=provider.name,
        connector=provider.connector,
        base_url=provider.base_url,
        origin=origin_of(provider.base_url),
        own_keys=provider.own_keys,
        has_key=key is not None,
        key_hint=key.hint if key is not None else None,
        key_state=judge_key(vault, key, provider.base_url),
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
        await store_key(session, row=KeyRow(provider, None, _name(actor)), key=clean_key(wanted.key), vault=rules.vault)
    after = {**_facts(provider), "has_key": wanted.key is not None}
    await audit.record(session, actor=actor, action="provider.added", subject=provider_id, after=after)
    await publish(session, ADMIN, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=rules.vault)


async def edit_provider(
    session: Session, *, actor: Visitor | str, provider_id: str, change: ProviderChange, rules: Rules
) -> ProviderOut:
    """Change a provider and the address of its models. A key stays where it was entered for, or is entered again."""
    provider = await _lock(session, provider_id)
    before = _facts(provider)
    connector = change.connector or provider.connector
    base_url = check_place(connector, change.base_url or provider.base_url, rules.policy)
    await check_binding(session, provider=provider, base_url=base_url, key=change.key)
    provider.connector, provider.base_url = connector, base_url
    provider.name = change.name or provider.name
    provider.own_keys = provider.own_keys if change.own_keys is None else change.own_keys
    if change.key is not None:
        await store_key(session, row=KeyRow(provider, None, _name(actor)), key=clean_key(change.key), vault=rules.vault)
    await _move_models(session, provider)
    old, new = audit.changes(before, _facts(provider))
    if change.key is not None:
        new["key"] = "entered"
    await audit.record(session, actor=actor, action="provider.changed", subject=provider_id, before=old, after=new)
    await publish(session, ADMIN, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=rules.vault)


async def check_binding(session: Session, *, provider: Provider, base_url: str, key: SecretStr | None) -> None:
    """Refuse to take a stored key to another scheme, host or port."""
    if key is not None or origin_of(base_url) == origin_of(provider.base_url):
        return
    if await repository.get_key(session, provider.provider_id, None) is not None:
        raise KeyNeeded


async def _move_models(session: Session, provider: Provider) -> None:
    for row in await repository.list_models_of(session, provider.provider_id):
        moved = to_columns(move_to(to_offer(row), connector=provider.connector, base_url=provider.base_url))
        for name in _MOVED:
            setattr(row, name, moved[name])


async def remove_provider(session: Session, *, actor: Visitor | str, provider_id: str) -> None:
    """Remove a provider that no living model uses, and all keys for it."""
    provider = await _lock(session, provider_id)
    models = await repository.list_models_of(session, provider_id)
    if any(model.status is not ModelStatus.RETIRED for model in models):
        raise ProviderInUse
    await repository.remove_provider(session, provider)
    await audit.record(session, actor=actor, action="provider.removed", subject=provider_id, before=_facts(provider))
    await publish(session, ADMIN, provider_id)


async def set_key(
    session: Session, *, actor: Visitor | str, provider_id: str, key: SecretStr, vault: Vault
) -> ProviderOut:
    """Store the site's key for a provider; the one before is gone."""
    provider = await _lock(session, provider_id)
    await store_key(session, row=KeyRow(provider, None, _name(actor)), key=clean_key(key), vault=vault)
    after = {"origin": origin_of(provider.base_url)}
    await audit.record(session, actor=actor, action="key.set", subject=provider_id, after=after)
    await publish(session, ADMIN, provider_id)
    return await get_provider(session, provider_id=provider_id, vault=vault)


async def remove_key(session: Session, *, actor: Visitor | str, provider_id: str) -> None:
    await _lock(session, provider_id)
    if not await repository.remove_key(session, provider_id, None):
        raise KeyNotFound
    await audit.record(session, actor=actor, action="key.removed", subject=provider_id)
    await publish(session, ADMIN, provider_id)


async def rotate_keys(session: Session, *, actor: Visitor | str, vault: Vault) -> Rotation:
    """Seal every key with the present master key. What cannot be read stays as it is."""
    await repository.lock_keys(session)
    rotation = seal_anew(vault, await repository.list_keys(session))
    after = {"sealed": rotation.sealed, "unreadable": rotation.unreadable}
    await audit.record(session, actor=actor, action="keys.rotated", subject="all", after=after)
    await publish(session, ADMIN, "keys")
    return rotation


async def list_own_keys(session: Session, *, owner: str, vault: Vault) -> OwnKeysOut:
    """All providers that take members' keys, and which of them this member has one for."""
    own = {row.provider_id: row for row in await repository.list_keys_of(session, owner)}
    providers = await repository.list_providers(session)
    shown = [one for one in providers if one.own_keys or one.provider_id in own]
    return OwnKeysOut(keys=[_show_own(provider, own.get(provider.provider_id), vault) for provider in shown])


def _show_own(provider: Provider, key: ProviderKey | None, vault: Vault) -> OwnKeyOut:
    shown = _show(provider, key, vault)
    return OwnKeyOut(
        provider_id=shown.provider_id,
        provider_name=shown.name,
        origin=shown.origin,
        has_key=shown.has_key,
        key_hint=shown.key_hint,
        key_state=shown.key_state if key is None or provider.own_keys else KeyState.CLOSED,
        key_set_at=shown.key_set_at,
        key_last_used_at=shown.key_last_used_at,
    )


async def set_own_key(session: Session, *, owner: str, provider_id: str, key: SecretStr, vault: Vault) -> OwnKeyOut:
    """Store a member's key for what they run for themselves."""
    provider = await _lock(session, provider_id)
    if not provider.own_keys:
        raise OwnKeysClosed
    await store_key(session, row=KeyRow(provider, owner, owner), key=clean_key(key), vault=vault)
    return _show_own(provider, await repository.get_key(session, provider_id, owner), vault)


async def remove_own_key(session: Session, *, owner: str, provider_id: str) -> None:
    await repository.lock_keys(session)
    if not await repository.remove_key(session, provider_id, owner):
        raise KeyNotFound


async def list_unreadable(session: Session, *, vault: Vault) -> Sequence[str]:
    """Names of providers whose site key cannot be used, for the doctor and the log."""
    found = await list_providers(session, vault=vault)
    return [one.name for one in found.providers if one.key_state in {KeyState.UNREADABLE, KeyState.OTHER_ADDRESS}]


async def _lock(session: Session, provider_id: str) -> Provider:
    # In this order everywhere, so that nobody waits for each other; and a rotation sees either none or all of a change.
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
    """Make an id of the name. Another name of which the same id could be made gets one with a number."""
    known = {one.provider_id: one.name for one in await repository.list_providers(session)}
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:36].rstrip("-") or "provider"
    same = next((provider_id for provider_id, other in known.items() if other == name), None)
    numbered = (f"{plain}-{number}" for number in count(2))
    return same or next(one for one in chain([plain], numbered) if one not in known)
