from pathlib import Path

import pytest

from llmbattler.catalog.budgets.service.reservations import CallEstimate, PromptSize
from llmbattler.connectors.contract import Abilities
from llmbattler.generation.contestants.reasoning_tokens import MAX_TOKENS, REASONING_TOKENS, add_reasoning_tokens
from tests.benchmarks.runs.offered_models import DOLLAR, model

PLAIN, REASONING = model("plain"), model("reasoning", abilities=Abilities(reasoning=True))


def test_only_a_model_that_reasons_gets_room_and_only_where_there_is_a_limit() -> None:
    params = {"temperature": 0, "max_tokens": 60}
    assert add_reasoning_tokens(PLAIN, params) == params
    assert add_reasoning_tokens(REASONING, {"temperature": 0}) == {"temperature": 0}
    assert add_reasoning_tokens(REASONING, params) == {"temperature": 0, "max_tokens": 60 + REASONING_TOKENS}
    assert params["max_tokens"] == 60


@pytest.mark.parametrize("limit", [MAX_TOKENS, 100_000])
def test_a_limit_that_leaves_room_anyway_stays(limit: int) -> None:
    assert add_reasoning_tokens(REASONING, {"max_tokens": limit}) == {"max_tokens": limit}


def test_a_short_context_keeps_place_for_the_prompt() -> None:
    small = model("small", abilities=Abilities(reasoning=True), context_length=8_192)
    assert add_reasoning_tokens(small, {"max_tokens": 60}) == {"max_tokens": 60 + 2_048}


def test_room_ends_at_the_limit_that_the_site_sets_for_the_model() -> None:
    capped = model("capped", abilities=Abilities(reasoning=True), params={"max_tokens": 8_000})
    assert add_reasoning_tokens(capped, {"max_tokens": 60}) == {"max_tokens": 8_000}
    assert add_reasoning_tokens(capped, {"max_tokens": 9_000}) == {"max_tokens": 9_000}


def test_no_limit_is_raised_beyond_what_the_catalog_assumes_without_one() -> None:
    raised = add_reasoning_tokens(REASONING, {"max_tokens": 10_000})["max_tokens"]
    assert REASONING.price == DOLLAR
    estimates = [
        CallEstimate.of(REASONING, prompt=PromptSize(0), caller=None, max_tokens=longest) for longest in (raised, None)
    ]
    assert estimates[0].amount == estimates[1].amount


def test_the_numbers_are_those_of_the_documentation() -> None:
    said = (Path(__file__).parents[3] / "docs" / "suites.md").read_text("utf-8")
    assert f"gets {REASONING_TOKENS:,} additional tokens" in said
    assert f"{MAX_TOKENS:,} in total" in said
