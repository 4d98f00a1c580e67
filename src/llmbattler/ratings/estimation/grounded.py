"""The grounded Rao-Kupper model, in which a vote "both are bad" says how good the two are, not that they are alike.

A third contestant, the ground, stands for "good enough". With strengths s, tie factor ν and ground 1 (θ = ln s):
    P(a)        = s_a / (s_a + ν s_b + 1)
    P(b)        = s_b / (s_b + ν s_a + 1)
    P(both bad) = 1 / (1 + s_a + s_b)
    P(tie)      = the rest, which is positive for ν > 1.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from .arrays import Floats, Index
from .connectivity import groups
from .counts import PairCounts
from .duels import Duels
from .linear import invert, product
from .newton import Maximum, maximize
from .standings import Strengths

TINY = 1e-150
"""The smallest probability; the square of its inverse is finite."""
_CHOSEN_A = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
_CHOSEN_B = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
_CHOSEN_NONE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""The options of each outcome by a's strength, b's strength and the tie factor; the chosen option first."""


def grounded_strengths(counts: PairCounts, *, often: int | None) -> Strengths:
    """Fit each component separately; the tie factor and the ground come from the largest."""
    component = Duels.of(counts).component()
    size = len(counts.models)
    whole = Strengths(np.zeros(size), np.zeros((size, size)), component, False, 0)
    largest = 0
    for nodes in groups(component):
        if len(nodes) == 1:
            continue
        part = _fit(_Board.of(counts.among([counts.models[node] for node in nodes]), often))
        whole.strength[nodes] = part.strength
        whole.covariance[np.ix_(nodes, nodes)] = part.covariance
        whole = whole._replace(
            smoothed=whole.smoothed or part.smoothed, iterations=max(whole.iterations, part.iterations)
        )
        if len(nodes) > largest:
            largest = len(nodes)
            whole = whole._replace(tie_width=part.tie_width, ground=part.ground)
    return whole


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """One component: pairs, and their votes as rows for a, b, both bad and tie."""

    size: int
    first: Index
    second: Index
    votes: Floats
    weight: Floats
    smoothed: bool

    @classmethod
    def of(cls, counts: PairCounts, often: int | None) -> Self:
        """Connect models by wins and ties only: `both_bad` says nothing about their difference."""
        duels, smoothed = Duels.between(counts.games() > 0, counts.wins, counts.ties).smoothed()
        both_bad = counts.both_bad[duels.first, duels.second].astype(np.float64)
        added = 0.5 if _tie_factor_diverges(duels, both_bad) else 0.0
        votes = np.stack([duels.wins + added, duels.losses + added, both_bad, duels.draws])
        weight = np.ones(len(duels.first)) if often is None else 1.0 / np.maximum(votes.sum(axis=0), often)
        return cls(duels.size, duels.first, duels.second, votes, weight, smoothed or added > 0)

    @property
    def weighted(self) -> Floats:
        return self.weight * self.votes

    @property
    def grounded(self) -> bool:
        """Whether there is any `both_bad`; otherwise the ground is at minus infinity and is left out."""
        return bool(self.votes[2].any())

    @property
    def tied(self) -> bool:
        """Whether there is any tie; otherwise the tie factor is 1."""
        return bool(self.votes[3].any())

    def assembled(self, blocks: Floats) -> Floats:
        """Add the 3 × 3 block of each pair at its two models and the tie factor."""
        size = self.size + 1
        places = np.stack([self.first, self.second, np.full(len(self.first), self.size)], axis=1)
        cells = places[:, :, None] * size + places[:, None, :]
        whole: Floats = np.bincount(cells.ravel(), blocks.ravel(), minlength=size * size).astype(np.float64, copy=False)
        return self._free(whole.reshape(size, size))

    def gathered(self, slopes: Floats) -> Floats:
        places = np.stack([self.first, self.second, np.full(len(self.first), self.size)], axis=1)
        whole: Floats = np.bincount(places.ravel(), slopes.ravel(), minlength=self.size + 1).astype(
            np.float64, copy=False
        )
        return self._free(whole)

    def _free(self, array: Floats) -> Floats:
        """Drop the tie factor if there are no ties."""
        return array if self.tied else array[(slice(self.size),) * array.ndim]


def _tie_factor_diverges(duels: Duels, both_bad: Floats) -> bool:
    """Whether the likelihood has no maximum because the tie factor diverges, as after two wins and five ties.

    It can where strengths exist that put a winner at least one tie factor above the loser, those who tied at most one
    apart, and, seen from the ground, winners not below it and bad ones not above. Each of these is a bound on a
    difference, and such bounds contradict each other where they form a circle of negative length.
    """
    if not duels.draws.any() or (np.minimum(duels.wins, duels.losses) > 0).any():
        return False
    above, below = (
        np.concatenate([one[duels.wins > 0], other[duels.losses > 0]])
        for one, other in ((duels.first, duels.second), (duels.second, duels.first))
    )
    tied = duels.draws > 0
    bounds = [
        (above, below, -1),
        (duels.first[tied], duels.second[tied], 1),
        (duels.second[tied], duels.first[tied], 1),
    ]
    if both_bad.any():
        ground = np.array([duels.size])
        bad = np.concatenate([duels.first[both_bad > 0], duels.second[both_bad > 0]])
        bounds += [(above, ground.repeat(len(above)), 0), (ground.repeat(len(bad)), bad, 0)]
    start, end = (np.concatenate([bound[side] for bound in bounds]) for side in (0, 1))
    length = np.concatenate([np.full(len(bound[0]), bound[2]) for bound in bounds])
    strength = np.zeros(duels.size + 1, dtype=np.int64)
    for _ in range(len(strength) + 1):
        before = strength.copy()
        np.minimum.at(strength, end, before[start] + length)
        if np.array_equal(before, strength):
            return True
    return False


