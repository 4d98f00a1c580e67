"""Which samples changed, in which order."""

import pytest

from llmbattler.benchmarks.results.comparisons.flips import Flip, find_flips
from llmbattler.benchmarks.results.comparisons.schemas import FlipDirection

from .test_values import pack

FIRST = {10: 0.0, 11: 1.0, 12: 0.5, 13: 1.0, 14: 1.0}
SECOND = {11: 0.0, 10: 1.0, 12: 0.75, 14: 1.0, 99: 1.0}


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        (FlipDirection.ALL, [Flip(0, 1, 1), Flip(1, 0, -1), Flip(2, 2, 0.25)]),
        (FlipDirection.BETTER, [Flip(0, 1, 1), Flip(2, 2, 0.25)]),
        (FlipDirection.WORSE, [Flip(1, 0, -1)]),
    ],
)
def test_the_largest_come_first(direction: FlipDirection, expected: list[Flip]) -> None:
    assert find_flips(pack(FIRST), pack(SECOND), direction=direction, skip=0, most=10) == (expected, False)


def test_pages_follow_each_other() -> None:
    one, two = pack(FIRST), pack(SECOND)
    page, more = find_flips(one, two, direction=FlipDirection.ALL, skip=0, most=2)
    rest, last = find_flips(one, two, direction=FlipDirection.ALL, skip=2, most=2)
    assert (len(page), more, len(rest), last) == (2, True, 1, False)
    assert find_flips(one, two, direction=FlipDirection.ALL, skip=900, most=2) == ([], False)
