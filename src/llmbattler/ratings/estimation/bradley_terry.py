"""Bradley-Terry by maximum likelihood on pair counts, so that the cost does not grow with the votes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import numpy as np

from .arrays import Floats, Index
from .counts import PairCounts
from .duels import Duels, Logistic, across, at_nodes, laplacian, level, logistic
from .grounded import grounded_strengths
from .linear import invert, product
from .newton import Maximum, maximize
from .standings import Anchor, Estimate, Ratings, Strengths, make_ratings

__all__ = ["Anchor", "BothBad", "Estimate", "Ratings", "bradley_terry", "fit"]

OFTEN = 50
"""With reweighting, pairs with at least this many votes have equal weight."""


class BothBad(StrEnum):
    """How votes "both are bad" are modeled."""

    TIE = "tie"
    GROUNDED = "grounded"


def fit(
    counts: PairCounts, *, anchor: Anchor | None = None, both_bad: BothBad = BothBad.TIE, reweigh: bool = False
) -> Ratings:
    """Rate all models of these counts. The result does not depend on the order of the votes."""
    if both_bad is BothBad.GROUNDED:
        found = grounded_strengths(counts, often=OFTEN if reweigh else None)
    else:
        duels, smoothed = Duels.of(counts).smoothed()
        found = bradley_terry(duels.reweighted(OFTEN) if reweigh else duels, smoothed)
    return make_ratings(counts.models, found, counts.votes, anchor)


def bradley_terry(duels: Duels, smoothed: bool = False) -> Strengths:
    """Strengths and their robust covariance; the likelihood must have a maximum (see `Duels.smoothed`)."""
    component = duels.component()
    top, view = find_maximum(duels, component)
    return Strengths(top.place, sandwich(view), component, smoothed, top.steps)


def find_maximum(duels: Duels, component: Index) -> tuple[Maximum, "LikelihoodPoint"]:
    """The strengths, and the likelihood evaluated there."""
    flat = level(component)
    return maximize(np.zeros(duels.size), lambda strength: LikelihoodPoint.of(duels, flat, strength))


@dataclass(frozen=True, slots=True, eq=False)
class LikelihoodPoint:
    """The likelihood of a board at one set of strengths."""

    duels: Duels
    flat: Floats
    chance: Logistic
    likelihood: float

    @classmethod
    def of(cls, duels: Duels, flat: Floats, strength: Floats) -> Self:
        chance = logistic(strength[duels.first] - strength[duels.second])
        won, lost = duels.wins + duels.draws / 2, duels.losses + duels.draws / 2
        likelihood = (duels.weight * (won * chance.log_win + lost * chance.log_loss)).sum()
        return cls(duels, flat, chance, float(likelihood))

    def slope(self) -> Floats:
        duels = self.duels
        surprise = duels.weight * (duels.wins + duels.draws / 2 - duels.games * self.chance.win)
        return at_nodes(duels.size, duels.first, duels.second, surprise)

    def inverse_information(self) -> Floats:
        """The generalized inverse of the information: zero along the level of each component."""
        duels = self.duels
        weight = duels.weight * duels.games * self.chance.slope
        information = laplacian(duels.size, duels.first, duels.second, weight)
        # Any positive number does; one of this size keeps the matrix well conditioned.
        scale = float(weight.sum()) / max(duels.size, 1) or 1.0
        return invert(information + scale * self.flat) - self.flat / scale

    def squared_residuals(self) -> Floats:
        """The squared residuals of each pair; a draw is half a win."""
        duels, win = self.duels, self.chance.win
        return duels.wins * (1 - win) ** 2 + duels.losses * win**2 + duels.draws * (0.5 - win) ** 2


def sandwich(view: LikelihoodPoint) -> Floats:
    """The robust (sandwich) covariance of the centered strengths: ties vary less than wins.

    A vote pulls the fit towards itself, by its leverage, so what remains of it is too small by that share. The expected
    part is put back; without it a newcomer with nothing but ties would look certain.
    """
    duels, slope, inverse = view.duels, view.chance.slope, view.inverse_information()
    leverage = duels.weight * slope * across(inverse, duels.first, duels.second)
    squares = view.squared_residuals() + duels.games * leverage * slope
    meat = laplacian(duels.size, duels.first, duels.second, duels.weight**2 * squares)
    covariance = product(product(inverse, meat), inverse)
    return (covariance + covariance.T) / 2
