import pytest

from llmbattler.benchmarks.commands.output import _describe_difference, show_dollars, show_seconds
from llmbattler.benchmarks.results.schemas import DifferenceOut


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, "unknown"), (0.2, "0 s"), (59, "59 s"), (90, "2 min"), (3_599, "60 min"), (5_400, "1.5 h")],
)
def test_times_are_told_in_a_fitting_unit(seconds: float | None, words: str) -> None:
    assert show_seconds(seconds) == words


@pytest.mark.parametrize(
    ("dollars", "words"), [(None, "unknown"), (0, "$0.00"), (0.0012, "$0.0012"), (0.5, "$0.50"), (1234.5, "$1,234.50")]
)
def test_small_sums_are_not_rounded_to_nothing(dollars: float | None, words: str) -> None:
    assert show_dollars(dollars) == words


def test_a_difference_is_a_sentence() -> None:
    run = "01a1dfb7-7767-7eac-a368-1605c01c77b3"
    given = {
        "first": f"{run}:alpha#main",
        "second": f"{run}:beta:free#main",
        "n": 240,
        "clusters": None,
        "difference": -0.045,
        "low": -0.102,
        "high": 0.012,
        "p": 0.12,
        "p_holm": 0.12,
        "mcnemar_p": None,
        "bootstrap_low": None,
        "bootstrap_high": None,
        "better": 1,
        "worse": 2,
        "same": 237,
        "correlation": None,
        "verdict": "no difference found",
        "detectable": None,
    }
    told = _describe_difference(DifferenceOut.model_validate(given))
    assert told == (
        "beta:free#main vs alpha#main: -4.5 points (-10.2 to +1.2, p = 0.120) on 240 samples: no difference found."
    )
    little = DifferenceOut.model_validate({**given, "low": None, "high": None, "verdict": "too few"})
    assert "too few samples" in _describe_difference(little)
