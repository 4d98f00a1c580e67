"""Which models are offered: synchronize, list and describe them, with health and usage."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any

from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.live import publish
from llmbattler.core.money import MICRO

from . import repository
from .errors import ModelNotFound
from .health import OK, UNKNOWN, Health, get_current_health
from .models import HealthState, Model, ModelHealth, ModelStatus, PriceSource, Source
from .offers import EMBEDDED_PAUSED, PAIR, OfferedModel, at_address, find_duplicate, is_built_in
from .prices import Price, cost_in_micro_usd
from .records import AnswerFinish
from .repository import MODEL_NAMES, ModelName
from .schemas import AbilitiesOut, ModelOut, ModelsMetadata, ModelsOut, PriceOut, UsageOut
from .tokens import CHARACTERS_PER_TOKEN
from .topics import MODELS_TOPIC

__all__ = [
    "CHARACTERS_PER_TOKEN",
    "MODELS_TOPIC",
    "MODEL_NAMES",
    "UNKNOWN",
    "AnswerFinish",
    "Health",
    "HealthState",
    "ModelName",
    "ModelStatus",
    "OfferedModel",
    "Price",
    "SyncReport",
    "cost_in_micro_usd",
]

PUBLIC_DELAY = timedelta(minutes=10)
BLIND_LOT = 20
"""Calls of blind battles join the public figures of a model after midnight, in lots of this size."""
USAGE_WINDOW = timedelta(days=30)
PRICE_COLUMNS = ("input_price", "output_price", "price_source")
ADDRESS_COLUMNS = ("connector", "base_url", "place", "context_length", *PRICE_COLUMNS)
_NO_COLUMN = frozenset({"abilities", "price", "released_at"})
STATUS_COLUMNS = ("status", "note", "retired_at")
"""Held and released together, because they change together."""
HEALTH_NOTE = "Changes of health are shown ten minutes late, so that they reveal nothing about running battles."
_NOT_IN_FILE = "No longer in the catalog file."
_DUPLICATE_OF = {
    Source.FILE: "The catalog file names this model under another id.",
    Source.MANUAL: "This model was added in the admin area under another id.",
}
_NOT_OFFERED = "No longer offered by this version."


@dataclass(slots=True)
class SyncReport:
    """The ids of the models that a synchronization changed."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Newly found; offered when an admin accepts them."""

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.retired or self.waiting)


async def sync_catalog(session: Session, *, offers: Sequence[OfferedModel]) -> SyncReport:
    """Update the table to what is offered now. A discovered model that was not found this time stays."""
    await repository.lock_catalog(session)
    now = await get_transaction_time(session)
    known = {row.model_id: row for row in await repository.list_models(session)}
    report = SyncReport()
    for offer in offers:
        row = known.pop(offer.model_id, None)
        if row is None:
            repository.add_model(session, to_columns(offer, now))
            report.added.append(offer.model_id)
        elif _update(row, _without_held(row, to_columns(_keep_pause(row, offer), row.retired_at or now))):
            report.changed.append(offer.model_id)
    named = [*offers, *(to_offer(row) for row in known.values() if row.source is Source.MANUAL)]
    report.retired += _retire(known.values(), named, now)
    if report:
        await publish(session, MODELS_TOPIC, "all")
    return report


def _without_held(row: Model, values: dict[str, Any]) -> dict[str, Any]:
    """Drop the columns that an admin set; a model added by an admin keeps all of its columns."""
    if row.source is Source.MANUAL:
        return {}
    return {name: value for name, value in values.items() if name not in row.held}


def _keep_pause(row: Model, offer: OfferedModel) -> OfferedModel:
    """Keep a discovered model paused when it is found again."""
    if offer.source is row.source is Source.DISCOVERED and row.status is ModelStatus.PAUSED:
        return replace(offer, status=row.status, note=row.note)
    return offer


