import pytest

from llmbattler.benchmarks.suites.checks.problems import Problem, Problems, nearest
from llmbattler.core.yaml_lines import Document


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("Titel", ["title", "name"], "did you mean `title`?"),
        ("exakt", ["Exact"], "did you mean `Exact`?"),
        ("zzz", ["title", "name"], "use one of title, name."),
        ("zzz", [], "none are defined."),
    ],
)
def test_a_hint_names_the_most_similar_name_or_all(name: str, known: list[str], hint: str) -> None:
    assert nearest(name, known) == hint


def test_problems_are_sorted_by_line_without_duplicates() -> None:
    problems = Problems(Document({}, {("b",): 1, ("a",): 9}))
    for path in (("a",), ("b", "inner"), ("a",)):
        problems.add(path, "is wrong.")
    assert [(one.line, one.field) for one in problems.listed()] == [(1, "b.inner"), (9, "a")]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(3, "name", "is missing."), "line 3, name: is missing."),
        (Problem(None, "name", "is missing."), "name: is missing."),
        (Problem(None, "", "is not a suite."), "is not a suite."),
    ],
)
def test_a_problem_is_written_with_what_is_known_of_its_place(problem: Problem, text: str) -> None:
    assert str(problem) == text
