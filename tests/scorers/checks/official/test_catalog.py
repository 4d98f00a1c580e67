import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from llmbattler.scorers.checks import list_ifeval, read_ifeval
from llmbattler.scorers.checks.official import INSTRUCTIONS
from llmbattler.scorers.errors import BadOptions

VERDICTS = Path(__file__).parent / "data" / "verdicts.jsonl"
"""Written by `perf/ifeval.py --pairs 60 --seed 2 --freeze`: verdicts of the published program."""
LEAST = 0.999


def holds(name: str, answer: str, **options: Any) -> bool:
    [named] = read_ifeval([name], [options], mode="official")
    return named.check.holds(answer, "")


def test_both_modes_have_the_same_instructions() -> None:
    assert set(INSTRUCTIONS) == set(list_ifeval())


def test_verdicts_agree_with_the_published_program() -> None:
    rows = [json.loads(line) for line in VERDICTS.read_text().splitlines()]
    asked, agreed = Counter[str](), Counter[str]()
    for row in rows:
        asked[row["instruction"]] += 1
        agreed[row["instruction"]] += holds(row["instruction"], row["answer"], **row["kwargs"]) is row["followed"]
    assert set(asked) == set(INSTRUCTIONS)
    assert min(asked.values()) >= 50
    assert {name: agreed[name] / asked[name] for name in asked if agreed[name] < LEAST * asked[name]} == {}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("length_constraints:number_words", {"num_words": 3}),
        ("length_constraints:number_words", {"num_words": 3, "relation": "more than"}),
        ("keywords:existence", {}),
    ],
)
def test_options_that_the_published_program_would_draw_at_random_are_missing(
    name: str, options: dict[str, Any]
) -> None:
    with pytest.raises(BadOptions, match=name):
        holds(name, "so", **options)
