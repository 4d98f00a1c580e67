"""One question: out of the cache or from the model, marked, and made a row. Decides nothing about the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from llmbattler.catalog.deps import CallContext, ModelCalls
from llmbattler.catalog.service import BudgetReached, Purpose
from llmbattler.connectors.contract import FinishReason, Message, Usage
from llmbattler.connectors.errors import CircuitOpen, ConnectorError
from llmbattler.core.errors import AppError
from llmbattler.core.logs import get_logger
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.sandbox import open_sandbox

from ....suites.definition.errors import BadTemplate
from ....suites.scoring.marks import Marks, ModelAnswer
from ...models import Outcome
from ..gates import Gates
from ..retries import ENDPOINT_FAILURES, THROTTLING, RetryPolicy, wait_before_try
from ..rows import LONGEST_ERROR, AnswerRow, ResultRow, clean_text, encode_scores
from ..run_state import JudgeCost, WorkItem
from .judge import RunJudge

CUT_AT_LIMIT = "cut_at_limit"

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """A final result, whatever it is."""

    row: ResultRow
    answer: AnswerRow | None = None
    error: ConnectorError | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    row: ResultRow
    wait: float
    answer: AnswerRow | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """The endpoint rests; this says nothing about the question, which is not a try the poorer."""

    error: ConnectorError
    wait: float


@dataclass(frozen=True, slots=True)
class BudgetExceeded:
    """A budget of the site is used up."""

    sentence: str
    answer: AnswerRow | None = None
    """PriorCost for already, where only the judge could not be."""
    row: ResultRow | None = None
    """That it waits for its grade, and what it has cost."""


AttemptResult: TypeAlias = Finished | Retry | Blocked | BudgetExceeded


class AttemptRunner:
    """Asks for all runs of this process."""

    def __init__(
        self, calls: ModelCalls, gates: Gates, *, worker: UUID, retry_policy: RetryPolicy, random: Callable[[], float]
    ) -> None:
        self._calls = calls
        self._gates = gates
        self._worker = worker
        self._retry_policy = retry_policy
        self._random = random

    async def ask(self, item: WorkItem) -> AttemptResult:
        answer: AnswerRow | None = None
        try:
            if item.needs_call:
                answer = await self._call(item)
        except ConnectorError as error:
            return self._stumble(item, error)
        except BudgetReached as refused:
            return BudgetExceeded(str(refused))
        except BadTemplate as problem:
            return Finished(self.fail(item, "bad_template", str(problem)))
        return await self._mark(item, answer)

    async def _call(self, item: WorkItem) -> AnswerRow | None:
        state, model_id = item.state, item.model_id
        model_gate, model = state.model_gates[model_id], state.models[model_id]
        try:
            messages = render(item)
            item.messages = messages
            reply = await self._calls.ask(
                model,
                messages,
                context=CallContext(purpose=Purpose.RUN, purpose_id=str(state.run_id), caller=state.run.owner),
                params=state.params[model_id],
                seconds=state.suite.spec.limits.seconds,
            )
        finally:
            item.leave()
        if reply.attempts > 1:
            model_gate.gate.refused()
        else:
            model_gate.gate.answered()
        model_gate.mark_healthy()
        item.finish = reply.finish.value
        item.said = ModelAnswer(
            text=clean_text(reply.text),
            first_token_ms=reply.first_token_ms,
            total_ms=reply.total_ms,
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            cost_micro_usd=reply.cost_micro_usd,
        )
        return None if item.key is None else _keep(item.key, model_id, item.said, item.finish)

    def _stumble(self, item: WorkItem, error: ConnectorError) -> AttemptResult:
        model_gate = item.state.model_gates[item.model_id]
        if error.kind in THROTTLING:
            model_gate.gate.refused(error.retry_after)
        # An open circuit is no answer to this question, and neither is a failure of the whole endpoint that comes
        # after it. That one question takes too long or breaks off may be the question's own fault.
        if isinstance(error, CircuitOpen) or (
            model_gate.unhealthy_since is not None and error.kind in ENDPOINT_FAILURES
        ):
            return Blocked(error, (error.retry_after or 1.0) + self._random() * 0.2)
        return self._try_again(item, error)

    def _try_again(self, item: WorkItem, error: ConnectorError, answer: AnswerRow | None = None) -> AttemptResult:
        item.tries += 1
        wait = wait_before_try(error, item.tries, self._retry_policy, self._random)
        if wait is None:
            return Finished(self.fail(item, error.kind.value, str(error)), answer, error)
        row = self._row(item, Outcome.RETRYING, error_kind=error.kind.value, error=_say(str(error)), wait=wait)
        return Retry(row, wait, answer)

    async def _mark(self, item: WorkItem, answer: AnswerRow | None) -> AttemptResult:
        state = item.state
        said = item.said or self._said_before(item)
        tools = Tools(
            judge=self._find_judge(item), sandbox=open_sandbox() if "sandbox" in state.suite.marker.needs else None
        )
        try:
            messages = render(item)
            item.messages = None
            marks = await state.suite.marker.mark(
                item.sample, messages[-1].text, said, tools, state.suite.renderer.target
            )
            scores = encode_scores(marks.marks)
        except ConnectorError as error:
            return self._try_again(item, error, answer)
        except BudgetReached as refused:
            row = self._row(item, Outcome.RETRYING, error_kind=name_kind(refused), error=_say(str(refused)), wait=0.0)
            return BudgetExceeded(str(refused), answer, row)
        except AppError as problem:
            return Finished(self.fail(item, name_kind(problem), str(problem)), answer)
        except Exception as problem:  # noqa: BLE001 - a scorer is anybody's code; its failure is this sample's, not ours
            _log.warning("a scorer failed", run_id=str(state.run_id), exc_info=problem)
            return Finished(self.fail(item, "scorer_failed", f"{type(problem).__name__}: {problem}"), answer)
        row = self._answered(item, said, marks)
        row.scores = scores
        return Finished(row, answer)

    def _find_judge(self, item: WorkItem) -> RunJudge | None:
        state = item.state
        if not state.is_judged:
            return None
        item.judge_cost = item.judge_cost or JudgeCost()
        return RunJudge(
            self._calls,
            self._gates.get,
            state.models,
            names=state.run.judges or state.suite.spec.judges,
            context=CallContext(purpose=Purpose.RUN, purpose_id=str(state.run_id), caller=state.run.owner),
            cost=item.judge_cost,
        )

    def _said_before(self, item: WorkItem) -> ModelAnswer:
        """An answer out of the cache, with what it would have cost."""
        kept = item.kept
        assert kept is not None  # noqa: S101 - an item without a call has one or the other
        item.finish = kept.finish
        model = item.state.models[item.model_id]
        usage = Usage(input_tokens=kept.input_tokens, output_tokens=kept.output_tokens)
        return ModelAnswer(
            text=kept.answer,
            first_token_ms=kept.first_token_ms,
            total_ms=kept.total_ms,
            input_tokens=kept.input_tokens,
            output_tokens=kept.output_tokens,
            cost_micro_usd=self._calls.cost(model, usage),
        )

    def _answered(self, item: WorkItem, said: ModelAnswer, marks: Marks) -> ResultRow:
        item.tries += 1
        if item.finish == FinishReason.LENGTH and not said.text.strip() and marks.outcome != "right":
            # Nothing was said that could be wrong.
            return self._row(
                item, Outcome.UNPARSED, said=said, value=marks.value, error_kind=CUT_AT_LIMIT, error=self._say_cut(item)
            )
        return self._row(item, Outcome(marks.outcome), said=said, value=marks.value)

    def _say_cut(self, item: WorkItem) -> str:
        longest = item.state.params[item.model_id].max_tokens
        limit = "its limit" if longest is None else f"the limit of {longest:,} tokens"
        return f"Cut at {limit} before it said anything; set a higher max_tokens in the suite or the run."

    def fail(self, item: WorkItem, kind: str, error: str) -> ResultRow:
        """The row of a question that gets no further try; an answer that could not be marked is kept with it."""
        item.tries = max(item.tries, 1)
        return self._row(item, Outcome.FAILED, said=item.said, error_kind=kind, error=_say(error))

    def leave_out(self, item: WorkItem, kind: str, error: str) -> ResultRow:
        """The row of a question that is not asked, because the ones before it failed for a reason that still holds."""
        return self._row(item, Outcome.FAILED, error_kind=kind, error=_say(error))

    def _row(
        self,
        item: WorkItem,
        outcome: Outcome,
        *,
        said: ModelAnswer | None = None,
        value: float | None = None,
        error_kind: str | None = None,
        error: str | None = None,
        wait: float | None = None,
    ) -> ResultRow:
        plan, cached = item.held.plan, item.kept is not None
        row = ResultRow(
            run_id=item.state.run_id,
            model_id=plan.model_id,
            prompt=plan.prompt,
            position=item.sample.position,
            epoch=plan.epoch,
            sample_id=item.sample.sample_id,
            outcome=outcome,
            worker=self._worker,
            value=value,
            tries=item.tries,
            cached=cached,
            error_kind=error_kind,
            error=error,
            wait=wait,
            # Also where the answer still waits for its grade. An answer out of the cache costs nothing.
            cost_micro_usd=_add(item.before.asking, item.said.cost_micro_usd if item.said is not None else None),
            judge_micro_usd=_add(
                item.before.judging, item.judge_cost.micro_usd if item.judge_cost is not None else None
            ),
        )
        if said is not None:
            row.answer = said.text
            row.finish = item.finish
            row.input_tokens, row.output_tokens = said.input_tokens, said.output_tokens
            row.first_token_ms, row.total_ms = said.first_token_ms, said.total_ms
            if cached:
                row.cost_micro_usd = item.before.asking or 0
        return row


def render(item: WorkItem) -> list[Message]:
    if item.messages is not None:
        return item.messages
    return item.state.suite.renderer.render(item.sample, item.held.plan.prompt)


def name_kind(problem: AppError) -> str:
    """`NoSandbox` becomes `no_sandbox`."""
    name = type(problem).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")[:40]


def _keep(key: str, model_id: str, said: ModelAnswer, finish: str) -> AnswerRow:
    return AnswerRow(
        key=key,
        model_id=model_id,
        answer=said.text,
        finish=finish,
        input_tokens=said.input_tokens,
        output_tokens=said.output_tokens,
        first_token_ms=said.first_token_ms,
        total_ms=said.total_ms,
    )


def _add(before: int | None, now: int | None) -> int | None:
    return now if before is None else before + (now or 0)


def _say(error: str) -> str:
    return clean_text(error, LONGEST_ERROR)
