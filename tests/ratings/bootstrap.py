"""Bootstrap intervals: resample the votes of each pair."""

from dataclasses import replace

import numpy as np

from llmbattler.ratings.estimation.arrays import Floats
from llmbattler.ratings.estimation.bradley_terry import bradley_terry
from llmbattler.ratings.estimation.counts import PairCounts
from llmbattler.ratings.estimation.duels import Duels
from llmbattler.ratings.estimation.standings import make_ratings


def bootstrap(counts: PairCounts, rounds: int, seed: int) -> Floats:
    """Ratings of each round (rounds × models); outcomes are redrawn, the number of votes per pair stays."""
    duels = Duels.of(counts)
    chance = np.random.default_rng(seed)
    games = duels.games
    shares = np.stack([duels.wins, duels.losses, duels.draws], axis=1) / np.maximum(games, 1.0)[:, None]
    ratings = np.empty((rounds, duels.size))
    for number in range(rounds):
        wins, losses, draws = chance.multinomial(games.astype(np.int64), shares).T.astype(np.float64)
        drawn, smoothed = replace(duels, wins=wins, losses=losses, draws=draws).smoothed()
        ratings[number] = make_ratings(counts.models, bradley_terry(drawn, smoothed), counts.votes).rating
    return ratings
