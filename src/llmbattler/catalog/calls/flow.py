"""Call a model of the catalog. Units of work are short, and none is open while the model answers."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from llmbattler.connectors.calls import Call, Caller
from llmbattler.connectors.contract import (
    Delta,
    Finish,
    FinishReason,
    Message,
    Params,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.connectors.guard import Limits
from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ..answering_models import find_other_model
from ..budgets.estimate import PromptSize, costs_money
from ..budgets.flow import Budgets
from ..budgets.service.reservations import CallEstimate, Reservation, provider_of
from ..errors import OwnKeyUnreadable
from ..flow import to_connector_error
from ..health import CANCELLED, OK
from ..ledger.flow import LedgerWriter
from ..offers import EMBEDDED_CONNECTOR, OfferedModel
from ..prices import cost_in_micro_usd
from ..providers.flow.stored_keys import OwnKey, StoredKeys
from ..purposes import get_purpose
from ..records import AnswerFinish, CallRecord, complete_usage
from .replies import Reply, read_reply
from .service import EnvironmentKeys, ResolvedModel, merge_params, resolve

__all__ = ["Reply", "read_reply"]

KEY_SECONDS = 2.0
"""Maximum age of a stored key for frequent purposes, which make too many calls to read it for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallContext:
    """On whose behalf a model is called, and for what; both go into the ledger."""

    purpose: str
    """The name of a purpose that a slice declares in its manifest."""
    purpose_id: str | None = None
    caller: str | None = None
    reservation: Reservation | None = None
    """Money reserved before; otherwise `ModelCalls` reserves it, if there is a budget, before the call begins."""

    parent_id: UUID | None = None
    """The answer that this call is a part of, when a contestant makes several calls for one answer."""
    contestant_id: str | None = None
    """The contestant on whose behalf the model is called, when that is not the model itself."""

    def __post_init__(self) -> None:
        get_purpose(self.purpose)

    @property
    def key_owner(self) -> str | None:
        """Return whose own key may be used: the caller's, for what they run for themselves."""
        return self.caller if get_purpose(self.purpose).personal else None


