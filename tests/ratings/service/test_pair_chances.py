import pytest

from llmbattler.core.db import Database
from llmbattler.ratings.service.pair_chances import read_chances
from llmbattler.ratings.service.vote_counts import Outcome
from tests.ratings.counted import count_votes


async def test_a_model_that_has_few_votes_is_drawn_more_often(database: Database) -> None:
    await count_votes(database, ("a", "b", Outcome.A, 30), ("a", "b", Outcome.B, 30))
    async with database.unit() as session:
        chances = await read_chances(session, weights={"new": 1.0, "b": 1.0, "a": 1.0})
    assert list(chances) == [("a", "b"), ("a", "new"), ("b", "new")]
    assert sum(chances.values()) == pytest.approx(1)
    assert min(chances["a", "new"], chances["b", "new"]) > chances["a", "b"] > 0


async def test_without_votes_the_weights_decide(database: Database) -> None:
    async with database.unit() as session:
        chances = await read_chances(session, weights={"a": 2.0, "b": 1.0, "c": 1.0})
    assert chances["a", "b"] == pytest.approx(2 * chances["b", "c"])
