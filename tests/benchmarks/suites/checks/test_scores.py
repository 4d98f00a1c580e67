from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.problems import Problems
from llmbattler.benchmarks.suites.checks.scores import check_extraction, check_scores
from llmbattler.core.yaml_lines import Document

EXACT = {"name": "exact", "scorer": "exact"}


def check(value: dict[str, Any], *, need_judges: bool = True) -> dict[str, str]:
    problems = Problems(Document({}, {}))
    check_extraction(value.get("extract"), problems)
    check_scores(value, problems, need_judges=need_judges)
    return {one.field: one.sentence for one in problems.listed()}


@pytest.mark.parametrize(
    ("value", "field", "sentence"),
    [
        ({"extract": {"a": ["lastline"]}}, "extract.a[0]", "the step `lastline` does not exist; did you mean"),
        ({"extract": {"a": [{"after": {}}]}}, "extract.a[0]", "text"),
        ({"scores": [EXACT, EXACT]}, "scores[1].name", "`exact` is already the name of scores[0]."),
        ({"scores": [{**EXACT, "extract": "a"}]}, "scores[0].extract", "the extractor `a` does not exist"),
        ({"scores": [{**EXACT, "weight": 0}]}, "scores", "no score has a weight above 0"),
        ({"scores": [{**EXACT, "scorer": "exakt"}]}, "scores[0].scorer", "the scorer `exakt` does not exist"),
        ({"scores": [{**EXACT, "options": {"x": 1}}]}, "scores[0].options.x", "is not an option of `exact`"),
        ({"scores": [{**EXACT, "scorer": "rubric"}]}, "scores[0].options.criteria", "is missing"),
    ],
)
def test_a_problem_names_its_place_and_a_fix(value: dict[str, Any], field: str, sentence: str) -> None:
    assert sentence in check(value)[field]


def test_judges_are_needed_only_where_the_caller_says_so() -> None:
    value = {"scores": [{"name": "g", "scorer": "rubric", "options": {"criteria": "good"}}]}
    assert "add one or more models under `judges`" in check(value)["scores[0].scorer"]
    assert check(value, need_judges=False) == {}
    assert check({**value, "judges": ["m"]}) == {}


def test_good_scores_have_no_problems() -> None:
    assert check({"extract": {"a": ["last_line"]}, "scores": [{**EXACT, "extract": "a"}]}) == {}
