"""Where models are asked: calls and discovery. Units of work are short and never open while a model answers."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

from llmbattler.connectors.calls import Call, Caller
from llmbattler.connectors.contract import (
    Delta,
    Finish,
    FinishReason,
    Message,
    Params,
    Place,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.connectors.guard import Limits
from llmbattler.connectors.registry import list_connectors
from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from . import service
from .admin.found import sort_found
from .budgets.estimate import costs_money
from .budgets.watching import Budgets
from .discovery import Spot, choose_models, list_spots
from .embedded import embedded_offers, weights_path
from .errors import DownloadFailed, KeyUnreadable, OwnKeyUnreadable
from .health import CANCELLED, OK
from .ledger import Ledger
from .models import ModelStatus, PlaceKind, Purpose, Source
from .models_file import ListedModels, find_models_file, read_models_file
from .offers import OfferedModel, merge_offers
from .prices import cost_in_micro_usd
from .probing import blame, list_in_time
from .providers.places import ProviderPlace, settle_providers
from .providers.service import list_provider_places
from .providers.stored_keys import PERSONAL, OwnKey, StoredKeys
from .records import CallRecord, complete_usage
from .replies import Reply, read_reply
from .repository import lock_catalog
from .resolve import Keys, merge_params, resolve
from .service import Ask, Hold, Reading, SyncReport
from .settings import CatalogSettings
from .weights import KNOWN, Progress, pull_weights

LOCAL_SECONDS = 2.0
CLOUD_SECONDS = 4.0
"""Longer would hold up the start of the site."""
KEY_SECONDS = 2.0
"""So old a stored key may be in a run, which calls too often to read it for each call."""

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallContext:
    """On whose behalf a model is called, and for what; both go into the ledger."""

    purpose: Purpose
    purpose_id: str | None = None
    caller: str | None = None
    hold: Hold | None = None
    """That it is paid for already; otherwise money is set aside, where there is a budget, before the call begins."""
    parent_id: UUID | None = None
    """The answer that this call is a part of, where a contestant makes several calls for one answer."""
    contestant_id: str | None = None
    """The contestant on whose behalf the model is called, where that is not the model itself."""

    @property
    def key_owner(self) -> str | None:
        """Whose own key may be used: the caller's, for what they run for themselves."""
        return self.caller if self.purpose in PERSONAL else None


