"""Builds the result rows of work items."""

from uuid import UUID

from llmbattler.connectors.contract import FinishReason

from ...suites.scoring.marks import Marks
from ...suites.scoring.turns import ModelAnswer
from ..models import Outcome
from .rows import MAX_ERROR_CHARS, ResultRow, clean_text, encode_scores, write_turn
from .run_state import WorkItem

CUT_AT_LIMIT = "cut_at_limit"


class RowBuilder:
    def __init__(self, worker: UUID) -> None:
        self._worker = worker

    def build_scored(self, item: WorkItem, answer: ModelAnswer, marks: Marks) -> ResultRow:
        """The row of an answer that was scored. Counts the try."""
        scores = encode_scores(marks.marks)
        item.tries += 1
        if item.finish == FinishReason.LENGTH and not answer.text.strip() and marks.outcome != "right":
            # The token limit was reached before any text, so the answer cannot be called wrong.
            row = self._build(item, Outcome.UNPARSED, answer, error_kind=CUT_AT_LIMIT, error=_describe_cut(item))
        else:
            row = self._build(item, Outcome(marks.outcome), answer)
        row.value, row.scores = marks.value, scores
        return row

    def build_failed(self, item: WorkItem, kind: str, error: str) -> ResultRow:
        """The row of an item that is not tried again. Keeps an answer that could not be scored."""
        item.tries = max(item.tries, 1)
        return self._build(item, Outcome.FAILED, item.answer, error_kind=kind, error=error)

    def build_skipped(self, item: WorkItem, kind: str, error: str) -> ResultRow:
        """The row of an item that is not asked, because every call to its model fails."""
        return self._build(item, Outcome.FAILED, error_kind=kind, error=error)

    def build_retrying(self, item: WorkItem, kind: str, error: str, wait: float) -> ResultRow:
        row = self._build(item, Outcome.RETRYING, error_kind=kind, error=error)
        row.wait = wait
        return row

    def _build(
        self,
        item: WorkItem,
        outcome: Outcome,
        answer: ModelAnswer | None = None,
        *,
        error_kind: str | None = None,
        error: str | None = None,
    ) -> ResultRow:
        plan, cached = item.chunk.plan, item.stored is not None
        row = ResultRow(
            run_id=item.state.run_id,
            model_id=plan.model_id,
            prompt=plan.prompt,
            position=item.sample.position,
            epoch=plan.epoch,
            sample_id=item.sample.sample_id,
            outcome=outcome,
            worker=self._worker,
            tries=item.tries,
            cached=cached,
            error_kind=error_kind,
            error=None if error is None else clean_text(error, MAX_ERROR_CHARS),
            # The call is paid for even while its answer still waits for a judge. A cached answer costs nothing.
            cost_micro_usd=_add(item.prior_cost.model, item.paid_micro_usd),
            judge_micro_usd=_add(item.prior_cost.judge, item.judge_cost.micro_usd if item.judge_cost else None),
        )
        if item.turns and item.state.suite.renderer.turns > 1:
            row.turns = [write_turn(turn) for turn in item.turns]
        if answer is not None:
            row.answer = answer.text
            row.finish = item.finish
            row.input_tokens, row.output_tokens = answer.input_tokens, answer.output_tokens
            row.first_token_ms, row.total_ms = answer.first_token_ms, answer.total_ms
            if cached:
                row.cost_micro_usd = item.prior_cost.model or 0
        return row


def _describe_cut(item: WorkItem) -> str:
    longest = item.state.params[item.model_id].max_tokens
    limit = "its token limit" if longest is None else f"the limit of {longest:,} tokens"
    return f"The answer reached {limit} before any text. Set a higher max_tokens in the suite or the run."


def _add(before: int | None, now: int | None) -> int | None:
    return now if before is None else before + (now or 0)
