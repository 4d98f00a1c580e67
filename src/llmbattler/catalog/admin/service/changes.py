"""Add and edit models, and set their status and weight. Votes stay with a model whatever changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.live import ADMIN_TOPIC, Changed, publish_all

from ...errors import ModelAnswered, ModelExists, NamedElsewhere, ProviderNotFound
from ...ledger.service.health_alerts import resolve_model_down
from ...models import Model, ModelStatus, Source
from ...models_file import ModelEntry, to_offer
from ...offers import OfferedModel, at_address
from ...prices import find_price
from ...providers.places import ProviderPlace
from ...providers.service.providers import list_provider_places
from ...repository import lock_catalog
from ...service import PRICE_COLUMNS, STATUS_COLUMNS, move_model, pause_built_in, retire_duplicates, to_columns
from ...service import to_offer as read_row
from ...topics import MODELS_TOPIC
from .. import repository
from ..schemas import AdminModelChange, AdminModelIn, AdminModelOut
from .views import ABILITIES, get_model, lock_model

MOST_NAMED = 5
_SHOWN = ("name", "model", "provider_id", "base_url", "status", "weight", "source")
_UNSHOWN = frozenset({"params", "system_prompt"})
"""Not written to the audit log, which moderators may read."""
_VERBS = {ModelStatus.ACTIVE: "resumed", ModelStatus.PAUSED: "paused", ModelStatus.RETIRED: "retired"}
_PLAIN = ("name", "organization", "license", "description", "context_length", "system_prompt", "weight")
_NEVER_EMPTY = frozenset({"name", "weight"})


async def add_model(session: Session, *, actor: Visitor | str, wanted: AdminModelIn) -> AdminModelOut:
    given = wanted.model_dump(exclude_unset=True, exclude={"model_id", "provider_id", "paused"})
    status = "paused" if wanted.paused else "active"
    entry = ModelEntry.model_validate({**given, "id": wanted.model_id, "status": status})
    await add_entry(session, actor=actor, entry=entry, place=await find_place(session, wanted.provider_id))
    return await get_model(session, model_id=wanted.model_id)


async def add_entry(session: Session, *, actor: Visitor | str, entry: ModelEntry, place: ProviderPlace) -> None:
    """Add a model at a provider of the admin area."""
    plain = to_offer(entry.model_copy(update={"api_key_env": None}), {})
    offer = replace(plain, source=Source.MANUAL, provider_id=place.provider_id)
    offers = [at_address(offer, connector=place.connector, base_url=place.base_url)]
    await add_offers(session, actor=actor, offers=offers)


async def add_offers(session: Session, *, actor: Visitor | str, offers: Sequence[OfferedModel]) -> None:
    """Add models, retire discovered ones with the same address, and pause the built-in ones once there are enough."""
    await lock_catalog(session)
    if taken := await repository.list_ids(session, [offer.model_id for offer in offers]):
        raise ModelExists(", ".join(taken[:MOST_NAMED]))
    now = await get_transaction_time(session)
    for offer in offers:
        columns = to_columns(offer, now)
        await repository.add_model(session, columns)
        shown = {name: columns[name] for name in _SHOWN}
        await audit.record(session, actor=actor, action="model.added", subject=offer.model_id, after=shown)
    for duplicate, model_id in (await retire_duplicates(session, models=offers)).items():
        after = {"status": ModelStatus.RETIRED, "same_as": model_id}
        await audit.record(session, actor=actor, action="model.retired", subject=duplicate, after=after)
    await pause_built_in(session)
    await _announce(session, offers[0].model_id if len(offers) == 1 else "all")


async def find_place(session: Session, provider_id: str) -> ProviderPlace:
    for place in await list_provider_places(session):
        if place.provider_id == provider_id:
            return place
    raise ProviderNotFound


async def edit_model(
    session: Session, *, actor: Visitor | str, model_id: str, change: AdminModelChange
) -> AdminModelOut:
    """Change a model. Its provider and its name there cannot change once it has answered."""
    row = await lock_model(session, model_id)
    if change.model is not None or change.provider_id is not None:
        await _check_move(session, row, change)
    columns = _read_change(row, change)
    await apply_columns(session, actor=actor, row=row, columns=columns)
    return await get_model(session, model_id=model_id)


async def _check_move(session: Session, row: Model, change: AdminModelChange) -> None:
    same = change.model in {None, row.model} and change.provider_id in {None, row.provider_id}
    if same:
        return
    if row.source is not Source.MANUAL:
        raise NamedElsewhere
    if await repository.find_answer(session, row.model_id) is not None:
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
    return {name: columns[name] for name in PRICE_COLUMNS}


async def apply_columns(
    session: Session, *, actor: Visitor | str, row: Model, columns: Mapping[str, Any], action: str = "model.changed"
) -> tuple[dict[str, object], dict[str, object]]:
    """Change the row, hold the changed columns against file and discovery, and write the audit log."""
    changed = {name: value for name, value in columns.items() if getattr(row, name) != value}
    if not changed:
        return {}, {}
    before = {name: getattr(row, name) for name in changed}
    for name, value in changed.items():
        setattr(row, name, value)
    if {"provider_id", "model"} & changed.keys() and row.provider_id is not None:
        place = await find_place(session, row.provider_id)
        move_model(row, connector=place.connector, base_url=place.base_url)
    if row.source is not Source.MANUAL:
        row.held = sorted({*row.held, *changed})
    old, new = _without_unshown(before), _without_unshown(changed)
    await audit.record(session, actor=actor, action=action, subject=row.model_id, before=old, after=new)
    await _announce(session, row.model_id)
    return old, new


def _without_unshown(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: "not shown" if name in _UNSHOWN else value for name, value in facts.items()}


async def set_status(
    session: Session, *, actor: Visitor | str, model_id: str, status: ModelStatus, note: str | None = None
) -> AdminModelOut:
    """Pause, resume or retire a model, for new battles on every replica at once."""
    row = await lock_model(session, model_id)
    if status is not ModelStatus.RETIRED and row.source is Source.MANUAL and row.provider_id is None:
        raise ProviderNotFound("Its provider was removed.")
    retired_at = (row.retired_at or await get_transaction_time(session)) if status is ModelStatus.RETIRED else None
    columns = {"status": status, "note": note, "retired_at": retired_at}
    await apply_columns(session, actor=actor, row=row, columns=columns, action=f"model.{_VERBS[status]}")
    if row.source is not Source.MANUAL:
        row.held = sorted({*row.held, *STATUS_COLUMNS})
    if status is not ModelStatus.ACTIVE:
        await resolve_model_down(session, model_id=model_id)
    return await get_model(session, model_id=model_id)


async def set_weight(session: Session, *, actor: Visitor | str, model_id: str, weight: float) -> AdminModelOut:
    row = await lock_model(session, model_id)
    await apply_columns(session, actor=actor, row=row, columns={"weight": weight}, action="model.weighed")
    return await get_model(session, model_id=model_id)


async def release_model(session: Session, *, actor: Visitor | str, model_id: str) -> AdminModelOut:
    """Let the catalog file and discovery change the held columns again."""
    row = await lock_model(session, model_id)
    if row.held:
        before = {"held": list(row.held)}
        row.held = []
        await audit.record(session, actor=actor, action="model.released", subject=model_id, before=before)
        await _announce(session, model_id)
    return await get_model(session, model_id=model_id)


async def _announce(session: Session, model_id: str) -> None:
    await publish_all(session, Changed(ADMIN_TOPIC, model_id), Changed(MODELS_TOPIC, model_id))