class _Outcomes(NamedTuple):
    """For each outcome of each pair: its probability, and the slope and curvature of its logarithm."""

    chance: Floats
    slope: Floats
    curvature: Floats


def _outcomes(board: _Board, found: Floats) -> _Outcomes:
    a, b = found[board.first], found[board.second]
    tie = found[board.size] if board.tied else 0.0
    ground = np.full(len(a), 0.0 if board.grounded else -np.inf)
    kinds = [
        _choice(np.stack([a, b + tie, ground]), _CHOSEN_A),
        _choice(np.stack([b, a + tie, ground]), _CHOSEN_B),
        _choice(np.stack([ground, a, b]), _CHOSEN_NONE),
    ]
    chance = np.stack([kind[0] for kind in kinds])
    slope = np.stack([kind[1] for kind in kinds])
    curvature = np.stack([kind[2] for kind in kinds])
    rest = np.maximum(1.0 - chance.sum(axis=0), TINY) if board.tied else np.ones(len(a))
    moved = chance[..., None] * slope
    bent = chance[..., None, None] * (curvature + slope[..., :, None] * slope[..., None, :])
    tie_slope = -moved.sum(axis=0) / rest[:, None]
    tie_curvature = -bent.sum(axis=0) / rest[:, None, None] - tie_slope[:, :, None] * tie_slope[:, None, :]
    return _Outcomes(
        np.concatenate([chance, rest[None]]),
        np.concatenate([slope, tie_slope[None]]),
        np.concatenate([curvature, tie_curvature[None]]),
    )


def _choice(options: Floats, features: Floats) -> tuple[Floats, Floats, Floats]:
    """For a choice among three by strength: probability of the first, slope and curvature of its logarithm."""
    best = options.max(axis=0)
    shares = np.exp(options - best)
    shares /= shares.sum(axis=0)
    mean = (shares[:, :, None] * features[:, None, :]).sum(axis=0)
    squares = features[:, :, None] * features[:, None, :]
    second = (shares[:, :, None, None] * squares[:, None]).sum(axis=0)
    return shares[0], features[0] - mean, mean[:, :, None] * mean[:, None, :] - second


@dataclass(frozen=True, slots=True, eq=False)
class _LikelihoodPoint:
    """The likelihood of a board at one set of strengths and one tie factor."""

    board: _Board
    flat: Floats
    at: _Outcomes
    likelihood: float

    @classmethod
    def of(cls, board: _Board, flat: Floats, found: Floats) -> Self | None:
        """Return `None` outside the domain: with a tie factor of 1 or less, ties are impossible."""
        if board.tied and found[board.size] <= 0:
            return None
        at = _outcomes(board, found)
        return cls(board, flat, at, float((board.weighted * np.log(np.maximum(at.chance, TINY))).sum()))

    def slope(self) -> Floats:
        return self.board.gathered((self.board.weighted[..., None] * self.at.slope).sum(axis=0))

    def inverse_information(self) -> Floats:
        """Uses Fisher's information, which is positive definite even where the likelihood is not concave."""
        chance, slope = self.at.chance[..., None, None], self.at.slope
        squares = (chance * slope[..., :, None] * slope[..., None, :]).sum(axis=0)
        return self._inverse(self.board.assembled(self.board.weighted.sum(axis=0)[:, None, None] * squares))

    def sandwich(self) -> Floats:
        """Sandwich: the inverse of the observed information around the squared slopes."""
        weighted, slope = self.board.weighted[..., None, None], self.at.slope
        inverse = self._inverse(self.board.assembled(-(weighted * self.at.curvature).sum(axis=0)))
        if (np.diagonal(inverse) <= 0).any():
            inverse = self.inverse_information()
        squares = (self.board.weight[:, None, None] * weighted * slope[..., :, None] * slope[..., None, :]).sum(axis=0)
        total = float(self.board.votes.sum())
        meat = self.board.assembled(squares) * (total / max(total - len(inverse), 1.0))
        return product(product(inverse, meat), inverse)

    def _inverse(self, information: Floats) -> Floats:
        scale = float(np.diagonal(information).mean())
        return invert(information + scale * self.flat) - self.flat / scale


def _fit(board: _Board) -> Strengths:
    start = np.concatenate([np.full(board.size, _start(board)), np.full(int(board.tied), 0.5)])
    flat = np.zeros((len(start), len(start)))
    if not board.grounded:
        flat[: board.size, : board.size] = 1.0 / board.size
    top, view = maximize(start, lambda found: _LikelihoodPoint.of(board, flat, found))
    return _centred(board, top, view.sandwich())


def _start(board: _Board) -> float:
    """The level at which equal models would have the observed share of `both_bad`."""
    share = float(board.votes[2].sum() / board.votes.sum())
    return float(np.log((1 / share - 1) / 2)) if 0 < share < 1 else 0.0


def _centred(board: _Board, top: Maximum, covariance: Floats) -> Strengths:
    size, found = board.size, top.place
    mean = float(found[:size].mean())
    inner = covariance[:size, :size]
    inner = inner - inner.mean(axis=0)
    inner = inner - inner.mean(axis=1)[:, None]
    return Strengths(
        strength=found[:size] - mean,
        covariance=(inner + inner.T) / 2,
        component=np.zeros(size, dtype=np.intp),
        smoothed=board.smoothed,
        iterations=top.steps,
        tie_width=float(found[size]) if board.tied else 0.0,
        ground=-mean if board.grounded else None,
    )