async def retire_duplicates(session: Session, *, models: Sequence[OfferedModel]) -> dict[str, str]:
    """Retire the discovered models that an admin added under another id, so that no model battles itself.

    Returns the other id for the id of each.
    """
    rows = [row for row in await repository.list_models(session) if row.source is Source.DISCOVERED]
    same = {row.model_id: find_duplicate(to_offer(row), models) for row in rows}
    retired = _retire(rows, models, await get_transaction_time(session))
    return {model_id: other.model_id for model_id in retired if (other := same[model_id]) is not None}


async def pause_built_in(session: Session) -> list[str]:
    """Pause the built-in models as soon as enough others are active, like a synchronization does."""
    rows = await repository.list_models(session)
    built_in = [row for row in rows if row.source is Source.EMBEDDED and row.status is ModelStatus.ACTIVE]
    others = sum(row.status is ModelStatus.ACTIVE for row in rows) - len(built_in)
    if others < PAIR:
        return []
    paused = {"status": ModelStatus.PAUSED, "note": EMBEDDED_PAUSED}
    return [row.model_id for row in built_in if _update(row, _without_held(row, paused))]


async def is_only_built_in(session: Session) -> bool:
    """Tell whether the small built-in model is the only one that answers."""
    active = [row for row in await repository.list_models(session) if row.status is ModelStatus.ACTIVE]
    return bool(active) and all(is_built_in(to_offer(row)) for row in active)


def _retire(rows: Iterable[Model], named: Sequence[OfferedModel], now: datetime) -> list[str]:
    retired = []
    for row in rows:
        note = _why_retired(row, named)
        if note is not None and _update(row, {"status": ModelStatus.RETIRED, "note": note, "retired_at": now}):
            row.held = [name for name in row.held if name not in STATUS_COLUMNS]
            retired.append(row.model_id)
    return retired


def _why_retired(row: Model, named: Sequence[OfferedModel]) -> str | None:
    if row.status is ModelStatus.RETIRED or row.source is Source.MANUAL:
        return None
    if row.source is Source.FILE:
        return _NOT_IN_FILE
    if row.source is Source.EMBEDDED:
        return _NOT_OFFERED
    duplicate = find_duplicate(to_offer(row), named)
    return None if duplicate is None else _DUPLICATE_OF[duplicate.source]


def _update(row: Model, values: Mapping[str, Any]) -> bool:
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    return bool(changed)


def to_columns(offer: OfferedModel, retired_at: datetime | None = None) -> dict[str, Any]:
    """Convert a model to the columns of its row."""
    plain = {each.name: getattr(offer, each.name) for each in fields(offer) if each.name not in _NO_COLUMN}
    price = offer.price
    return {
        **plain,
        "params": dict(offer.params),
        "vision": offer.abilities.vision,
        "tools": offer.abilities.tools,
        "reasoning": offer.abilities.reasoning,
        "input_price": round(price.input, 6) if price else None,
        "output_price": round(price.output, 6) if price else None,
        "price_source": price.source if price else None,
        "retired_at": retired_at if offer.status is ModelStatus.RETIRED else None,
    }


def to_offer(row: Model) -> OfferedModel:
    """Convert a row to a model."""
    plain = {
        each.name: getattr(row, each.name) for each in fields(OfferedModel) if each.name not in {*_NO_COLUMN, "params"}
    }
    return OfferedModel(
        **plain,
        params=dict(row.params),
        abilities=Abilities(row.vision, row.tools, row.reasoning),
        price=_price(row),
    )


def move_model(row: Model, *, connector: str, base_url: str) -> None:
    """Set the address of a model, and the columns that depend on it."""
    moved = to_columns(at_address(to_offer(row), connector=connector, base_url=base_url))
    for name in ADDRESS_COLUMNS:
        setattr(row, name, moved[name])


def _price(row: Model | ModelName) -> Price | None:
    if row.input_price is None or row.output_price is None or row.price_source is None:
        return None
    return Price(row.input_price, row.output_price, PriceSource(row.price_source))


async def list_models(session: Session) -> ModelsOut:
    """List all models by name, with what the public may see."""
    rows = await repository.list_models(session)
    health = {change.model_id: change for change in await repository.list_visible_health(session, PUBLIC_DELAY)}
    models = [_model_out(row, health.get(row.model_id)) for row in rows]
    return ModelsOut(models=models, metadata=ModelsMetadata(total_models=len(models)))


