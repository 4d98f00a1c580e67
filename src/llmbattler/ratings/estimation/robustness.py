"""The smallest number of votes that decides the first place."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .bradley_terry import LikelihoodPoint, find_maximum
from .counts import CountRow, PairCounts
from .duels import Duels, across, logistic
from .linear import applied
from .standings import Ratings

RIVALS = 5
"""How many rivals are tried: those that need the fewest votes by the linear estimate."""
ROUNDS = 4
"""How often the order of removal is recomputed, each time at the point where the first place changed."""
SINGLY = 60
"""Up to this many votes are also removed one by one, each time the most influential one."""
EQUAL = 1e-9
"""Strengths that differ by less are equal."""


@dataclass(frozen=True, slots=True, eq=False)
class Robustness:
    votes: int | None
    """The smallest removal found that puts another model first; `None` if there is none."""
    first: str | None
    successor: str | None
    removed: tuple[CountRow, ...]


def count_votes_to_change_leader(counts: PairCounts, fitted: Ratings) -> Robustness:
    """Remove the most influential votes and refit until another model is first.

    That the answer is enough was verified by a refit. That fewer are not is not proved: it is an upper bound, and on
    boards small enough to try everything it was the minimum. Ties and `both_bad` are half a win here; 0 means that a
    board fitted in another way has a first place that this fit does not see.
    """
    members = max(fitted.components, key=len, default=())
    if len(members) <= 1:
        return Robustness(None, members[0] if members else None, None, ())
    board = counts.among(members)
    leader = max(members, key=lambda name: fitted.rating[fitted.place(name)])
    search = _Search(Duels.of(board), board.models.index(leader))
    best: Floats | None = np.zeros_like(search.numbers) if search.whole.leader_changed else None
    for rival in search.rivals()[:RIVALS]:
        best = search.removal(rival, best)
    if best is None:
        return Robustness(None, leader, None, ())
    successor = board.models[search.refitted(best).winner]
    return Robustness(int(best.sum()), leader, successor, _rows(board, search.duels, best))


@dataclass(frozen=True, slots=True, eq=False)
class _Refit:
    strength: Floats
    view: LikelihoodPoint
    winner: int
    leader_changed: bool


class _Search:
    """Votes of one pair and outcome are interchangeable: removals are arrays of pairs × (win, loss, draw)."""

    def __init__(self, duels: Duels, leader: int) -> None:
        self.duels = duels
        self.leader = leader
        self.numbers = np.stack([duels.wins, duels.losses, duels.draws], axis=1)
        self.whole = self.refitted(np.zeros_like(self.numbers))

    def refitted(self, removed: Floats) -> _Refit:
        left = self.numbers - removed
        met = left.sum(axis=1) > 0
        wins, losses, draws = left[met].T
        first, second, weight = self.duels.first[met], self.duels.second[met], self.duels.weight[met]
        duels, _ = Duels(self.duels.size, first, second, wins, losses, draws, weight).smoothed()
        component = duels.component()
        top, view = find_maximum(duels, component)
        strength = top.place
        rivals = np.where(component == component[self.leader], strength, -np.inf)
        winner = int(rivals.argmax())
        leader_changed = bool(rivals[winner] > strength[self.leader] + EQUAL)
        return _Refit(strength, view, winner, leader_changed)

    def worth(self, at: _Refit, rival: int) -> Floats:
        """How much removing one vote of each kind reduces the lead over the rival, to first order."""
        lead = np.zeros(self.duels.size)
        lead[self.leader], lead[rival] = 1.0, -1.0
        inverse = at.view.inverse_information()
        pull = applied(inverse, lead)
        found = logistic(at.strength[self.duels.first] - at.strength[self.duels.second])
        leverage = found.slope * across(inverse, self.duels.first, self.duels.second)
        pulled = (pull[self.duels.first] - pull[self.duels.second]) / np.maximum(1 - leverage, 0.1)
        return pulled[:, None] * (np.array([1.0, 0.0, 0.5]) - found.win[:, None])

    def rivals(self) -> list[int]:
        """List the rivals, those that need the fewest votes by the linear estimate first."""
        needed = {}
        for rival in range(self.duels.size):
            if rival != self.leader:
                worth = self.worth(self.whole, rival).ravel()
                order = np.argsort(-worth, kind="stable")
                lost = np.cumsum(np.maximum(worth[order], 0.0) * self.numbers.ravel()[order])
                enough = np.searchsorted(lost, self.whole.strength[self.leader] - self.whole.strength[rival])
                needed[rival] = float(self.numbers.ravel()[order][: enough + 1].sum())
        return sorted(needed, key=needed.__getitem__)

    def removal(self, rival: int, best: Floats | None) -> Floats | None:
        """Return the smallest removal found; the best one so far if none is smaller."""
        at = self.whole
        for _ in range(ROUNDS):
            order = self._order(self.worth(at, rival))
            found = self._fewest(order, best)
            if found is None:
                break
            best = self._first(order, found)
            at = self.refitted(self._first(order, found - 1))
        return self._remove_one_by_one(rival, best)

    def _order(self, worth: Floats) -> list[tuple[int, int]]:
        """List the kinds of votes to remove, as (place, number of votes)."""
        flat, numbers = worth.ravel(), self.numbers.ravel()
        order = np.argsort(-flat, kind="stable")
        return [(int(k), int(numbers[k])) for k in order if flat[k] > 0 and numbers[k] > 0]

    def _first(self, order: list[tuple[int, int]], votes: int) -> Floats:
        """Return the removal of the first `votes` votes in this order."""
        removed = np.zeros(self.numbers.size)
        for kind, number in order:
            removed[kind] = min(number, votes)
            votes -= number
            if votes <= 0:
                break
        return removed.reshape(self.numbers.shape)

    def _fewest(self, order: list[tuple[int, int]], best: Floats | None) -> int | None:
        """Return the smallest sufficient number of votes in this order, if it is below the best one."""
        most = sum(number for _, number in order)
        if best is not None:
            most = min(most, int(best.sum()) - 1)

        def enough(votes: int) -> bool:
            return self.refitted(self._first(order, votes)).leader_changed

        tried, last = 1, 0
        while tried < most and not enough(tried):
            tried, last = tried * 2, tried
        tried = min(tried, most)
        return bisect(enough, last, tried) if most > 0 and enough(tried) else None

    def _remove_one_by_one(self, rival: int, best: Floats | None) -> Floats | None:
        """Remove one vote at a time and recompute the influence after each."""
        if best is None or best.sum() > SINGLY:
            return best
        removed = np.zeros_like(self.numbers)
        at = self.whole
        while removed.sum() + 1 < best.sum():
            worth = np.where(self.numbers > removed, self.worth(at, rival), -np.inf)
            removed[np.unravel_index(worth.argmax(), worth.shape)] += 1
            at = self.refitted(removed)
            if at.leader_changed:
                return removed
        return best


def bisect(enough: Callable[[int], bool], low: int, high: int) -> int:
    """Return the smallest sufficient number above `low`; `high` is sufficient."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _rows(board: PairCounts, duels: Duels, removed: Floats) -> tuple[CountRow, ...]:
    """List what was removed; ties before `both_bad`, which count the same."""
    rows = []
    for i, j, (wins, losses, draws) in zip(duels.first, duels.second, removed.astype(int).tolist(), strict=True):
        if wins or losses or draws:
            ties = min(draws, int(board.ties[i, j]))
            rows.append(CountRow(board.models[i], board.models[j], wins, losses, ties, draws - ties))
    return tuple(rows)
