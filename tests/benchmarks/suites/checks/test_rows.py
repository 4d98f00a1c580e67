from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.service import CheckResult, check_document
from llmbattler.core.yaml_lines import read_yaml

SUITE = """\
name: s
dataset:
  fields: {target: label%s}
%s
  samples:
    - {question: a, label: safe, choices: [x, y], right: A}
    - {question: b, label: unsafe, choices: [x, y], right: B}
    - {question: c, label: safe, choices: [x, y], right: Z}
prompts: {default: "{{ question }}"}
%s
scores: [{name: right, scorer: exact%s}]
"""


def check(*, roles: str = "", dataset: str = "", suite: str = "", score: str = "") -> CheckResult:
    return check_document(read_yaml((SUITE % (roles, dataset, suite, score)).encode()), folder=None)


@pytest.mark.parametrize(
    ("given", "line", "said"),
    [
        ({"dataset": "  where: lable == 'safe'"}, 4, "the column `lable` does not exist; did you mean `label`?"),
        ({"dataset": "  where: label == 'odd'"}, 4, "keeps none of the 3 samples."),
        ({"dataset": "  where: label =="}, 4, "unexpected ')'."),
        ({"dataset": "  where: question / 2"}, 4, "sample 1:"),
        ({"dataset": "  shuffle_choices: {column: question}"}, 4, "Sample 1: the column `question` is not a list"),
        ({"roles": ", target_values: {safe: comply}"}, 3, "has no entry for `unsafe`"),
        ({"suite": 'follow_ups: ["{{ answers[1] }}"]'}, 10, "follow_ups[0], sample 1:"),
        ({"suite": 'follow_ups: ["{{ answer }}"]'}, 10, "the column `answer` does not exist; did you mean `answers`?"),
        ({"score": ", turn: 2"}, 11, "is 2, but the suite has 1; add `follow_ups` or lower it."),
    ],
)
def test_problems_name_their_line(given: dict[str, Any], line: int, said: str) -> None:
    (problem,) = check(**given).problems
    assert said in problem.sentence
    assert problem.line is None or problem.line <= line


def test_only_the_kept_rows_are_checked() -> None:
    assert check(roles=", target_values: {safe: comply}", dataset="  where: label == 'safe'").problems == []
    assert check(suite='follow_ups: ["Really {{ answers[0] }}?"]', score=", turn: 2").problems == []
