"""The charts that show why somebody is suspected."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from pydantic import BaseModel

from llmbattler.ratings.service.predictions import Floats

from .expectation import WORDS, Ballots, Expectation
from .signals import WINDOW
from .suspicion import Verdict

POINTS = 80
PEOPLE = 400
LOW, HIGH = 2.5, 97.5


class SurprisePoint(BaseModel):
    """The cumulated surprise of the votes so far, minus the expected surprise."""

    votes: int
    surprise: float
    low: float
    high: float
    """`low` and `high`: the 95 % range of honest people."""


class ModelPoint(BaseModel):
    """The points of a model in these votes; a draw is half a point."""

    model_id: str
    votes: int
    points: float
    expected: float
    low: float
    high: float
    deviation: float


class WordPoint(BaseModel):
    word: str
    votes: int
    expected: float


class TimePoint(BaseModel):
    """The votes in a window of ten minutes."""

    at: datetime
    votes: int


class Evidence(BaseModel):
    surprise: list[SurprisePoint] = []
    models: list[ModelPoint] = []
    words: list[WordPoint] = []
    times: list[TimePoint] = []


def make_evidence(
    expectation: Expectation,
    ballots: Ballots,
    verdict: Verdict,
    times: Sequence[datetime],
    chance: np.random.Generator,
) -> Evidence:
    """Return the charts of one suspect. The votes must be in the order they were cast."""
    return Evidence(
        surprise=_draw_surprise(expectation, ballots.in_order(), chance) if len(ballots.word) else [],
        models=[
            ModelPoint(
                model_id=one.model,
                votes=one.votes,
                points=one.points,
                expected=round(one.expected, 2),
                low=round(one.low, 2),
                high=round(one.high, 2),
                deviation=round(one.deviation, 2),
            )
            for one in sorted(verdict.residuals, key=lambda one: -abs(one.deviation))
        ],
        words=_count_words(expectation, ballots) if len(ballots.word) else [],
        times=_count_windows(times),
    )


def _draw_surprise(expectation: Expectation, ballots: Ballots, chance: np.random.Generator) -> list[SurprisePoint]:
    chances = expectation.chances(ballots.first, ballots.second)
    surprise = -np.log(chances)
    surprise = surprise - (chances * surprise).sum(axis=0)
    size, votes = len(expectation.models), len(ballots.word)
    pairs, pair_of = np.unique(ballots.first * size + ballots.second, return_inverse=True)
    at = np.unique(np.linspace(1, votes, min(POINTS, votes)).astype(np.intp)) - 1
    own = surprise[ballots.word, np.arange(votes)].cumsum()
    honest = np.empty((PEOPLE, len(at)))
    for person in range(PEOPLE):  # one at a time: a group may have many thousand votes
        likely = expectation.draw_chances(pairs // size, pairs % size, 1, chance)[:, 0]
        words = (chance.random(votes) > likely[: len(WORDS) - 1].cumsum(axis=0)[:, pair_of]).sum(axis=0)
        honest[person] = surprise[words, np.arange(votes)].cumsum()[at]
    low, high = _quantiles(honest)
    return [
        SurprisePoint(votes=place + 1, surprise=round(own[place], 3), low=round(down, 3), high=round(up, 3))
        for place, down, up in zip(at.tolist(), low.tolist(), high.tolist(), strict=True)
    ]


def _quantiles(honest: Floats) -> tuple[Floats, Floats]:
    low, high = np.percentile(honest, [LOW, HIGH], axis=0)
    return low, high


def _count_words(expectation: Expectation, ballots: Ballots) -> list[WordPoint]:
    """Count the verdicts, with one word for both sides."""
    said = np.bincount(ballots.word, minlength=len(WORDS))
    expected = expectation.chances(ballots.first, ballots.second).sum(axis=1)
    return [
        WordPoint(word="one_better", votes=int(said[:2].sum()), expected=round(float(expected[:2].sum()), 2)),
        *(
            WordPoint(word=word.value, votes=int(said[place]), expected=round(float(expected[place]), 2))
            for place, word in enumerate(WORDS)
            if place > 1
        ),
    ]


def _count_windows(times: Sequence[datetime]) -> list[TimePoint]:
    seconds = int(WINDOW.total_seconds())
    windows = Counter(int(moment.timestamp()) // seconds for moment in times)
    return [
        TimePoint(at=datetime.fromtimestamp(window * seconds, UTC), votes=number)
        for window, number in sorted(windows.items())
    ]
