"""A simulated attack on a board: how many votes lift a model by one rank while every other vote looks honest."""

import numpy as np

from llmbattler.ratings.estimation import PairCounts, Ratings
from llmbattler.ratings.estimation.duels import Duels
from llmbattler.ratings.estimation.robustness import EQUAL, bisect, find_maximum


def votes_to_gain_a_rank(counts: PairCounts, fitted: Ratings, model: str) -> int | None:
    """Votes for `model` by which a mimic lifts it past one more model; `None` when it is first already.

    The mimic votes with the board in every other battle, so it looks honest and makes that board firmer, and meets each
    pair equally often. It needs n/2 battles for each vote in which its model takes part.
    """
    members = next((names for names in fitted.components if model in names), ())
    board = counts.among(members)
    order = sorted(board.models, key=lambda name: -fitted.rating[fitted.place(name)])
    if not members or order[0] == model:
        return None
    target = board.models.index(model)
    above = sum(fitted.rating[fitted.place(name)] > fitted.rating[fitted.place(model)] for name in members)
    standing = np.array([fitted.rating[fitted.place(name)] for name in board.models])
    standing[target] = np.inf
    mimicked = (standing[:, None] > standing[None, :]).astype(np.float64)
    met = ~np.eye(len(members), dtype=np.bool_)

    def passes(votes: int) -> bool:
        duels = Duels.between(met, board.wins + votes / (len(members) - 1) * mimicked, board.ties + board.both_bad)
        duels, _ = duels.smoothed()
        strength = find_maximum(duels, duels.component())[0].place
        return bool((strength >= strength[target] - EQUAL).sum() - 1 < above)

    enough = 1
    while not passes(enough):
        enough *= 2
    return bisect(passes, enough // 2, enough)
