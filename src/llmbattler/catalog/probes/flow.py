"""Probe model servers. Listing models costs nothing; a server without a list is asked one short question."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, FinishReason, Message, Params, Place, Usage
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ..budgets.service.reservations import provider_of
from ..calls.service import EnvironmentKeys, ResolvedModel, resolve
from ..flow import list_server_models, to_connector_error
from ..health import OK, Health
from ..ledger.service.calls import list_refused, record_probe
from ..models import HealthState, Source
from ..offers import OfferedModel
from ..prices import cost_in_micro_usd
from ..providers.flow.stored_keys import StoredKeys
from ..purposes import PROBE, TEST
from ..records import CallRecord, complete_usage
from ..service import list_live_health, list_offered

PROBE_SECONDS = 10.0
QUESTION_SECONDS = 30.0
PROBES_AT_ONCE = 16
QUESTION = (Message.user("Say OK."),)
QUESTION_TOKENS = 16

NO_LIST = frozenset({FailureKind.REFUSED, FailureKind.MODEL_MISSING})
"""How a server answers that has models but cannot list them."""
NAMED = frozenset({Source.FILE, Source.MANUAL})
"""Models that a person named; the server need not list them."""


async def probe_health(database: Database, caller: Caller, settings: Settings) -> None:
    """Probe the server of every active model once, and update health."""
    async with database.unit() as session:
        models = [model for model in await list_offered(session) if model.active]
        health = await list_live_health(session)
        refused = await list_refused(session, model_ids=[model.model_id for model in models])
    stored = StoredKeys(database, Vault(MasterKeys(settings)))
    in_question = _list_questionable(health) | refused
    probes = _ProbeRound(caller, health, in_question, stored)
    records = await probes.probe(models, EnvironmentKeys.read(settings), settings)
    async with database.unit() as session:
        for record in sorted(records, key=lambda record: record.model_id):
            await record_probe(session, record=record)


def _list_questionable(health: dict[str, Health]) -> set[str]:
    """Models that failed: that their server lists them does not show that they answer."""
    return {name for name, found in health.items() if found.state in {HealthState.DEGRADED, HealthState.DOWN}}


@dataclass(frozen=True, slots=True)
class _Server:
    """One place with one key, and its models."""

    connector: str
    place: Place
    models: list[tuple[OfferedModel, ResolvedModel]]


class _ProbeRound:
    """One round of probes: each server once, a limited number at a time."""

    def __init__(self, caller: Caller, health: dict[str, Health], in_question: set[str], stored: StoredKeys) -> None:
        self._caller = caller
        self._stored = stored
        self._health = health
        self._in_question = in_question
        self._gate = asyncio.Semaphore(PROBES_AT_ONCE)

    async def probe(
        self, models: Sequence[OfferedModel], keys: EnvironmentKeys, settings: Settings
    ) -> list[CallRecord]:
        servers: dict[tuple[str, str, str | None], _Server] = {}
        records: list[CallRecord] = []
        for model in models:
            try:
                found = await self._stored.find(model.provider_id, model.base_url)
                resolved = resolve(model, keys=keys, settings=settings, stored=found)
            except ConnectorError as error:
                records.append(_record(model, error.kind.value, report=error.report))
                continue
            place = resolved.place
            key = (model.connector, place.base_url, place.api_key)
            servers.setdefault(key, _Server(model.connector, place, [])).models.append((model, resolved))
        for probed in await asyncio.gather(*(self._probe_server(server) for server in servers.values())):
            records += probed
        return records

    async def _probe_server(self, server: _Server) -> list[CallRecord]:
        started = time.monotonic()
        try:
            async with self._gate:
                models = await list_server_models(self._caller, server.connector, server.place, seconds=PROBE_SECONDS)
        except ConnectorError as error:
            if error.kind in NO_LIST:
                return await self._ask_all(server, error.kind)
            spent = round((time.monotonic() - started) * 1000)
            return [_record(model, error.kind, spent, report=error.report) for model, _ in server.models]
        spent = round((time.monotonic() - started) * 1000)
        listed = {model.id for model in models}
        found = [(model, resolved, _check_listed(model, listed)) for model, resolved in server.models]
        asked = [
            self._ask(model, resolved)
            for model, resolved, outcome in found
            if outcome == OK and model.model_id in self._in_question
        ]
        return [
            _record(model, outcome, spent)
            for model, _, outcome in found
            if outcome != OK or model.model_id not in self._in_question
        ] + list(await asyncio.gather(*asked))

    async def _ask_all(self, server: _Server, failure: FailureKind) -> list[CallRecord]:
        """Ask a question to the models of a server that cannot list them, unless their calls show that they work."""
        records = [_record(model, failure) for model, _ in server.models if model.source not in NAMED]
        unsure = [
            (model, resolved)
            for model, resolved in server.models
            if model.source in NAMED and (model.model_id in self._in_question or model.model_id not in self._health)
        ]
        return records + list(await asyncio.gather(*(self._ask(model, resolved) for model, resolved in unsure)))

    async def _ask(self, model: OfferedModel, resolved: ResolvedModel) -> CallRecord:
        call = self._caller.stream(model.connector, resolved.place, QUESTION, Params(max_tokens=QUESTION_TOKENS))
        usage: Usage | None = None
        outcome: str = OK
        report: str | None = None
        wrote = False
        try:
            async with self._gate, asyncio.timeout(QUESTION_SECONDS), call as deltas:
                async for delta in deltas:
                    if isinstance(delta, Finish):
                        usage = delta.usage
                        outcome = OK if wrote or delta.reason is not FinishReason.STOP else FailureKind.BROKEN_STREAM
                    else:
                        wrote = True
        except ConnectorError as error:
            outcome, report = error.kind, error.report
        except TimeoutError:
            outcome = FailureKind.TIMED_OUT
        except Exception as problem:  # noqa: BLE001 - a connector plug-in may raise anything
            outcome = to_connector_error(model.connector, problem).kind
        spent = round((call.seconds or 0) * 1000)
        return _record(model, outcome, spent, usage, purpose=TEST, report=report)


def _check_listed(model: OfferedModel, listed: set[str]) -> str:
    # Providers also accept names that they do not list, so only a discovered model can be missing from the list.
    missing = model.source is Source.DISCOVERED and model.model not in listed
    return FailureKind.MODEL_MISSING if missing else OK


def _record(
    model: OfferedModel,
    outcome: str,
    spent: int = 0,
    usage: Usage | None = None,
    *,
    purpose: str = PROBE,
    report: str | None = None,
) -> CallRecord:
    counted, estimated = (Usage(0, 0), False) if usage is None else complete_usage(usage, QUESTION, 0)
    return CallRecord(
        model_id=model.model_id,
        purpose=purpose,
        provider=provider_of(model),
        outcome=str(outcome),
        usage=counted,
        estimated=estimated,
        cost_micro_usd=cost_in_micro_usd(model.price, model.address, counted),
        total_ms=spent,
        attempts=1,
        report=report or None,
    )
