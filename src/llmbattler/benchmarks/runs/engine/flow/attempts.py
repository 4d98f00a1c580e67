"""One try of one work item: take the answer from the cache or ask the model, score it, and build its row."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import CircuitOpen, ConnectorError
from llmbattler.core.errors import AppError
from llmbattler.core.logs import get_logger
from llmbattler.generation.contestants import flow as contestants
from llmbattler.generation.contestants.flow import Reply
from llmbattler.generation.response_cache.service import NewResponse, make_key
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.sandbox import open_sandbox

from ....suites.definition.errors import BadTemplate
from ....suites.scoring.turns import ModelAnswer, Turn, join_answers
from ..conversation import next_messages, read_stored, render
from ..gates import Gates
from ..retries import ENDPOINT_FAILURES, RetryPolicy, wait_before_try
from ..row_builder import RowBuilder
from ..rows import ResultRow, clean_text
from ..run_budget import JudgeCost
from ..run_state import WorkItem
from .judge import RunJudge

DEFAULT_PAUSE = 1.0
JITTER_SECONDS = 0.2
MAX_KIND_CHARS = 40

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """The item has its final result."""

    row: ResultRow
    error: ConnectorError | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    row: ResultRow
    wait: float


@dataclass(frozen=True, slots=True)
class Blocked:
    """The endpoint is not available. The attempt is not counted."""

    error: ConnectorError
    wait: float


@dataclass(frozen=True, slots=True)
class BudgetExceeded:
    """A budget of the site is used up."""

    reason: str
    row: ResultRow | None = None
    """Set where the model's answer was paid for: the item waits for its judge."""


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The item was not asked."""

    wait: float | None
    """Seconds until it is tried again; none if it already has a result."""


AttemptResult: TypeAlias = Finished | Retry | Blocked | BudgetExceeded | NotStarted


class AttemptRunner:
    """Runs attempts for all runs of this process."""

    def __init__(
        self, gates: Gates, rows: RowBuilder, *, retry_policy: RetryPolicy, random: Callable[[], float]
    ) -> None:
        self._gates = gates
        self._rows = rows
        self._retry_policy = retry_policy
        self._random = random

    async def run(self, item: WorkItem) -> AttemptResult:
        try:
            if item.needs_call:
                await self._call(item)
        except ConnectorError as error:
            return self._handle_failure(item, error)
        except BudgetReached as refused:
            return BudgetExceeded(str(refused))
        except BadTemplate as problem:
            return Finished(self._rows.build_failed(item, "bad_template", str(problem)))
        return await self._score(item)

    async def _call(self, item: WorkItem) -> None:
        """Ask all turns that have no answer yet."""
        model_gate = item.state.model_gates[item.model_id]
        replies: list[Reply] = []
        try:
            item.messages = render(item)
            while (messages := next_messages(item)) is not None:
                replies.append(await self._ask(item, messages))
        finally:
            item.leave_gate()
            for reply in replies:
                if reply.attempts > 1:
                    model_gate.gate.record_throttling()
                else:
                    model_gate.gate.record_success()
                model_gate.mark_healthy()
        item.finish = item.turns[-1].finish
        item.answer = join_answers(item.turns)

    async def _ask(self, item: WorkItem, messages: list[Message]) -> Reply:
        state, model_id = item.state, item.model_id
        reply = await contestants.ask(
            state.contestants[model_id],
            messages,
            context=state.context,
            params=state.params[model_id],
            on_delta=state.model_gates[model_id].gate.record_heard,
        )
        answer = ModelAnswer(
            text=clean_text(reply.text),
            first_token_ms=reply.first_token_ms,
            total_ms=reply.total_ms,
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            cost_micro_usd=reply.cost_micro_usd,
        )
        turn = Turn(question=messages[-1].text, answer=answer, finish=reply.finish.value)
        if state.run.use_cache:
            key = item.cache_key if not item.turns else None
            key = key or make_key(state.fingerprints[model_id], messages, item.chunk.plan.epoch)
            item.uncached.append(_to_cache_row(key, model_id, answer, reply.finish.value))
        item.turns.append(turn)
        return reply

    def _handle_failure(self, item: WorkItem, error: ConnectorError) -> AttemptResult:
        model_gate = item.state.model_gates[item.model_id]
        model_gate.gate.record_failure(error)
        # An open circuit says nothing about this item, nor does a failure of the endpoint while the model is already
        # unhealthy. A timeout or a broken stream may be caused by the question itself, so it counts as a try.
        if isinstance(error, CircuitOpen) or (
            model_gate.unhealthy_since is not None and error.kind in ENDPOINT_FAILURES
        ):
            return Blocked(error, (error.retry_after or DEFAULT_PAUSE) + self._random() * JITTER_SECONDS)
        return self._retry_or_fail(item, error)

    def _retry_or_fail(self, item: WorkItem, error: ConnectorError) -> AttemptResult:
        item.tries += 1
        wait = wait_before_try(error, item.tries, self._retry_policy, self._random)
        if wait is None:
            return Finished(self._rows.build_failed(item, error.kind.value, str(error)), error)
        return Retry(self._rows.build_retrying(item, error.kind.value, str(error), wait), wait)

    async def _score(self, item: WorkItem) -> AttemptResult:
        suite = item.state.suite
        answer = item.answer or self._read_stored(item)
        tools = Tools(judge=self._make_judge(item), sandbox=open_sandbox() if "sandbox" in suite.marker.needs else None)
        try:
            turns = item.turns or [Turn(question=render(item)[-1].text, answer=answer)]
            item.messages = None
            marks = await suite.marker.mark(item.sample, turns, tools, suite.renderer.target)
            return Finished(self._rows.build_scored(item, answer, marks))
        except ConnectorError as error:
            return self._retry_or_fail(item, error)
        except BudgetReached as refused:
            row = self._rows.build_retrying(item, kind_of(refused), str(refused), wait=0.0)
            return BudgetExceeded(str(refused), row)
        except AppError as problem:
            return Finished(self._rows.build_failed(item, kind_of(problem), str(problem)))
        except Exception as problem:  # noqa: BLE001 - scorers can be plug-ins; a bug in one fails this sample only
            _log.warning("a scorer failed", run_id=str(item.state.run_id), exc_info=problem)
            row = self._rows.build_failed(item, "scorer_failed", f"{type(problem).__name__}: {problem}")
            return Finished(row)

    def _make_judge(self, item: WorkItem) -> RunJudge | None:
        state = item.state
        if not state.is_judged:
            return None
        item.judge_cost = item.judge_cost or JudgeCost()
        return RunJudge(
            self._gates.get,
            state.contestants,
            names=state.run.judges or state.suite.spec.judges,
            context=replace(state.context, seconds=None),
            cost=item.judge_cost,
        )

    def _read_stored(self, item: WorkItem) -> ModelAnswer:
        """The cached answer, with the cost that it would have had."""
        if item.turns:
            item.finish = item.turns[-1].finish
            return join_answers(item.turns)
        stored = item.stored
        assert stored is not None  # noqa: S101 - an item without a call has one or the other
        item.finish = stored.finish
        return read_stored(item, stored)


def kind_of(problem: AppError) -> str:
    """`NoSandbox` becomes `no_sandbox`."""
    name = type(problem).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")[:MAX_KIND_CHARS]


def _to_cache_row(key: str, model_id: str, answer: ModelAnswer, finish: str) -> NewResponse:
    return NewResponse(
        key=key,
        contestant_id=model_id,
        answer=answer.text,
        finish=finish,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        first_token_ms=answer.first_token_ms,
        total_ms=answer.total_ms,
    )
