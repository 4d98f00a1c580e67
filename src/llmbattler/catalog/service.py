"""What the catalog decides: which models are offered, how they are, and what a call leaves behind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from llmbattler.connectors.contract import Abilities
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Session
from llmbattler.core.live import publish
from llmbattler.core.money import MICRO

from . import repository
from .budgets.errors import BudgetReached
from .budgets.estimate import Reading
from .budgets.service.alerts import accept_key, refuse_key
from .budgets.service.looking import list_own_providers
from .budgets.service.reserving import Ask, Hold, keep_payable, provider_of, reserve, settle
from .errors import ModelNotFound
from .health import OK, UNKNOWN, WINDOW, WINDOW_CALLS, Health, HealthEvent, next_health
from .models import HealthState, Model, ModelHealth, ModelStatus, Purpose, Source
from .offers import OfferedModel, find_namesake
from .prices import Price
from .records import CHARACTERS_PER_TOKEN, AnswerFinish, CallRecord
from .repository import RecentPast
from .schemas import AbilitiesOut, ModelOut, ModelsMetadata, ModelsOut, PriceOut, UsageOut

__all__ = [
    "CHARACTERS_PER_TOKEN",
    "UNKNOWN",
    "AnswerFinish",
    "Ask",
    "BudgetReached",
    "Health",
    "HealthState",
    "Hold",
    "ModelStatus",
    "OfferedModel",
    "Price",
    "Purpose",
    "Reading",
    "SyncReport",
    "keep_payable",
    "list_own_providers",
    "provider_of",
    "reserve",
]

TOPIC = "models"
PUBLIC_DELAY = timedelta(minutes=10)
BLIND_LOT = 20
"""So many calls of blind battles enter the public figures of a model together, after midnight."""
USAGE_WINDOW = timedelta(days=30)
STATUS_COLUMNS = ("status", "note", "retired_at")
"""They change together, so they are held together."""
HEALTH_NOTE = "Changes of health are shown ten minutes late, so that they give nothing away about running battles."
_OUT_OF_FILE = "No longer in the catalog file."
_NAMED_BY = {
    Source.FILE: "The catalog file names this model under another id.",
    Source.MANUAL: "The admin area has this model under another id.",
}
_NOT_OFFERED = "No longer offered by this version."


@dataclass(slots=True)
class SyncReport:
    """What a synchronisation changed, by model id."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Newly found, and not offered before an admin accepts them."""

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.retired or self.waiting)


async def sync_catalog(session: Session, *, offers: Sequence[OfferedModel]) -> SyncReport:
    """Bring the table to what is offered now. A discovered model that is merely away stays; its health says so."""
    await repository.lock_catalog(session)
    now = await repository.get_now(session)
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
        await publish(session, TOPIC, "all")
    return report


def _without_held(row: Model, values: dict[str, Any]) -> dict[str, Any]:
    """Drop the columns that an admin set; a model added by hand keeps all of its columns."""
    if row.source is Source.MANUAL:
        return {}
    return {name: value for name, value in values.items() if name not in row.held}


def _keep_pause(row: Model, offer: OfferedModel) -> OfferedModel:
    """Finding a model again is no reason to wake one that somebody paused."""
    if offer.source is row.source is Source.DISCOVERED and row.status is ModelStatus.PAUSED:
        return replace(offer, status=row.status, note=row.note)
    return offer


async def retire_namesakes(session: Session, *, model: OfferedModel) -> list[str]:
    """Retire what discovery found and the admin area now has under another id: no model meets itself in a battle."""
    rows = [row for row in await repository.list_models(session) if row.source is Source.DISCOVERED]
    return _retire(rows, [model], await repository.get_now(session))


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
        return _OUT_OF_FILE
    if row.source is Source.EMBEDDED:
        return _NOT_OFFERED
    namesake = find_namesake(to_offer(row), named)
    return None if namesake is None else _NAMED_BY[namesake.source]


def _update(row: Model, values: Mapping[str, Any]) -> bool:
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    return bool(changed)


def to_columns(offer: OfferedModel, retired_at: datetime | None = None) -> dict[str, Any]:
    """A model as its row has it."""
    plain = {each.name: getattr(offer, each.name) for each in fields(offer) if each.name not in {"abilities", "price"}}
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
    """A row as the slices above see it."""
    plain = {
        each.name: getattr(row, each.name)
        for each in fields(OfferedModel)
        if each.name not in {"abilities", "price", "params"}
    }
    return OfferedModel(
        **plain,
        params=dict(row.params),
        abilities=Abilities(row.vision, row.tools, row.reasoning),
        price=_price(row),
    )


def _price(row: Model) -> Price | None:
    if row.input_price is None or row.output_price is None or row.price_source is None:
        return None
    return Price(row.input_price, row.output_price, row.price_source)


async def list_models(session: Session) -> ModelsOut:
    """All models by name, as everybody may see them."""
    rows = await repository.list_models(session)
    health = {change.model_id: change for change in await repository.list_visible_health(session, PUBLIC_DELAY)}
    models = [_model_out(row, health.get(row.model_id)) for row in rows]
    return ModelsOut(models=models, metadata=ModelsMetadata(total_models=len(models)))


