from uuid import UUID

import pytest

from llmbattler.benchmarks.runs.engine.row_builder import CUT_AT_LIMIT, RowBuilder
from llmbattler.benchmarks.runs.engine.rows import MAX_ERROR_CHARS
from llmbattler.benchmarks.runs.engine.run_budget import JudgeCost, PriorCost
from llmbattler.benchmarks.runs.engine.run_state import RunState
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.benchmarks.suites.scoring.marks import Mark, Marks
from llmbattler.benchmarks.suites.scoring.turns import ModelAnswer
from llmbattler.generation.response_cache.service import StoredResponse
from tests.benchmarks.runs.engine.states import RUN_ID, make_item, make_state
from tests.clock import Clock

WORKER = UUID(int=7)
ANSWER = ModelAnswer(text="Paris", first_token_ms=5, total_ms=50, input_tokens=3, output_tokens=4, cost_micro_usd=20)
RIGHT = Marks(marks=(Mark(name="exact", value=1.0, extracted="Paris"),), value=1.0, outcome="right")
UNPARSED = Marks(marks=(), value=None, outcome="unparsed")


@pytest.fixture
def state() -> RunState:
    return make_state(Clock())


@pytest.fixture
def rows() -> RowBuilder:
    return RowBuilder(WORKER)


def test_a_scored_answer_has_its_value_cost_and_durations(rows: RowBuilder, state: RunState) -> None:
    item = make_item(state, 3, answer=ANSWER, finish="stop", judge_cost=JudgeCost(7))
    row = rows.build_scored(item, ANSWER, RIGHT)
    assert row.key == (RUN_ID, "alpha", "main", 3, 1)
    assert (row.outcome, row.value, row.answer, row.finish, row.worker) == (Outcome.RIGHT, 1.0, "Paris", "stop", WORKER)
    assert (row.tries, row.cached, row.cost_micro_usd, row.judge_micro_usd, row.micro_usd) == (1, False, 20, 7, 27)
    assert (row.input_tokens, row.output_tokens, row.first_token_ms, row.total_ms) == (3, 4, 5, 50)
    assert b'"name":"exact"' in bytes(row.scores)


def test_a_cached_answer_costs_nothing_but_keeps_the_cost_of_earlier_tries(rows: RowBuilder, state: RunState) -> None:
    stored = StoredResponse("Paris", "stop", 3, 4, 5, 50)
    row = rows.build_scored(make_item(state, stored=stored), ANSWER, RIGHT)
    assert (row.cached, row.cost_micro_usd) == (True, 0)
    again = rows.build_scored(make_item(state, stored=stored, prior_cost=PriorCost(50, 9)), ANSWER, RIGHT)
    assert (again.cost_micro_usd, again.judge_micro_usd) == (50, 9)


def test_an_empty_answer_at_the_token_limit_says_what_to_change(rows: RowBuilder, state: RunState) -> None:
    empty = ModelAnswer(text=" \n")
    row = rows.build_scored(make_item(state, answer=empty, finish="length"), empty, UNPARSED)
    assert (row.outcome, row.error_kind) == (Outcome.UNPARSED, CUT_AT_LIMIT)
    assert "60 tokens" in (row.error or "")
    assert "max_tokens" in (row.error or "")
    short = rows.build_scored(make_item(state, answer=ANSWER, finish="length"), ANSWER, UNPARSED)
    assert short.error_kind is None


def test_a_failure_keeps_an_answer_that_could_not_be_scored(rows: RowBuilder, state: RunState) -> None:
    item = make_item(state, answer=ANSWER, finish="stop", prior_cost=PriorCost(5))
    row = rows.build_failed(item, "filtered", "The judge refused\0." + "x" * MAX_ERROR_CHARS)
    assert (row.outcome, row.tries, row.answer, row.cost_micro_usd) == (Outcome.FAILED, 1, "Paris", 25)
    assert row.error is not None
    assert len(row.error) == MAX_ERROR_CHARS
    assert "\0" not in row.error


def test_a_skipped_item_has_no_try(rows: RowBuilder, state: RunState) -> None:
    row = rows.build_skipped(make_item(state), "bad_key", "The key was refused.")
    assert (row.outcome, row.tries, row.answer, row.cost_micro_usd) == (Outcome.FAILED, 0, None, None)


def test_a_retry_has_its_wait(rows: RowBuilder, state: RunState) -> None:
    row = rows.build_retrying(make_item(state, tries=2), "timed_out", "Too slow.", 1.5)
    assert (row.outcome, row.tries, row.wait, row.error_kind) == (Outcome.RETRYING, 2, 1.5, "timed_out")
