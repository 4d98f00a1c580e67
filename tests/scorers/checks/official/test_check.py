import pytest

from llmbattler.scorers.checks.official.check import compare, count_matches


def test_limits() -> None:
    assert [compare(count, "less than", 3) for count in (2, 3, 4)] == [True, False, False]
    assert [compare(count, "at least", 3) for count in (2, 3, 4)] == [False, True, True]


@pytest.mark.parametrize(
    ("given", "text", "count"),
    [
        ("sun", "Sun and sunny", 2),
        ("a.c", "abc a.c ac", 2),
        ("a(", "a( a", 1),
        ("(a+)+$", "a" * 40 + "!", 0),
    ],
)
def test_words_are_regular_expressions(given: str, text: str, count: int) -> None:
    assert count_matches(given, text, ignore_case=True) == count
