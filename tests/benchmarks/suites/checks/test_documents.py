import pytest

from llmbattler.benchmarks.suites.checks.documents import plain_document, read_document
from llmbattler.core.yaml_lines import YamlProblem


def test_yaml_values_have_line_numbers_and_are_cleaned() -> None:
    document = read_document("name: a\nday: 2024-02-03\nlist:\n  - 1\n")
    assert document.value == {"name": "a", "day": "2024-02-03", "list": [1]}
    assert document.line_of(("list", 0)) == 4


def test_json_with_tabs_and_surrogate_pairs_is_read_as_json() -> None:
    document = read_document('\ufeff{\n\t"name": "\\ud83d\\ude00",\n\t"n": 1e2\n}')
    assert document.value == {"name": "\U0001f600", "n": 100.0}
    assert document.line_of(("n",)) == 3


def test_a_broken_file_is_a_problem_with_its_line() -> None:
    with pytest.raises(YamlProblem) as caught:
        read_document("a: 1\nb: [")
    assert caught.value.line is not None


def test_a_document_without_a_file_has_no_lines() -> None:
    assert plain_document({"a": 1}).line_of(("a",)) is None
