"""Simulated honest and dishonest voters on a board with known strengths."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from llmbattler.arena.integrity.expectation import Ballots, Expectation
from llmbattler.arena.integrity.suspicion import LEVEL, Verdict, judge
from llmbattler.arena.models import Vote, VoteWord
from llmbattler.ratings.estimation import PairCounts
from tests.arena.vote_counts.ballots import NOON, ballot
from tests.ratings.boards import even_strengths, names, vote

TIES, BOTH_BAD = 0.4, 0.08
WORDS = (VoteWord.LEFT_BETTER, VoteWord.RIGHT_BETTER, VoteWord.TIE, VoteWord.BOTH_BAD)
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class SimulatedSite:
    """The votes of everybody else, from which the board is fitted."""

    models: int = 30
    votes: int = 200_000
    deviation: float = 120.0
    """Standard deviation of the ratings, in points."""
    seed: int = 1
    taste: float = 0.0
    habit: float = 0.0
    """How far honest people differ, in logits."""

    @cached_property
    def strength(self) -> Floats:
        return even_strengths(self.models, self.deviation)

    @cached_property
    def counts(self) -> PairCounts:
        chance = np.random.default_rng(self.seed)
        return vote(self.strength, self.votes, chance, ties=TIES, both_bad=BOTH_BAD)

    @cached_property
    def expectation(self) -> Expectation:
        return Expectation.of(self.counts)

    def draw_pairs(self, votes: int, chance: np.random.Generator) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        first = chance.integers(0, self.models, votes)
        second = (first + chance.integers(1, self.models, votes)) % self.models
        return first.astype(np.intp), second.astype(np.intp)

    def honest(self, votes: int, chance: np.random.Generator) -> Ballots:
        first, second = self.draw_pairs(votes, chance)
        strength = self.strength + self.taste * chance.standard_normal(self.models)
        win = 1 / (1 + np.exp(strength[second] - strength[first]))
        tie = TIES * 2 * win * (1 - win)
        sides = np.stack([win - tie / 2, 1 - win - tie / 2, tie], axis=1) * (1 - BOTH_BAD)
        likely = np.concatenate([sides, np.full((votes, 1), BOTH_BAD)], axis=1)
        likely[:, 2:] *= np.exp(self.habit * chance.standard_normal())
        likely /= likely.sum(axis=1, keepdims=True)
        word = (chance.random(votes)[:, None] > likely.cumsum(axis=1)[:, :3]).sum(axis=1)
        return Ballots(first, second, word)

    def careless(self, votes: int, chance: np.random.Generator, words: int = 4) -> Ballots:
        """Any word, or one of the two sides."""
        return Ballots(*self.draw_pairs(votes, chance), chance.integers(0, words, votes).astype(np.intp))

    def one_target(self, votes: int, chance: np.random.Generator, target: int | None = None) -> Ballots:
        """Honest, except that one model always wins."""
        target = self.models // 3 if target is None else target
        first, second, word = self.honest(votes, chance)
        return Ballots(first, second, np.where(first == target, 0, np.where(second == target, 1, word)))


Cast: TypeAlias = Callable[[int, np.random.Generator], Ballots]


@dataclass(frozen=True)
class Rates:
    """The share of voters that each test finds."""

    likelihood: float
    model: float
    either: float


def measure_rates(site: SimulatedSite, cast: Cast, *, votes: int, people: int, seed: int = 1) -> Rates:
    chance = np.random.default_rng(seed)
    verdicts: list[Verdict] = [judge(site.expectation, cast(votes, chance), chance) for _ in range(people)]
    return Rates(
        sum(one.p_likelihood < LEVEL / 2 for one in verdicts) / people,
        sum(one.p_model < LEVEL / 2 for one in verdicts) / people,
        sum(one.suspicious for one in verdicts) / people,
    )


def as_votes(ballots: Ballots, models: int, *, voter: str, since: datetime = NOON, **more: object) -> list[Vote]:
    """The same as rows of the table, five minutes apart, each on a prompt of its own."""
    model = names(models)
    return [
        ballot(
            model[first],
            model[second],
            WORDS[word],
            voter=voter,
            prompt_hash=f"{voter} {place}",
            created_at=since + timedelta(minutes=5 * place),
            **more,
        )
        for place, (first, second, word) in enumerate(zip(*(column.tolist() for column in ballots), strict=True))
    ]
