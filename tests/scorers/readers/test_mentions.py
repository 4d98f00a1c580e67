import pytest

from llmbattler.scorers.readers.mentions import find_mentions, is_same_text

FRUIT = {"A": "apple", "B": "red apple", "C": "A plum", "D": "-2"}


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("a red apple", "B"),
        ("apple, red apple", "AB"),
        ("apples", ""),
        ("A plum", "C"),
        ("(b) and option c.", "BC"),
        ("A good day", ""),
        ("A is fine", "A"),
        ("Vitamin C", ""),
        ("A.I. or B's", ""),
        ("the second one, the last option", "BD"),
        ("option 3", "C"),
        ("x is -2", "D"),
        ("x is 2", ""),
        ("选B", "B"),
    ],
)
def test_mentions_of_choices(text: str, letters: str) -> None:
    assert "".join(one.letter for one in find_mentions(text, FRUIT)) == letters


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("New York.", "new  york", True),
        ("x = 2", "x = -2", False),
        ("+", "-", False),
        ("+", "+", True),
        ("a b", "ab", False),
    ],
)
def test_the_same_text(one: str, other: str, same: bool) -> None:
    assert is_same_text(one, other) == same
