import pytest

from llmbattler.benchmarks.results.exports.report.contents import Point
from llmbattler.benchmarks.results.exports.report.phrases import (
    chance,
    duration,
    make_axis,
    money,
    percent,
    points,
    verdict_sentence,
)
from llmbattler.benchmarks.results.schemas import DifferenceOut


def difference(verdict: str, mean: float | None = -0.05, low: float = -0.08, high: float = -0.02) -> DifferenceOut:
    known = None if mean is None else low
    return DifferenceOut(
        first="a",
        second="b",
        n=100,
        clusters=None,
        difference=mean,
        low=known,
        high=None if mean is None else high,
        p=0.01,
        p_holm=0.02,
        mcnemar_p=None,
        bootstrap_low=None,
        bootstrap_high=None,
        better=1,
        worse=2,
        same=3,
        correlation=None,
        verdict=verdict,
        detectable=0.04,
    )


def test_numbers_read_as_people_write_them() -> None:
    assert (percent(0.876), percent(None)) == ("87.6%", "–")
    assert (points(-0.0512), points(0.03), points(0.0001), points(None)) == ("−5.1", "+3.0", "0.0", "–")
    assert [money(one) for one in (None, 0, 0.0012, 1234.5)] == ["–", "$0.00", "$0.0012", "$1,234.50"]
    assert [duration(one) for one in (None, 12, 1_234, 125_000)] == ["–", "12 ms", "1.2 s", "2 min 5 s"]
    assert [chance(None), chance(0.0001), chance(0.0456)] == ["", "p < 0.001", "p = 0.046"]


def test_verdicts_say_what_a_difference_means() -> None:
    assert verdict_sentence(difference("worse"), "A") == "Scores 2.0 to 8.0 points lower than A."
    better = verdict_sentence(difference("better", 0.05, 0.02, 0.08), "A")
    assert better == "Scores 2.0 to 8.0 points higher than A."
    unsure = verdict_sentence(difference("no difference found", -0.01, -0.03, 0.01), "A")
    assert "from 3.0 points lower to 1.0 points higher" in unsure
    assert "about 4.0 points" in unsure
    assert verdict_sentence(difference("too few"), "A").startswith("Too few")
    assert verdict_sentence(difference("worse", None), "A").startswith("Too few")


@pytest.mark.parametrize(
    ("found", "bounds", "around"),
    [
        ([(0.5, 0.4, 0.6), (0.9, 0.88, 0.91)], (0, 1), None),
        ([(1.0, 0.98, 1.0)], (0, 1), None),
        ([(0.0, None, None)], (0, 1), None),
        ([], (0, 1), None),
        ([], (-1, 1), 0.0),
        ([(-0.4, -0.5, -0.3)], (-1, 1), 0.0),
        ([(0.001, -0.001, 0.002)], (-1, 1), 0.0),
    ],
)
def test_an_axis_holds_everything_with_a_few_round_ticks(
    found: list[tuple[float | None, ...]], bounds: tuple[float, float], around: float | None
) -> None:
    axis = make_axis([Point(mean=one[0], low=one[1], high=one[2]) for one in found], bounds=bounds, around=around)
    ends = [end for one in found for end in one if end is not None] + ([] if around is None else [around])
    assert all(axis.low - 1e-9 <= end <= axis.high + 1e-9 for end in ends)
    assert axis.low < axis.high
    assert bounds[0] - 1e-9 <= axis.low
    assert axis.high <= bounds[1] + 1e-9
    assert 2 <= len(axis.ticks) <= 9
    assert len({tick.label for tick in axis.ticks}) == len(axis.ticks)
