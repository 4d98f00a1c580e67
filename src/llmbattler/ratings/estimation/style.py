"""Style-controlled ratings: a logistic fit of the models and of style differences.

Nothing is regularized but for a prior so wide (`PRIOR`) that it only matters where the votes alone would give an
infinite coefficient: a usual default shrinks the effect of style to a ninth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats, Index
from .counts import CodedVotes, Outcome, PairCounts
from .duels import Duels, Logistic, at_nodes, level, logistic
from .linear import invert, product
from .markdown import Features, measure
from .newton import Maximum, maximize
from .standings import Z95, Anchor, Ratings, Strengths, make_ratings

__all__ = ["Features", "StyleFit", "fit_coded", "fit_style", "measure", "normalized"]

PRIOR = 0.01
"""Prior precision of each coefficient: a standard deviation of ten logits."""
_SCORES = {Outcome.A: 1.0, Outcome.B: 0.0, Outcome.TIE: 0.5, Outcome.BOTH_BAD: 0.5}
_POINTS = np.array([_SCORES[outcome] for outcome in Outcome])


@dataclass(frozen=True, slots=True, eq=False)
class StyleFit:
    ratings: Ratings
    coefficients: Floats
    """Logits per unit of each standardized feature; 0 for a feature that never differed."""
    ci_low: Floats
    ci_high: Floats
    names: tuple[str, ...]


def fit_style(
    model_a: Sequence[str],
    model_b: Sequence[str],
    outcome: Sequence[Outcome | str],
    features_a: ArrayLike,
    features_b: ArrayLike,
    *,
    anchor: Anchor | None = None,
) -> StyleFit:
    return fit_coded(CodedVotes.of(model_a, model_b, outcome), features_a, features_b, anchor=anchor)


def fit_coded(
    coded: CodedVotes, features_a: ArrayLike, features_b: ArrayLike, *, anchor: Anchor | None = None
) -> StyleFit:
    """Like `fit_style`, for votes that are numbers already."""
    counts = PairCounts.from_coded(coded)
    style = normalized(features_a, features_b)
    if style.shape != (len(Features._fields), len(coded)):
        raise ValueError("Each vote needs the features of both answers.")
    varied = style.any(axis=1)
    votes, smoothed = _Votes.of(counts, coded, style[varied])
    component = Duels.of(counts).component()
    top, covariance = _find_maximum(votes, component)
    size, found = votes.size, top.place
    strengths = Strengths(found[:size], covariance[:size, :size], component, smoothed, top.steps)
    coefficients, half = np.zeros(len(style)), np.zeros(len(style))
    coefficients[varied] = found[size:]
    half[varied] = Z95 * np.sqrt(np.diagonal(covariance)[size:])
    return StyleFit(
        make_ratings(counts.models, strengths, counts.votes, anchor),
        coefficients,
        coefficients - half,
        coefficients + half,
        Features._fields,
    )


def _find_maximum(votes: "_Votes", component: Index) -> tuple[Maximum, Floats]:
    prior = np.concatenate([np.zeros(votes.size), np.full(len(votes.style), PRIOR)])
    flat = np.zeros((len(prior), len(prior)))
    flat[: votes.size, : votes.size] = level(component)
    top, view = maximize(np.zeros(len(prior)), lambda found: _LikelihoodPoint.of(votes, flat, prior, found))
    return top, view.sandwich()


def normalized(features_a: ArrayLike, features_b: ArrayLike) -> Floats:
    """One row per feature: (a - b) / (a + b), divided by its root mean square.

    Not by the standard deviation around the mean, which would depend on which answer was left.
    """
    a = np.asarray(features_a, dtype=np.float64).reshape(-1, len(Features._fields)).T
    b = np.asarray(features_b, dtype=np.float64).reshape(-1, len(Features._fields)).T
    whole = a + b
    share = np.divide(a - b, whole, out=np.zeros_like(whole), where=whole > 0)
    size = np.sqrt((share**2).sum(axis=1) / max(share.shape[1], 1))
    standard: Floats = np.divide(share, size[:, None], out=np.zeros_like(share), where=size[:, None] > 0)
    return standard


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """One entry per vote and per smoothing half win; never a matrix of votes × models."""

    size: int
    first: Index
    second: Index
    points: Floats
    weight: Floats
    style: Floats

    @classmethod
    def of(cls, counts: PairCounts, coded: CodedVotes, style: Floats) -> tuple[Self, bool]:
        first, second, points = coded.first, coded.second, _POINTS[coded.outcome]
        duels = Duels.of(counts)
        smooth, smoothed = duels.smoothed()
        added = smooth.wins > duels.wins
        extra = int(added.sum())
        votes = cls(
            len(counts.models),
            np.concatenate([first, smooth.first[added], smooth.first[added]]),
            np.concatenate([second, smooth.second[added], smooth.second[added]]),
            np.concatenate([points, np.ones(extra), np.zeros(extra)]),
            np.concatenate([first != second, np.full(2 * extra, 0.5)]),
            np.concatenate([style, np.zeros((len(style), 2 * extra))], axis=1),
        )
        return votes, smoothed

    def chances(self, found: Floats) -> Logistic:
        strength, coefficients = found[: self.size], found[self.size :]
        return logistic(strength[self.first] - strength[self.second] + (coefficients[:, None] * self.style).sum(axis=0))

    def gathered(self, value: Floats) -> Floats:
        models = at_nodes(self.size, self.first, self.second, value)
        return np.concatenate([models, (self.style * value).sum(axis=1)])

    def squared(self, weight: Floats) -> Floats:
        """The sum of weight × x xᵀ over the votes, x being +1, -1 and the style of a vote, by sums over pairs."""
        size, styles = self.size, len(self.style)
        matrix = np.zeros((size + styles, size + styles))
        pairs = np.bincount(self.first * size + self.second, weight, minlength=size * size).reshape(size, size)
        models = -(pairs + pairs.T)
        np.fill_diagonal(models, models.diagonal() - models.sum(axis=1))
        matrix[:size, :size] = models
        for row in range(styles):
            weighted = weight * self.style[row]
            matrix[size + row, :size] = matrix[:size, size + row] = at_nodes(size, self.first, self.second, weighted)
            matrix[size + row, size:] = (self.style * weighted).sum(axis=1)
        return matrix

    def leverage(self, inverse: Floats) -> Floats:
        """xᵀ inverse x for each vote."""
        size = self.size
        spread = np.diagonal(inverse)
        total = spread[self.first] + spread[self.second] - 2 * inverse[self.first, self.second]
        for row, style in enumerate(self.style):
            mixed = inverse[size + row, self.first] - inverse[size + row, self.second]
            total += style * (2 * mixed + (inverse[size + row, size:, None] * self.style).sum(axis=0))
        return total


@dataclass(frozen=True, slots=True, eq=False)
class _LikelihoodPoint:
    """The likelihood of the votes at one set of strengths and coefficients."""

    votes: _Votes
    flat: Floats
    prior: Floats
    found: Floats
    chance: Logistic
    likelihood: float

    @classmethod
    def of(cls, votes: _Votes, flat: Floats, prior: Floats, found: Floats) -> Self:
        chance = votes.chances(found)
        logs = votes.points * chance.log_win + (1 - votes.points) * chance.log_loss
        likelihood = float((votes.weight * logs).sum() - (prior * found**2).sum() / 2)
        return cls(votes, flat, prior, found, chance, likelihood)

    def slope(self) -> Floats:
        surprise = self.votes.weight * (self.votes.points - self.chance.win)
        return self.votes.gathered(surprise) - self.prior * self.found

    def inverse_information(self) -> Floats:
        """The inverse information, zero along the level of each component."""
        information = self.votes.squared(self.votes.weight * self.chance.slope) + np.diag(self.prior)
        scale = float(np.diagonal(information).sum()) / max(len(information), 1) or 1.0
        return invert(information + scale * self.flat) - self.flat / scale

    def sandwich(self) -> Floats:
        """The sandwich covariance with leverage correction, plus the uncertainty of the prior.

        If only one model writes in some style, and always does, votes cannot separate the model from its style.
        Without the prior both would look certain.
        """
        inverse = self.inverse_information()
        residuals = (self.votes.points - self.chance.win) ** 2
        squares = self.votes.weight * (residuals + self.votes.leverage(inverse) * self.chance.slope**2)
        meat = self.votes.squared(squares) + np.diag(self.prior)
        covariance = product(product(inverse, meat), inverse)
        return (covariance + covariance.T) / 2
