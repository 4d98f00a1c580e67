"""Asking models how they are. A list of models costs nothing; where a server has none, one short question does it."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, ListedModel, Message, Params, Place, Usage
from llmbattler.connectors.errors import BrokenStream, ConnectorError, FailureKind, TimedOut
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from . import service
from .health import OK, UNKNOWN, Health
from .models import HealthState, Purpose, Source
from .offers import OfferedModel
from .prices import cost_in_micro_usd
from .providers.stored_keys import StoredKeys
from .records import CallRecord, complete_usage
from .resolve import Keys, ResolvedModel, resolve

PROBE_SECONDS = 10.0
QUESTION_SECONDS = 30.0
PROBES_AT_ONCE = 16
QUESTION = (Message.user("Say OK."),)
QUESTION_TOKENS = 16

NO_LIST = frozenset({FailureKind.REFUSED, FailureKind.MODEL_MISSING})
"""How a server answers that has models but no list of them."""
NAMED = frozenset({Source.FILE, Source.MANUAL})
"""Somebody wrote these models down; they need not stand in a list."""

_log = get_logger(__name__)


async def probe_health(database: Database, caller: Caller, settings: Settings) -> None:
    """Ask every place of an active model, and let the health follow."""
    async with database.unit() as session:
        models = [model for model in await service.list_offered(session) if model.active]
        health = await service.list_live_health(session)
    stored = StoredKeys(database, Vault(MasterKeys(settings)))
    records = await _Round(caller, health, stored).probe(models, Keys.read(settings), settings)
    async with database.unit() as session:
        for record in sorted(records, key=lambda record: record.model_id):
            await service.record_probe(session, record=record)


async def list_in_time(caller: Caller, connector: str, place: Place, patience: float) -> Sequence[ListedModel]:
    """What a place lists; every failure is a `ConnectorError`, also of a connector that fails without a name."""
    try:
        async with asyncio.timeout(patience):
            return _check_list(await caller.list_models(connector, place))
    except ConnectorError:
        raise
    except TimeoutError:
        raise TimedOut from None
    except Exception as problem:
        raise blame(connector, problem) from problem


def _check_list(listed: Sequence[object]) -> list[ListedModel]:
    models = [model for model in listed if isinstance(model, ListedModel)]
    if len(models) != len(listed):
        raise TypeError("It lists what are no models.")
    return models


def blame(connector: str, problem: Exception) -> BrokenStream:
    """Name a failure in a plug-in, which is anybody's code: it is the failure of its models, not of the site."""
    _log.error("a connector failed without a name", connector=connector, exc_info=problem)
    return BrokenStream(f"The connector {connector!r} failed with {type(problem).__name__}.")


@dataclass(frozen=True, slots=True)
class _Visit:
    """One place, and the models that live there."""

    connector: str
    place: Place
    models: list[tuple[OfferedModel, ResolvedModel]]


class _Round:
    """One round of probes: each place once, not too many at the same time."""

    def __init__(self, caller: Caller, health: dict[str, Health], stored: StoredKeys) -> None:
        self._caller = caller
        self._stored = stored
        self._health = health
        self._gate = asyncio.Semaphore(PROBES_AT_ONCE)

    async def probe(self, models: Sequence[OfferedModel], keys: Keys, settings: Settings) -> list[CallRecord]:
        visits: dict[tuple[str, str, str | None], _Visit] = {}
        records: list[CallRecord] = []
        for model in models:
            try:
                found = await self._stored.find(model.provider_id, model.base_url)
                resolved = resolve(model, keys=keys, settings=settings, stored=found)
            except ConnectorError as error:
                records.append(_record(model, error.kind.value))
                continue
            place = resolved.place
            key = (model.connector, place.base_url, place.api_key)
            visits.setdefault(key, _Visit(model.connector, place, [])).models.append((model, resolved))
        for paid in await asyncio.gather(*(self._pay(visit) for visit in visits.values())):
            records += paid
        return records

    async def _pay(self, visit: _Visit) -> list[CallRecord]:
        started = time.monotonic()
        try:
            async with self._gate:
                listed = {
                    model.id for model in await list_in_time(self._caller, visit.connector, visit.place, PROBE_SECONDS)
                }
            failure = None
        except ConnectorError as error:
            listed, failure = set(), error.kind
        spent = round((time.monotonic() - started) * 1000)
        if failure in NO_LIST:
            return await self._ask_all(visit, failure)
        return [_record(model, failure or _is_there(model, listed), spent) for model, _ in visit.models]

    async def _ask_all(self, visit: _Visit, failure: FailureKind) -> list[CallRecord]:
        """Settle by a question how models are whose server has no list; while they work, their calls tell enough."""
        records = [_record(model, failure) for model, _ in visit.models if model.source not in NAMED]
        working = {HealthState.HEALTHY, HealthState.DEGRADED}
        unsure = [
            (model, resolved)
            for model, resolved in visit.models
            if model.source in NAMED and self._health.get(model.model_id, UNKNOWN).state not in working
        ]
        return records + list(await asyncio.gather(*(self._ask(model, resolved) for model, resolved in unsure)))

    async def _ask(self, model: OfferedModel, resolved: ResolvedModel) -> CallRecord:
        call = self._caller.stream(model.connector, resolved.place, QUESTION, Params(max_tokens=QUESTION_TOKENS))
        usage: Usage | None = None
        outcome: str = OK
        try:
            async with self._gate, asyncio.timeout(QUESTION_SECONDS), call as deltas:
                async for delta in deltas:
                    usage = delta.usage if isinstance(delta, Finish) else usage
        except ConnectorError as error:
            outcome = error.kind
        except TimeoutError:
            outcome = FailureKind.TIMED_OUT
        except Exception as problem:  # noqa: BLE001 - a connector is anybody's code
            outcome = blame(model.connector, problem).kind
        return _record(model, outcome, round((call.seconds or 0) * 1000), usage)


def _is_there(model: OfferedModel, listed: set[str]) -> str:
    # Providers also answer to names that they do not list, so only what came from a list can vanish from it.
    vanished = model.source is Source.DISCOVERED and model.model not in listed
    return FailureKind.MODEL_MISSING if vanished else OK


def _record(model: OfferedModel, outcome: str, spent: int = 0, usage: Usage | None = None) -> CallRecord:
    counted, estimated = (Usage(0, 0), False) if usage is None else complete_usage(usage, QUESTION, 0)
    return CallRecord(
        model_id=model.model_id,
        purpose=Purpose.PROBE,
        provider=service.provider_of(model),
        outcome=str(outcome),
        usage=counted,
        estimated=estimated,
        cost_micro_usd=cost_in_micro_usd(model.price, model.address, counted),
        total_ms=spent,
        attempts=1,
    )
