from llmbattler.core.db import Database
from llmbattler.ratings.service.predictions import fit, read_overall
from llmbattler.ratings.service.vote_counts import Outcome
from tests.ratings.counted import count_votes


async def test_predictions_use_blind_votes_of_people_only(database: Database) -> None:
    await count_votes(database, ("a", "b", Outcome.A, 3), ("a", "b", Outcome.B, 1))
    await count_votes(database, ("a", "b", Outcome.B, 9), facets=("side_by_side",))
    await count_votes(database, ("a", "judged", Outcome.B, 9), source="judge:j")
    async with database.unit() as session:
        counts = await read_overall(session)
    assert (counts.models, counts.total) == (("a", "b"), 4)
    ratings = fit(counts)
    assert ratings.rating[0] > ratings.rating[1]
