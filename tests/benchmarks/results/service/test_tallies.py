import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.results.repository import BUCKETS_PER_E, Moments, ResultBucket
from llmbattler.benchmarks.results.service.tallies import Tally, tally
from llmbattler.benchmarks.runs.models import Outcome


def bucket(
    outcome: Outcome, answers: int, *, cost: int | None = None, ms: float | None = None, value: float = 0.0
) -> ResultBucket:
    return ResultBucket("alpha", "main", outcome, answers, 1, 10, 20, cost, answers, ms, (value, value))


def test_piles_add_up_to_lines() -> None:
    buckets = [
        bucket(Outcome.RIGHT, 3, cost=5, value=3.0),
        bucket(Outcome.UNPARSED, 2),
        bucket(Outcome.FAILED, 4, cost=1),
        bucket(Outcome.RETRYING, 1),
    ]
    line = tally(buckets, measures=1)["alpha", "main"]
    assert (line.done, line.recent, line.cached, line.input_tokens, line.cost_micro_usd) == (9, 9, 4, 40, 6)
    assert line.moments == [Moments(5, 3.0, 3.0)]


def test_nothing_adds_up_to_nothing() -> None:
    line = Tally(2)
    assert (line.done, line.cost_micro_usd, line.get_duration(0.5)) == (0, None, None)
    assert line.moments == [Moments(0, 0.0, 0.0)] * 2


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=60), st.sampled_from([0.05, 0.5, 0.95, 1.0]))
def test_times_are_right_to_a_few_percent(times: list[int], share: float) -> None:
    buckets: dict[int, list[int]] = {}
    for time in times:
        buckets.setdefault(math.floor(math.log(time + 1) * BUCKETS_PER_E), []).append(time)
    line = tally([bucket(Outcome.RIGHT, len(some), ms=sum(some) / len(some)) for some in buckets.values()], measures=1)[
        "alpha", "main"
    ]
    exact = sorted(times)[math.ceil(share * len(times)) - 1]
    assert line.get_duration(share) == pytest.approx(exact, rel=1 / BUCKETS_PER_E + 0.01, abs=0.6)