class ModelCalls:
    """The one way to call a model of the catalog. One for the process; close it before the database."""

    def __init__(self, database: Database, caller: Caller, settings: Settings) -> None:
        self._caller = caller
        self._settings = settings
        self._ledger = LedgerWriter(database)
        self._releases: set[asyncio.Task[None]] = set()
        self.budgets = Budgets(database, settings)
        self._keys = EnvironmentKeys.read(settings)
        self._stored = StoredKeys(database, Vault(MasterKeys(settings)))
        timeouts = settings.of(ConnectorSettings)
        self._limits = Limits(
            first_token=timeouts.model_first_token_timeout,
            between_tokens=timeouts.model_idle_timeout,
            total=timeouts.model_total_timeout,
            answer=timeouts.model_answer_limit,
        )

    def stream(
        self,
        model: OfferedModel,
        messages: Sequence[Message],
        *,
        context: CallContext,
        params: Params | None = None,
        seconds: float | None = None,
        max_chars: int | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Stream the answer; it ends with one `AnswerFinish` or raises a `ConnectorError`. Close it to stop the model.

        `seconds` limits the total time. An answer of more than `max_chars` characters is stopped and ends with the
        reason `LENGTH`. The ledger gets one record, however the call ends. Raises `BudgetReached` before the call when
        a budget is used up.
        """
        limits = self._limits if seconds is None else replace(self._limits, total=min(seconds, self._limits.total))
        return self._stream(_CallTracker(model, context, messages, max_chars), params, limits)

    async def ask(
        self,
        model: OfferedModel,
        messages: Sequence[Message],
        *,
        context: CallContext,
        params: Params | None = None,
        seconds: float | None = None,
        max_chars: int | None = None,
    ) -> Reply:
        """Return the whole answer of the same call that `stream` makes; raises what it raises."""
        deltas = self.stream(model, messages, context=context, params=params, seconds=seconds, max_chars=max_chars)
        return await read_reply(deltas)

    async def _stream(
        self, tracker: "_CallTracker", params: Params | None, limits: Limits
    ) -> AsyncGenerator[Delta, None]:
        model, messages, context = tracker.model, tracker.messages, tracker.context
        tracker.reservation = await self._reserve(model, messages, context, params)
        try:
            resolved = await self._resolve(tracker)
            wanted = merge_params(resolved.params, params)
            tracker.call = self._caller.stream(
                model.connector, resolved.place, resolved.prepare(messages), wanted, limits
            )
            async with tracker.call as deltas:
                async for delta in deltas:
                    tracker.take(delta)
                    if tracker.too_long:
                        break
                    if not isinstance(delta, Finish):
                        yield delta
            if tracker.reason is not None:
                yield tracker.finish(tracker.reason)
        except ConnectorError as error:
            tracker.outcome, tracker.report = error.kind.value, error.report or None
            tracker.own_key = tracker.own_key or isinstance(error, OwnKeyUnreadable)
            raise
        except (asyncio.CancelledError, GeneratorExit):
            tracker.outcome = tracker.outcome if tracker.usage is not None else CANCELLED
            raise
        except Exception as problem:
            raise to_connector_error(model.connector, problem) from problem
        finally:
            self._ledger.add(tracker.record or tracker.make_record())

    async def _resolve(self, tracker: "_CallTracker") -> ResolvedModel:
        model, context = tracker.model, tracker.context
        max_age = KEY_SECONDS if get_purpose(context.purpose).frequent else 0.0
        stored = await self._stored.find(model.provider_id, model.base_url, owner=context.key_owner, max_age=max_age)
        tracker.own_key = isinstance(stored, OwnKey)
        return resolve(model, keys=self._keys, settings=self._settings, stored=stored)

    async def _reserve(
        self, model: OfferedModel, messages: Sequence[Message], context: CallContext, params: Params | None
    ) -> Reservation:
        if context.reservation is not None:
            return context.reservation
        if not costs_money(model) or not await self.budgets.are_set():
            return Reservation()
        asked = params or Params()
        prompt = PromptSize.of_messages(messages)
        estimate = CallEstimate.of(
            model, prompt=prompt, caller=context.caller, max_tokens=asked.max_tokens, choices=asked.n
        )
        return await self.budgets.reserve(estimate, key_owner=context.key_owner, provider_id=model.provider_id)

    def cost(self, model: OfferedModel, usage: Usage) -> int | None:
        """Return the cost of this usage in micro-dollars, or `None` when it is unknown."""
        return cost_in_micro_usd(model.price, model.address, usage)

    def release(self, reservations: Iterable[Reservation]) -> None:
        """Release what was reserved for calls that were not made, once the finished ones are in the ledger."""
        task = asyncio.create_task(self._release(tuple(reservations)), name="release reservations")
        self._releases.add(task)
        task.add_done_callback(self._releases.discard)

    async def _release(self, reservations: Sequence[Reservation]) -> None:
        await self._ledger.flush()
        await self.budgets.release(reservations)

    async def flush(self) -> None:
        """Return when every finished call is in the ledger, and unused reservations are released."""
        await self._ledger.flush()
        await asyncio.gather(*self._releases)

    async def close(self) -> None:
        await self._ledger.close()
        for task in tuple(self._releases):
            task.cancel()
        await asyncio.gather(*self._releases, return_exceptions=True)


@asynccontextmanager
async def open_calls(resources: Resources) -> AsyncIterator[None]:
    """Add `ModelCalls` and `Budgets` to the resources of a process."""
    calls = ModelCalls(resources.get(Database), resources.get(Caller), resources.get(Settings))
    resources.add(ModelCalls, calls)
    resources.add(Budgets, calls.budgets)
    try:
        yield
    finally:
        await calls.close()


class _CallTracker:
    """What is known of one call while it runs, and its record for the ledger at the end."""

    def __init__(
        self, model: OfferedModel, context: CallContext, messages: Sequence[Message], max_chars: int | None = None
    ) -> None:
        self.model = model
        self.context = context
        self.messages = messages
        self.reservation = Reservation()
        self.call: Call | None = None
        self.record: CallRecord | None = None
        self.usage: Usage | None = None
        self.reason: FinishReason | None = None
        """Set when the answer is over."""
        self.reasons: tuple[FinishReason, ...] = ()
        self.answered_by: str | None = None
        self.too_long = False
        self.own_key = False
        self.outcome: str = FailureKind.BROKEN_STREAM.value
        """Stays when a connector raises an unexpected exception; every other end sets it."""
        self.report: str | None = None
        self._max_chars = max_chars
        self._has_answer = False
        """It wrote more than spaces, or called a tool."""
        self._text_chars = 0
        self._chars = 0
        """With reasoning and tool calls."""
        self._started = time.monotonic()

    def take(self, delta: Delta) -> None:
        """Count what the model wrote, and note the end of the answer."""
        match delta:
            case TextDelta():
                self._has_answer = self._has_answer or bool(delta.text.strip())
                self._chars += len(delta.text)
                self._text_chars += len(delta.text)
                if self._max_chars is not None and self._text_chars > self._max_chars:
                    self.too_long, self.reason, self.outcome = True, FinishReason.LENGTH, CANCELLED
            case ReasoningDelta():
                self._chars += len(delta.text)
            case ToolCallDelta():
                self._has_answer = True
                self._chars += len(delta.arguments)
            case Finish():
                self.usage, self.reason, self.reasons = delta.usage, delta.reason, delta.reasons
                self.answered_by = delta.model
                self.outcome = OK if self._is_answer(delta.reason) else FailureKind.BROKEN_STREAM.value

    def _is_answer(self, reason: FinishReason) -> bool:
        """Tell whether there is something to show. An end at the length limit may have had only reasoning before it."""
        return reason is not FinishReason.STOP or self._has_answer

    def finish(self, reason: FinishReason) -> AnswerFinish:
        """Make the record and the last delta."""
        return self.make_record().finish(reason, self.usage or Usage(), self.reasons)

    def make_record(self) -> CallRecord:
        usage, estimated = self._count()
        first = self.call.first_token_seconds if self.call is not None else None
        total = self.call.seconds if self.call is not None else None
        self.record = CallRecord(
            model_id=self.model.model_id,
            purpose=self.context.purpose,
            purpose_id=self.context.purpose_id,
            caller=self.context.caller,
            parent_id=self.context.parent_id,
            contestant_id=self.context.contestant_id,
            answering_model=self._find_other_model(),
            provider=provider_of(self.model),
            reservation_id=self.reservation.reservation_id,
            own_key=self.own_key,
            outcome=self.outcome,
            usage=usage,
            estimated=estimated,
            cost_micro_usd=cost_in_micro_usd(self.model.price, self.model.address, usage),
            first_token_ms=None if first is None else round(first * 1000),
            total_ms=round((total if total is not None else time.monotonic() - self._started) * 1000),
            attempts=self.call.attempts if self.call is not None else 0,
            report=self.report,
        )
        return self.record

    def _find_other_model(self) -> str | None:
        if self.model.connector == EMBEDDED_CONNECTOR:
            return None  # its server names the weights file
        return find_other_model(self.model.model, self.answered_by, self.model.base_url)

    def _count(self) -> tuple[Usage, bool]:
        if self.call is None or not self.call.attempts:
            return Usage(0, 0), False  # it ended before anything was sent
        if self.usage is None and not self._chars and self.outcome != CANCELLED:
            return Usage(0, 0), False  # it failed before the first token, which providers do not charge for
        return complete_usage(self.usage, self.messages, self._chars)
