"""What admins decide about models. Votes stay with a model whatever happens to it here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import Changed, publish_all

from ..errors import FoundModelNotFound, ModelAnswered, ModelExists, ModelNotFound, NamedElsewhere, ProviderNotFound
from ..models import FoundModel, HealthState, Model, ModelHealth, ModelStatus, Source
from ..models_file import ModelEntry, to_offer
from ..offers import OfferedModel, move_to
from ..prices import find_price
from ..providers.places import ProviderPlace
from ..providers.service import ADMIN, list_provider_places
from ..repository import get_now, lock_catalog
from ..schemas import AbilitiesOut
from ..service import STATUS_COLUMNS, TOPIC, retire_namesakes, show_price, to_columns
from ..service import to_offer as read_row
from . import repository
from .found import ignore, read_found
from .schemas import (
    AdminModelChange,
    AdminModelIn,
    AdminModelOut,
    AdminModelsOut,
    FoundModelOut,
    FoundModelsOut,
)

ABILITIES = ("vision", "tools", "reasoning")
_PRICE_COLUMNS = ("input_price", "output_price", "price_source")
_MOVED = ("connector", "base_url", "place", "context_length", *_PRICE_COLUMNS)
_UNSHOWN = frozenset({"params", "system_prompt"})
"""Moderators may read the audit log, but not these."""
_VERBS = {ModelStatus.ACTIVE: "resumed", ModelStatus.PAUSED: "paused", ModelStatus.RETIRED: "retired"}
_PLAIN = ("name", "organization", "license", "description", "context_length", "system_prompt", "weight")
_NEVER_EMPTY = frozenset({"name", "weight"})


async def list_models(session: Session) -> AdminModelsOut:
    """All models with everything an admin may see, and their present health."""
    health = await repository.get_health(session)
    return AdminModelsOut(models=[show(row, health.get(row.model_id)) for row in await repository.list_models(session)])


async def get_model(session: Session, *, model_id: str) -> AdminModelOut:
    row = await lock(session, model_id)
    await repository.refresh(session, row)
    return show(row, (await repository.get_health(session)).get(model_id))


def show(row: Model, health: ModelHealth | None) -> AdminModelOut:
    plain = {name: getattr(row, name) for name in AdminModelOut.model_fields if hasattr(row, name)}
    return AdminModelOut(
        **plain,
        model_name=row.name,
        abilities=AbilitiesOut(vision=row.vision, tools=row.tools, reasoning=row.reasoning),
        price=show_price(read_row(row).price),
        health=health.state if health is not None else HealthState.UNKNOWN,
        health_reason=health.reason if health is not None else None,
        health_since=health.changed_at if health is not None else None,
    )


async def add_model(session: Session, *, actor: Visitor | str, wanted: AdminModelIn) -> AdminModelOut:
    given = wanted.model_dump(exclude_unset=True, exclude={"model_id", "provider_id", "paused"})
    status = "paused" if wanted.paused else "active"
    entry = ModelEntry.model_validate({**given, "id": wanted.model_id, "status": status})
    await add_entry(session, actor=actor, entry=entry, place=await find_place(session, wanted.provider_id))
    return await get_model(session, model_id=wanted.model_id)


async def add_entry(session: Session, *, actor: Visitor | str, entry: ModelEntry, place: ProviderPlace) -> None:
    """Add a model of the admin area at a provider."""
    plain = to_offer(entry.model_copy(update={"api_key_env": None}), {})
    offer = replace(plain, source=Source.MANUAL, provider_id=place.provider_id)
    await _add(session, actor, move_to(offer, connector=place.connector, base_url=place.base_url))


async def _add(session: Session, actor: Visitor | str, offer: OfferedModel) -> None:
    await lock_catalog(session)
    if await repository.has_id(session, offer.model_id):
        raise ModelExists
    columns = to_columns(offer, await get_now(session))
    await repository.add_model(session, columns)
    told = {name: columns[name] for name in ("name", "model", "provider_id", "base_url", "status", "weight", "source")}
    await audit.record(session, actor=actor, action="model.added", subject=offer.model_id, after=told)
    for double in await retire_namesakes(session, model=offer):
        after = {"status": ModelStatus.RETIRED, "same_as": offer.model_id}
        await audit.record(session, actor=actor, action="model.retired", subject=double, after=after)
        await _announce(session, double)
    await _announce(session, offer.model_id)


async def find_place(session: Session, provider_id: str) -> ProviderPlace:
    for place in await list_provider_places(session):
        if place.provider_id == provider_id:
            return place
    raise ProviderNotFound


async def edit_model(
    session: Session, *, actor: Visitor | str, model_id: str, change: AdminModelChange
) -> AdminModelOut:
    """Change what is said of a model. Where it is and what it is called there stay, once it has answered."""
    row = await lock(session, model_id)
    if change.model is not None or change.provider_id is not None:
        await _move(session, row, change)
    columns = _read_change(row, change)
    await apply_columns(session, actor=actor, row=row, columns=columns)
    return await get_model(session, model_id=model_id)


async def _move(session: Session, row: Model, change: AdminModelChange) -> None:
    same = change.model in {None, row.model} and change.provider_id in {None, row.provider_id}
    if same:
        return
    if row.source is not Source.MANUAL:
        raise NamedElsewhere
    if await repository.has_answered(session, row.model_id):
        raise ModelAnswered


def _read_change(row: Model, change: AdminModelChange) -> dict[str, Any]:
    given = change.model_fields_set
    columns = {
        name: getattr(change, name)
        for name in _PLAIN
        if name in given and not (name in _NEVER_EMPTY and getattr(change, name) is None)
    }
    if change.abilities is not None:
        columns.update({word: word in change.abilities for word in ABILITIES})
    if change.params is not None:
        columns["params"] = change.params.model_dump(exclude_defaults=True)
    if "prices" in given:
        columns.update(_price_columns(row, change))
    for name in ("model", "provider_id"):
        if getattr(change, name) is not None:
            columns[name] = getattr(change, name)
    return columns


def _price_columns(row: Model, change: AdminModelChange) -> dict[str, Any]:
    offer = read_row(row)
    if change.prices is None:
        priced = replace(offer, price=find_price(offer.address, offer.place))
    else:
        entry = ModelEntry(id="x", prices=change.prices)
        priced = replace(offer, price=to_offer(entry, {}).price)
    columns = to_columns(priced)
    return {name: columns[name] for name in _PRICE_COLUMNS}


async def apply_columns(
    session: Session, *, actor: Visitor | str, row: Model, columns: Mapping[str, Any], action: str = "model.changed"
) -> tuple[dict[str, object], dict[str, object]]:
    """Write what differs into the row, hold it against file and discovery, and write down who did it."""
    changed = {name: value for name, value in columns.items() if getattr(row, name) != value}
    if not changed:
        return {}, {}
    before = {name: getattr(row, name) for name in changed}
    for name, value in changed.items():
        setattr(row, name, value)
    if {"provider_id", "model"} & changed.keys() and row.provider_id is not None:
        _settle(row, await find_place(session, row.provider_id))
    if row.source is not Source.MANUAL:
        row.held = sorted({*row.held, *changed})
    old, new = _without_unshown(before), _without_unshown(changed)
    await audit.record(session, actor=actor, action=action, subject=row.model_id, before=old, after=new)
    await _announce(session, row.model_id)
    return old, new


def _settle(row: Model, place: ProviderPlace) -> None:
    moved = to_columns(move_to(read_row(row), connector=place.connector, base_url=place.base_url))
    for name in _MOVED:
        setattr(row, name, moved[name])


def _without_unshown(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: "not shown" if name in _UNSHOWN else value for name, value in facts.items()}


async def set_status(
    session: Session, *, actor: Visitor | str, model_id: str, status: ModelStatus, note: str | None = None
) -> AdminModelOut:
    """Pause, resume or retire. New battles see it at once, on every replica."""
    row = await lock(session, model_id)
    if status is not ModelStatus.RETIRED and row.source is Source.MANUAL and row.provider_id is None:
        raise ProviderNotFound("Its provider was removed.")
    retired_at = (row.retired_at or await get_now(session)) if status is ModelStatus.RETIRED else None
    columns = {"status": status, "note": note, "retired_at": retired_at}
    await apply_columns(session, actor=actor, row=row, columns=columns, action=f"model.{_VERBS[status]}")
    if row.source is not Source.MANUAL:
        row.held = sorted({*row.held, *STATUS_COLUMNS})
    return await get_model(session, model_id=model_id)


async def set_weight(session: Session, *, actor: Visitor | str, model_id: str, weight: float) -> AdminModelOut:
    row = await lock(session, model_id)
    await apply_columns(session, actor=actor, row=row, columns={"weight": weight}, action="model.weighed")
    return await get_model(session, model_id=model_id)


async def release_model(session: Session, *, actor: Visitor | str, model_id: str) -> AdminModelOut:
    """Let file and discovery have the say again, from their next synchronisation on."""
    row = await lock(session, model_id)
    if row.held:
        before = {"held": list(row.held)}
        row.held = []
        await audit.record(session, actor=actor, action="model.released", subject=model_id, before=before)
        await _announce(session, model_id)
    return await get_model(session, model_id=model_id)


async def list_found(session: Session, *, ask: bool) -> FoundModelsOut:
    return FoundModelsOut(models=[_show_found(row) for row in await repository.list_found(session)], ask=ask)


def _show_found(row: FoundModel) -> FoundModelOut:
    offer = read_found(row)
    return FoundModelOut(
        model_id=offer.model_id,
        model_name=offer.name,
        model=offer.model,
        connector=offer.connector,
        base_url=offer.base_url,
        place=offer.place,
        provider_id=offer.provider_id,
        organization=offer.organization,
        abilities=AbilitiesOut(**{word: getattr(offer.abilities, word) for word in ABILITIES}),
        context_length=offer.context_length,
        price=show_price(offer.price),
        found_at=row.found_at,
        ignored=row.ignored_at is not None,
    )


async def accept_found(session: Session, *, actor: Visitor | str, model_id: str) -> AdminModelOut:
    """Offer a model that discovery found, where its provider is by now."""
    await lock_catalog(session)  # before the row, as discovery does, so that nobody waits in a circle
    row = await _lock_found(session, model_id)
    offer = read_found(row)
    if offer.provider_id is not None:
        place = await find_place(session, offer.provider_id)
        offer = move_to(offer, connector=place.connector, base_url=place.base_url)
    await _add(session, actor, offer)
    await repository.remove_found(session, row)
    return await get_model(session, model_id=model_id)


async def ignore_found(session: Session, *, actor: Visitor | str, model_id: str) -> None:
    """Leave a found model alone from now on; accepting it stays possible."""
    row = await _lock_found(session, model_id)
    if row.ignored_at is None:
        await ignore(session, row)
        await audit.record(session, actor=actor, action="model.ignored", subject=model_id)
        await publish_all(session, Changed(ADMIN, "found"))


async def _lock_found(session: Session, model_id: str) -> FoundModel:
    row = await repository.lock_found(session, model_id)
    if row is None:
        raise FoundModelNotFound
    return row


async def lock(session: Session, model_id: str) -> Model:
    row = await repository.lock_model(session, model_id)
    if row is None:
        raise ModelNotFound
    return row


async def _announce(session: Session, model_id: str) -> None:
    await publish_all(session, Changed(ADMIN, model_id), Changed(TOPIC, model_id))