async def get_model(session: Session, *, model_id: str) -> ModelOut:
    """Return one model, with what the public may see."""
    row = await _get(session, model_id)
    return _model_out(row, await repository.get_visible_health(session, model_id, PUBLIC_DELAY))


def _model_out(row: Model, last_health: ModelHealth | None) -> ModelOut:
    health = get_current_health(row, last_health)
    return ModelOut(
        model_id=row.model_id,
        model_name=row.name,
        organization=row.organization,
        license=row.license,
        description=row.description,
        status=row.status,
        health=health.state if health else HealthState.UNKNOWN,
        health_since=health.changed_at if health else None,
        health_note=HEALTH_NOTE,
        abilities=AbilitiesOut(vision=row.vision, tools=row.tools, reasoning=row.reasoning),
        context_length=row.context_length,
        price=show_price(_price(row)),
        place=row.place,
    )


def show_price(price: Price | None) -> PriceOut | None:
    if price is None:
        return None
    return PriceOut(input_per_million=float(price.input), output_per_million=float(price.output))


async def get_usage(session: Session, *, model_id: str) -> UsageOut:
    """Return speed and cost of a model in the last thirty days.

    Calls of blind battles are delayed: otherwise a voter could see whose figures change with their own battle.
    """
    await _get(session, model_id)
    calls, first_token, speed, cost, tokens = await repository.get_usage(
        session, model_id, since=USAGE_WINDOW, delay=PUBLIC_DELAY, outcome=OK, lot=BLIND_LOT
    )
    return UsageOut(
        calls=calls,
        median_first_token_ms=None if first_token is None else round(first_token),
        tokens_per_second=None if speed is None else round(speed, 1),
        mean_cost_usd=None if cost is None else float(cost) / MICRO,
        mean_output_tokens=None if tokens is None else round(tokens),
    )


async def list_drawable(session: Session) -> list[OfferedModel]:
    """List the models that may be drawn for a battle: active and not down."""
    return [to_offer(row) for row in await repository.list_drawable(session)]


async def list_offered(session: Session) -> list[OfferedModel]:
    """List all models with everything known about them; never send this to clients."""
    return [to_offer(row) for row in await repository.list_models(session)]


async def get_offered(session: Session, *, model_id: str) -> OfferedModel:
    """Return one model with everything known about it, ready to be called."""
    return to_offer(await _get(session, model_id))


async def find_offered(session: Session, *, model_ids: Sequence[str]) -> dict[str, OfferedModel]:
    """Return models by id; unknown ids are left out."""
    return {row.model_id: to_offer(row) for row in await repository.list_models_by_id(session, model_ids)}


@dataclass(frozen=True, slots=True)
class ModelLabel:
    """What pages and boards show of a model."""

    model_id: str
    name: str
    model: str
    organization: str | None
    license: str | None
    status: ModelStatus
    price: Price | None


async def list_labels(session: Session, *, model_ids: Sequence[str]) -> list[ModelLabel]:
    """Return what is shown of models, in one cheap statement. Unknown ids are left out."""
    return [read_label(row) for row in await repository.list_names(session, model_ids)]


def read_label(row: ModelName) -> ModelLabel:
    return ModelLabel(*row[:5], ModelStatus(row.status), _price(row))


async def _get(session: Session, model_id: str) -> Model:
    # PostgreSQL refuses a zero byte even in a comparison.
    row = await repository.get_model(session, model_id) if "\0" not in model_id else None
    if row is None:
        raise ModelNotFound
    return row


async def list_live_health(session: Session) -> dict[str, Health]:
    """Return the current health of every model; never show it to the public."""
    return {row.model_id: Health(row.state, row.reason) for row in await repository.list_latest_health(session)}


async def announce_health(session: Session, *, since: timedelta) -> bool:
    """Notify open pages when a change of health has just become old enough to be shown."""
    until = await get_transaction_time(session) - PUBLIC_DELAY
    if not await repository.count_health_changes(session, until - since, until):
        return False
    await publish(session, MODELS_TOPIC, "all")
    return True
