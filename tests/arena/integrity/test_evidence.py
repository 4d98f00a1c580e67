from datetime import UTC, datetime, timedelta

import numpy as np

from llmbattler.arena.integrity.evidence import make_evidence
from llmbattler.arena.integrity.suspicion import judge
from tests.arena.integrity.simulated_voters import SimulatedSite

SITE = SimulatedSite(models=6, votes=3000)
START = datetime(2026, 1, 1, tzinfo=UTC)


def test_the_charts_of_a_careless_voter_leave_the_range_of_honest_people() -> None:
    chance = np.random.default_rng(3)
    ballots = SITE.careless(200, chance)
    times = [START + timedelta(minutes=minute) for minute in range(200)]
    evidence = make_evidence(SITE.expectation, ballots, judge(SITE.expectation, ballots, chance), times, chance)
    last = evidence.surprise[-1]
    assert last.votes == 200
    assert last.surprise > last.high > last.low
    assert sum(point.votes for point in evidence.words) == 200
    assert [point.word for point in evidence.words] == ["one_better", "tie", "both_bad"]
    assert sum(point.votes for point in evidence.times) == 200
    assert {point.votes for point in evidence.times} == {10}
    deviations = [abs(point.deviation) for point in evidence.models]
    assert deviations == sorted(deviations, reverse=True)


def test_without_votes_there_are_no_charts() -> None:
    chance = np.random.default_rng(3)
    ballots = SITE.expectation.place([])
    evidence = make_evidence(SITE.expectation, ballots, judge(SITE.expectation, ballots, chance), [], chance)
    assert evidence.model_dump() == {"surprise": [], "models": [], "words": [], "times": []}