class ModelCalls:
    """The one way to call a model of the catalog. One for the process; close it before the database."""

    def __init__(self, database: Database, caller: Caller, settings: Settings) -> None:
        self._caller = caller
        self._settings = settings
        self._ledger = Ledger(database)
        self.budgets = Budgets(database, settings)
        self._keys = Keys.read(settings)
        self._stored = StoredKeys(database, Vault(MasterKeys(settings)))
        self._limits = Limits(
            first_token=settings.of(ConnectorSettings).model_first_token_timeout,
            between_tokens=settings.of(ConnectorSettings).model_idle_timeout,
            total=settings.of(ConnectorSettings).model_total_timeout,
            answer=settings.of(ConnectorSettings).model_answer_limit,
        )

    def stream(
        self,
        model: OfferedModel,
        messages: Sequence[Message],
        *,
        context: CallContext,
        params: Params | None = None,
        seconds: float | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Answer the messages; ends with one `AnswerFinish` or raises a `ConnectorError`. Close it to stop the model.

        However it ends, the ledger gets one record. A call that no budget pays for is not made: `BudgetReached`.
        """
        limits = self._limits if seconds is None else replace(self._limits, total=min(seconds, self._limits.total))
        return self._stream(_Note(model, context, messages), params, limits)

    async def ask(
        self,
        model: OfferedModel,
        messages: Sequence[Message],
        *,
        context: CallContext,
        params: Params | None = None,
        seconds: float | None = None,
    ) -> Reply:
        """Give the whole answer, within so many seconds; the same call, with the same ends, as `stream`."""
        deltas = self.stream(model, messages, context=context, params=params, seconds=seconds)
        return await read_reply(deltas)

    async def _stream(self, note: "_Note", params: Params | None, limits: Limits) -> AsyncGenerator[Delta, None]:
        model, messages, context = note.model, note.messages, note.context
        note.hold = await self._hold(model, messages, context, params)
        try:
            oldest = KEY_SECONDS if context.purpose is Purpose.RUN else 0.0
            stored = await self._stored.find(model.provider_id, model.base_url, owner=context.key_owner, oldest=oldest)
            note.own_key = isinstance(stored, OwnKey)
            resolved = resolve(model, keys=self._keys, settings=self._settings, stored=stored)
            wanted = merge_params(resolved.params, params)
            note.call = self._caller.stream(model.connector, resolved.place, resolved.prepare(messages), wanted, limits)
            async with note.call as deltas:
                async for delta in deltas:
                    if not note.take(delta):
                        yield delta
            if note.reason is not None:
                note.recorded = note.record()
                yield note.recorded.finish(note.reason, note.usage or Usage(), note.reasons)
        except ConnectorError as error:
            note.outcome = error.kind.value
            note.own_key = note.own_key or isinstance(error, OwnKeyUnreadable)
            raise
        except (asyncio.CancelledError, GeneratorExit):
            note.outcome = OK if note.usage is not None else CANCELLED
            raise
        except Exception as problem:
            raise blame(model.connector, problem) from problem
        finally:
            self._ledger.add(note.recorded or note.record())

    async def _hold(
        self, model: OfferedModel, messages: Sequence[Message], context: CallContext, params: Params | None
    ) -> Hold:
        if context.hold is not None:
            return context.hold
        if not costs_money(model) or not await self.budgets.are_set():
            return Hold()
        longest = params.max_tokens if params is not None else None
        reading = Reading.of_messages(messages)
        ask = Ask.of(model, reading=reading, caller=context.caller, max_tokens=longest)
        return await self.budgets.hold(ask, key_owner=context.key_owner, provider_id=model.provider_id)

    def cost(self, model: OfferedModel, usage: Usage) -> int | None:
        """What a call with this usage costs in millionths of a dollar; `None` where that is unknown."""
        return cost_in_micro_usd(model.price, model.address, usage)

    async def flush(self) -> None:
        """Return when every finished call is in the ledger."""
        await self._ledger.flush()

    async def close(self) -> None:
        await self._ledger.close()


class _Note:
    """What is remembered of one call while it runs."""

    def __init__(self, model: OfferedModel, context: CallContext, messages: Sequence[Message]) -> None:
        self.model = model
        self.context = context
        self.messages = messages
        self.hold = Hold()
        self.call: Call | None = None
        self.recorded: CallRecord | None = None
        self.usage: Usage | None = None
        self.reason: FinishReason | None = None
        self.reasons: tuple[FinishReason, ...] = ()
        self.own_key = False
        self.outcome: str = FailureKind.BROKEN_STREAM.value
        """Of a connector that fails without a name; all other ends say what they are."""
        self._said = 0
        self._started = time.monotonic()

    def take(self, delta: Delta) -> bool:
        """Count what was said; true when this was the last delta."""
        match delta:
            case TextDelta() | ReasoningDelta():
                self._said += len(delta.text)
            case ToolCallDelta():
                self._said += len(delta.arguments)
            case Finish():
                self.usage, self.reason, self.reasons = delta.usage, delta.reason, delta.reasons
                self.outcome = OK
                return True
        return False

    def record(self) -> CallRecord:
        usage, estimated = self._count()
        first = self.call.first_token_seconds if self.call is not None else None
        total = self.call.seconds if self.call is not None else None
        return CallRecord(
            model_id=self.model.model_id,
            purpose=self.context.purpose,
            purpose_id=self.context.purpose_id,
            caller=self.context.caller,
            parent_id=self.context.parent_id,
            contestant_id=self.context.contestant_id,
            provider=service.provider_of(self.model),
            reservation_id=self.hold.reservation_id,
            own_key=self.own_key,
            outcome=self.outcome,
            usage=usage,
            estimated=estimated,
            cost_micro_usd=cost_in_micro_usd(self.model.price, self.model.address, usage),
            first_token_ms=None if first is None else round(first * 1000),
            total_ms=round((total if total is not None else time.monotonic() - self._started) * 1000),
            attempts=self.call.attempts if self.call is not None else 0,
        )

    def _count(self) -> tuple[Usage, bool]:
        if self.call is None or not self.call.attempts:
            return Usage(0, 0), False  # it ended before anything was sent
        if self.usage is None and not self._said and self.outcome != CANCELLED:
            return Usage(0, 0), False  # it failed before the first word, which providers do not charge for
        return complete_usage(self.usage, self.messages, self._said)


@dataclass(frozen=True, slots=True)
class SpotReport:
    """What discovery found at one address."""

    spot: Spot
    found: Sequence[OfferedModel]
    problem: ConnectorError | None = None


@dataclass(frozen=True, slots=True)
class CatalogReport:
    spots: Sequence[SpotReport]
    warnings: Sequence[str]
    changes: SyncReport


async def refresh_catalog(
    database: Database, caller: Caller, settings: Settings, *, starting: bool = False, everywhere: bool = False
) -> CatalogReport:
    """Read the file, look around, and bring the table up to date.

    A process that starts a site speaks for its file, also when there is none. A worker elsewhere may lack the file;
    what the site's file said then stays. With `everywhere`, stored providers are asked even where discovery is off.
    """
    keys = Keys.read(settings)
    listed = read_listed(settings, keys)
    async with database.unit() as session:
        places = await list_provider_places(session)
    asked = places if settings.of(CatalogSettings).discovery or everywhere else []
    spots = [
        *await discover(caller, settings, keys),
        *await _look_at_providers(caller, StoredKeys(database, Vault(MasterKeys(settings))), asked),
    ]
    async with database.unit() as session:
        # Before anything is read: two processes that start together would both add what is new.
        await lock_catalog(session)
        known = await service.list_offered(session)
        if listed.path is None and not starting:
            kept = [model for model in known if model.source is Source.FILE and model.status is not ModelStatus.RETIRED]
            listed = ListedModels(None, kept, ())
        listed = settle_providers(listed, places)
        manual = [model for model in known if model.source is Source.MANUAL]
        admitted, waiting = await sort_found(
            session,
            found=[offer for report in spots for offer in report.found],
            named=[*listed.offers, *manual],
            known={model.model_id for model in known},
            ask=bool(settings.of(CatalogSettings).discovery_ask),
        )
        offers = merge_offers(
            listed=listed.offers, discovered=admitted, embedded=embedded_offers(settings), manual=manual
        )
        changes = await service.sync_catalog(session, offers=offers)
        changes.waiting.extend(waiting)
    report = CatalogReport(spots, [*listed.warnings, *_doubles(listed.offers, manual)], changes)
    _tell(report)
    return report


def _doubles(listed: Sequence[OfferedModel], manual: Sequence[OfferedModel]) -> list[str]:
    ids = {model.model_id for model in manual}
    return [
        f"models.yaml: {offer.model_id} is a model of the admin area, whose word counts; the file's entry is left out."
        for offer in listed
        if offer.model_id in ids
    ]


def _tell(report: CatalogReport) -> None:
    changes = report.changes
    if changes:
        _log.info(
            "catalog",
            added=changes.added,
            changed=changes.changed,
            retired=changes.retired,
            waiting=changes.waiting,
        )
    for warning in report.warnings:
        _log.warning(warning)
    for spot in report.spots:
        # That no server runs at a local address is the usual case and no news.
        if spot.problem is not None and spot.spot.place is PlaceKind.CLOUD:
            _log.warning("no models from this provider", provider=spot.spot.title, reason=str(spot.problem))


def read_listed(settings: Settings, keys: Keys) -> ListedModels:
    """What the catalog file says, if there is one; raises `BadModelsFile`."""
    path = find_models_file(settings)
    if path is None:
        return ListedModels(None, (), ())
    return read_models_file(path, connectors=list_connectors(), environment=keys.environment)


async def discover(caller: Caller, settings: Settings, keys: Keys) -> Sequence[SpotReport]:
    """Ask all addresses at once; one that is silent or wrong keeps nobody waiting."""
    spots = [(spot, keys.find(spot.api_key_env) if spot.api_key_env else None) for spot in list_spots(settings)]
    return await asyncio.gather(*(_look(caller, spot, key) for spot, key in spots))


async def _look_at_providers(
    caller: Caller, stored: StoredKeys, places: Sequence[ProviderPlace]
) -> Sequence[SpotReport]:
    async def look(place: ProviderPlace) -> SpotReport:
        spot = Spot(place.provider_id, place.name, place.connector, place.base_url, provider_id=place.provider_id)
        try:
            return await _look(caller, spot, await stored.find(place.provider_id, place.base_url))
        except KeyUnreadable as problem:
            return SpotReport(spot, (), problem)

    return await asyncio.gather(*(look(place) for place in places))


async def _look(caller: Caller, spot: Spot, key: str | None) -> SpotReport:
    patience = CLOUD_SECONDS if spot.place is PlaceKind.CLOUD else LOCAL_SECONDS
    try:
        listed = await list_in_time(caller, spot.connector, Place("", spot.base_url, key), patience)
        return SpotReport(spot, choose_models(spot, listed))
    except ConnectorError as problem:
        return SpotReport(spot, (), problem)
    except Exception as problem:  # noqa: BLE001 - what somebody's connector lists may be anything
        return SpotReport(spot, (), blame(spot.connector, problem))


async def pull_included(settings: Settings, name: str, progress: Progress) -> tuple[Path, bool]:
    """Fetch weights by name into the data folder; gives the file, and whether it had to be fetched."""
    if name not in KNOWN:
        raise DownloadFailed(f"Nothing is known under the name {name!r}. Known: {', '.join(sorted(KNOWN))}.")
    target = weights_path(settings)
    return target, await pull_weights(KNOWN[name], target, progress)
