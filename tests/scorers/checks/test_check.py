import pytest
from pydantic import ValidationError

from llmbattler.scorers.checks.check import Check, Count


class Vowels(Count):
    def count(self, text: str) -> int:
        return sum(text.count(letter) for letter in "aeiou")


@pytest.mark.parametrize(
    ("limits", "holds"),
    [
        ({"at_least": 2}, True),
        ({"at_least": 3}, False),
        ({"at_most": 2}, True),
        ({"at_most": 1}, False),
        ({"exactly": 2}, True),
        ({"exactly": 0}, False),
        ({"at_least": 1, "at_most": 2}, True),
    ],
)
def test_a_count_is_compared_with_its_limits(limits: dict[str, int], holds: bool) -> None:
    check = Vowels(**limits)
    assert check.holds("hello", "") is holds
    assert check.found("hello") == 2


def test_a_count_needs_a_limit_and_no_negative_one() -> None:
    with pytest.raises(ValidationError, match="set at_least, at_most or exactly"):
        Vowels()
    with pytest.raises(ValidationError):
        Vowels(at_least=-1)


def test_other_checks_count_nothing() -> None:
    assert Check().found("text") is None
    with pytest.raises(NotImplementedError):
        Check().holds("text", "")
