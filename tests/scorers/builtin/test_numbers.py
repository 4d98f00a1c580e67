from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import score

from llmbattler.scorers.errors import NoTarget


@pytest.mark.parametrize(
    ("said", "target", "options", "value"),
    [
        ("It is 42.", 42, {}, 1),
        ("It is 41.", "42", {}, 0),
        ("It is $1,200.00", "1200", {}, 1),
        ("3 + 4 = 7", 7, {}, 1),
        ("3 + 4 = 7", 3, {"which": "first"}, 1),
        ("3 + 4 = 7", 4, {"which": "any"}, 1),
        ("0.333", "1/3", {}, 0),
        ("0.333", "1/3", {"relative": 0.01}, 1),
        ("10.4", 10, {"absolute": 0.5}, 1),
        ("10.6", 10, {"absolute": 0.5}, 0),
        ("0.5", "", {}, "no target"),
        ("2", ["1", "2"], {}, 1),
        ("45%", 45, {}, 1),
        ("45%", 0.45, {}, 0),
        ("45%", 0.45, {"percent": "fraction"}, 1),
        ("45%", "45 %", {"percent": "fraction"}, 1),
        ("It is 1.5 km away", "1500 m", {"units": {"m": 1, "km": 1000}}, 1),
        ("It is 1500 m, 3 times", 1500, {"units": {"m": 1}, "unit_required": True}, 1),
        ("It is 1500", 1500, {"units": {"m": 1}, "unit_required": True}, None),
        (r"So \boxed{12} of 30", 12, {}, 1),
        ("So\n#### 18", "She has 9 * 2 = <<9*2=18>>18.\n#### 18", {}, 1),
        ("no idea", 42, {}, None),
        (None, 42, {}, None),
    ],
)
def test_number(said: str | None, target: Any, options: dict[str, Any], value: Any) -> None:
    if value == "no target":
        with pytest.raises(NoTarget, match="contains no number"):
            score("number", said, target, **options)
    else:
        assert score("number", said, target, **options).value == value


def test_says_what_it_compared() -> None:
    found = score("number", "It is 41.", "42")
    assert found.reason == "41 is not 42."
    assert found.details == {"found": "41", "target": "42", "statement": "It is 41."}


@given(st.integers(-(10**9), 10**9), st.integers(0, 1000), st.integers(0, 1000))
def test_right_exactly_within_the_tolerance(target: int, off: int, room: int) -> None:
    found = score("number", f"about {target + off}", target, absolute=room, relative=0)
    assert found.value == (off <= room)
