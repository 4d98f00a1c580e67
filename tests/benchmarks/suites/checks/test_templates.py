from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.datasets import Columns
from llmbattler.benchmarks.suites.checks.problems import Problems
from llmbattler.benchmarks.suites.checks.templates import check_templates, try_prompts
from llmbattler.benchmarks.suites.datasets.records import load_samples
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.core.yaml_lines import Document

COLUMNS = Columns(["question", "Best Answer"], True)


def check(value: dict[str, Any], columns: Columns = COLUMNS) -> dict[str, str]:
    problems = Problems(Document({}, {}))
    check_templates(value, columns, problems)
    return {one.field: one.sentence for one in problems.listed()}


@pytest.mark.parametrize(
    ("value", "field", "sentence"),
    [
        ({"prompts": {"p": "{{ Question }}"}}, "prompts.p", "the column `Question` does not exist; did you mean"),
        ({"prompts": {"p": "{{ question"}}, "prompts.p", "line 1 of the template"),
        ({"system": "{{ target }}"}, "system", "the column `target` does not exist"),
        ({"few_shot": {"answer": "{{ targets }}"}}, "few_shot.answer", "did you mean `target`?"),
        ({"scores": [{"target": "{{ x }}"}]}, "scores[0].target", "the column `x` does not exist"),
    ],
)
def test_a_problem_names_the_template(value: dict[str, Any], field: str, sentence: str) -> None:
    assert sentence in check(value)[field]


def test_answers_of_examples_may_use_the_target_and_all_may_use_columns() -> None:
    value = {"few_shot": {"answer": "{{ target }}"}, "prompts": {"p": '{{ Best_Answer }}{{ sample["x"] }}'}}
    assert check(value) == {}


def test_unknown_columns_are_not_checked_if_the_samples_could_not_be_read() -> None:
    assert check({"prompts": {"p": "{{ anything }}"}}, Columns(None, True)) == {}


def test_templates_are_tried_on_samples() -> None:
    spec = SuiteSpec.model_validate(
        {
            "name": "s",
            "dataset": {"samples": []},
            "prompts": {"fine": "{{ n }}", "bad": "{{ 1 / n }}"},
            "scores": [{"name": "e", "scorer": "exact"}],
        }
    )
    problems = Problems(Document({}, {}))
    try_prompts(spec, load_samples([{"n": 1}, {"n": 0}, {"n": 0}]), problems)
    (problem,) = problems.listed()
    assert (problem.field, problem.sentence) == ("prompts.bad", "prompts.bad, sample 2: division by zero.")
