import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.suites.datasets.list_text import read_list, read_list_columns
from llmbattler.benchmarks.suites.datasets.records import Records, recognize_records
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5)


@given(TEXTS)
def test_a_list_of_texts_is_read_back_as_json_python_and_numpy_write_it(texts: list[str]) -> None:
    assert read_list(json.dumps(texts)) == texts
    assert read_list(repr(texts)) == texts
    assert read_list("[" + " ".join(map(repr, texts)) + "]") == texts
    assert read_list(f"array([{', '.join(map(repr, texts))}], dtype=object)") == texts


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("[1 2 3]", [1, 2, 3]),
        ("[0. 1.5]", [0.0, 1.5]),
        ("[nan True None]", [None, True, None]),
        ("[{'a': 'b', 'c': None}]", [{"a": "b", "c": None}]),
        (
            "{'text': array(['x (y)', 'z'], dtype=object), 'label': ['A', 'B']}",
            {"text": ["x (y)", "z"], "label": list("AB")},
        ),
    ],
)
def test_numbers_and_nested_values_are_read(text: str, meant: object) -> None:
    assert read_list(text) == meant


@pytest.mark.parametrize("text", ["['a'", "['a' ... 'b']", "[the cat]", "{'a': ['x' 'y']}", "{", "[[" * 10_000])
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        read_list(text)


def test_only_columns_that_hold_lists_are_changed() -> None:
    given = {"choices": "['a' 'b']", "answer": "[1, 2]", "question": "[x]"}
    assert read_list_columns(given) == {**given, "choices": ["a", "b"]}


def test_plain_keeps_the_text_and_an_unreadable_list_names_the_sample() -> None:
    rows = [{"choices": "['a' 'b']"}, {"choices": "['a' "}]
    assert recognize_records(Records(rows), "csv", "plain").records == rows
    with pytest.raises(UnreadableDataset, match="Sample 2: the column `choices`"):
        recognize_records(Records(rows), "csv", None)
