from datetime import UTC, datetime, timedelta
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.ratings.estimation.counts import Outcome
from llmbattler.ratings.service import elo

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def test_results_are_played_in_their_order_from_1500() -> None:
    ratings: dict[str, float] = {}
    elo.apply_results(ratings, [("a", "b", Outcome.A)])
    assert ratings == {"a": 1516.0, "b": 1484.0}
    elo.apply_results(ratings, [("b", "a", Outcome.A)])
    assert ratings["b"] > 1500 > ratings["a"]


async def test_a_late_vote_is_played_from_the_mark_before_it(database: Database) -> None:
    async with database.unit() as session:
        early = await elo.find_mark_before(session, voted_at=NOON, vote_id=UUID(int=1))
        assert (early.position, early.ratings) == (None, {})
        elo.apply_results(early.ratings, [("a", "b", Outcome.A)])
        await elo.save(session, start=early, voted_at=NOON, vote_id=UUID(int=1))
        late = await elo.find_mark_before(session, voted_at=NOON + timedelta(seconds=1), vote_id=UUID(int=2))
        assert late.position == (NOON, UUID(int=1))
        assert late.ratings == early.ratings
        assert (await elo.find_mark_before(session, voted_at=NOON, vote_id=UUID(int=1))).position is None
        await elo.delete_marks(session)
        assert (await elo.find_mark_before(session, voted_at=NOON + timedelta(1), vote_id=UUID(int=3))).position is None