async def get_model(session: Session, *, model_id: str) -> ModelOut:
    """One model, as everybody may see it."""
    row = await _get(session, model_id)
    return _model_out(row, await repository.get_visible_health(session, model_id, PUBLIC_DELAY))


def _model_out(row: Model, health: ModelHealth | None) -> ModelOut:
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
    """How quick and how dear a model was in the last thirty days.

    Whoever has not voted yet could otherwise see whose number went up with their own battle.
    """
    await _get(session, model_id)
    calls, first_token, speed, cost, tokens = await repository.measure_calls(
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
    """The models that may be drawn for a battle: active and, as far as is known now, not down."""
    return [to_offer(row) for row in await repository.list_drawable(session)]


async def list_offered(session: Session) -> list[OfferedModel]:
    """All models with everything that is known of them; for this process, never for the wire."""
    return [to_offer(row) for row in await repository.list_models(session)]


async def get_offered(session: Session, *, model_id: str) -> OfferedModel:
    """One model with everything that is known of it, ready to be called."""
    return to_offer(await _get(session, model_id))


async def find_offered(session: Session, *, model_ids: Sequence[str]) -> dict[str, OfferedModel]:
    """Several models by id; unknown ids are left out."""
    return {row.model_id: to_offer(row) for row in await repository.list_models_by_id(session, model_ids)}


async def _get(session: Session, model_id: str) -> Model:
    # PostgreSQL cannot even compare with a zero byte.
    row = await repository.get_model(session, model_id) if "\0" not in model_id else None
    if row is None:
        raise ModelNotFound
    return row


async def list_live_health(session: Session) -> dict[str, Health]:
    """The present health of every model: for the admin and for drawing, never for the public."""
    return {row.model_id: Health(row.state, row.reason) for row in await repository.list_latest_health(session)}


async def record_calls(session: Session, *, records: Sequence[CallRecord]) -> None:
    """Add calls to the ledger and let each model's health follow."""
    # A batch may come again after the connection broke at its end; what is in the ledger already counts only once.
    added = await repository.add_calls(session, [record.as_row() for record in records])
    pasts = await _look_back(session, {record.model_id for record in records})
    # In one order everywhere, so that two processes never wait for each other.
    for model_id, past in sorted(pasts.items(), key=itemgetter(0)):
        await _follow_health(session, model_id, past)
    await settle(session, records=[record for record in records if record.call_id in added])


async def record_probe(session: Session, *, record: CallRecord) -> None:
    """Let the health follow a probe. The ledger keeps only probes that may change something."""
    past = (await _look_back(session, [record.model_id]))[record.model_id]
    settled = HealthState.HEALTHY if record.outcome == OK else HealthState.DOWN
    await _follow_health(session, record.model_id, past, HealthEvent(past.now, record.outcome, probe=True))
    if past.health is None or past.health.state is not settled:
        await repository.add_calls(session, [record.as_row()])
        await settle(session, records=[record])


async def _look_back(session: Session, model_ids: Iterable[str]) -> dict[str, RecentPast]:
    return await repository.list_recent(session, list(model_ids), window=WINDOW, calls=2 * WINDOW_CALLS)


async def _follow_health(session: Session, model_id: str, past: RecentPast, probe: HealthEvent | None = None) -> None:
    if not _changes(past, probe):
        return
    if past.health is None and probe is None:
        return  # the first state is public at once, so no call of a running battle may set it
    await repository.lock_model(session, model_id)
    past = (await _look_back(session, [model_id]))[model_id]
    found = _changes(past, probe)
    if found is None:
        return
    first = past.health is None
    repository.add_health(session, model_id=model_id, state=found.state, reason=found.reason, first=first)
    if first:
        await publish(session, TOPIC, model_id)
    await _tell_of_key(session, model_id, past.health, found)


def _changes(past: RecentPast, probe: HealthEvent | None) -> Health | None:
    """The health that a model has now, if it is another than before."""
    events = past.calls if probe is None else [*past.calls, probe]
    found = next_health(past.health or UNKNOWN, events, past.now)
    return None if past.health is not None and past.health.state is found.state else found


async def _tell_of_key(session: Session, model_id: str, previous: Health | None, found: Health) -> None:
    """A key that is refused stops everything of its provider until somebody acts, so somebody has to know."""
    refused = found.state is HealthState.DOWN and found.reason == FailureKind.BAD_KEY
    was_refused = previous is not None and previous.reason == FailureKind.BAD_KEY
    if not refused and not was_refused:
        return
    provider = provider_of(await get_offered(session, model_id=model_id))
    await (refuse_key if refused else accept_key)(session, provider=provider)


async def announce_health(session: Session, *, since: timedelta) -> bool:
    """Tell open pages when a change has just become old enough to be shown."""
    until = await repository.get_now(session) - PUBLIC_DELAY
    if not await repository.has_health_between(session, until - since, until):
        return False
    await publish(session, TOPIC, "all")
    return True
