"""Which pairs are drawn more often, from real votes."""

from itertools import combinations

import pytest

from llmbattler.arena.pairing.flow import PairOdds
from llmbattler.core.db import Database
from tests.arena.vote_counts.ballots import STRENGTH, ballot, put
from tests.ratings.conftest import count, offered

__all__ = ["offered"]


@pytest.mark.usefixtures("offered")
async def test_v22_pairs_that_teach_more_are_drawn_more_often_and_nobody_starves(database: Database) -> None:
    odds = PairOdds(database, informative=True)
    await odds.refresh()
    pairs = [tuple(sorted(pair)) for pair in combinations(STRENGTH, 2)]
    assert [round(odds.chances[pair], 6) for pair in pairs] == [round(1 / 6, 6)] * 6  # no votes yet
    await put(
        database,
        *(ballot(a, b, "tie") for a, b in combinations(("ant", "bee", "cat"), 2) for _ in range(60)),
        *(ballot("cat", "dog", word) for word in ("left_better", "right_better")),
    )
    await count(database)
    await odds.refresh()
    assert sum(odds.chances.values()) == pytest.approx(1)
    share = {model: sum(chance for pair, chance in odds.chances.items() if model in pair) for model in STRENGTH}
    assert share["dog"] == max(share.values()) > 0.55
    assert min(share.values()) > 0.5 * 2 / 4


async def test_uniform_matchmaking_has_no_odds(database: Database) -> None:
    odds = PairOdds(database, informative=False)
    await odds.run()
    assert odds.chances == {}
