from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.datasets import Columns, check_few_shot, check_fields
from llmbattler.benchmarks.suites.checks.problems import Problems
from llmbattler.benchmarks.suites.datasets.records import LoadedDataset, load_samples
from llmbattler.core.yaml_lines import Document

LOADED = load_samples([{"q": "a", "id": "1"}, {"q": "b", "id": "1"}, {"q": "b", "id": ""}])


def collect(check: Any, value: Any, loaded: LoadedDataset = LOADED) -> dict[str, str]:
    problems = Problems(Document({}, {}))
    check(value, loaded, problems)
    return {one.field: one.sentence for one in problems.listed()}


def test_columns_with_a_role_must_exist() -> None:
    found = collect(check_fields, {"fields": {"target": "Q", "cluster": "q"}})
    assert found == {"dataset.fields.target": "the column `Q` does not exist; did you mean `q`?"}


def test_ids_must_be_present_and_unique() -> None:
    problems = Problems(Document({}, {}))
    check_fields({"fields": {"id": "id"}}, LOADED, problems)
    missing, duplicate = (one.sentence for one in problems.listed())
    assert missing == "1 samples have no value in `id`; each needs a unique id."
    assert duplicate == "several samples have the id 1; each needs a unique id."


@pytest.mark.parametrize("value", [None, 1, {}, {"fields": 1}, {"fields": {"target": 1}}])
def test_documents_of_another_shape_are_left_to_other_checks(value: Any) -> None:
    assert collect(check_fields, value) == {}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"count": 2}, None),
        ({"count": 3}, "is 3, but there are only 2 samples besides the one in the question; lower it."),
        ({"count": 2, "samples": [{}]}, "is 2, but there are only 1 examples; add some or lower it."),
        ({"count": 1, "samples": [{}]}, None),
        ({"count": "many"}, None),
        (None, None),
    ],
)
def test_there_must_be_enough_examples(value: Any, sentence: str | None) -> None:
    assert collect(check_few_shot, value).get("few_shot.count") == sentence


def test_a_target_column_comes_from_the_suite_or_the_format() -> None:
    gsm8k = load_samples([{"question": "?", "answer": "#### 4"}], named="gsm8k")
    assert not Columns.read({}, LOADED).target
    assert Columns.read({"fields": {"target": "q"}}, LOADED).target
    assert Columns.read({}, gsm8k).target
    assert Columns.read({}, None) == Columns(None, True)
