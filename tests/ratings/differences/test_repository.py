"""Only recent days are compared by day."""

from datetime import timedelta

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.ratings.differences import repository
from llmbattler.ratings.service.vote_counts import first_day


async def test_days_that_are_not_kept_are_no_difference(database: Database) -> None:
    async with database.unit() as session:
        first = await first_day(session)
        add = text(
            "INSERT INTO pair_counts (source, facet, day, model_a, model_b) VALUES (:source, 'overall', :day, 'a', 'b')"
        )
        for source, day in (("human", first - timedelta(days=1)), ("judge:j", first)):
            await session.execute(add, {"source": source, "day": day})
        await repository.add_counted_table(session)
        assert await repository.list_missing_days(session, "human", first) == []
        await session.execute(add, {"source": "human", "day": first})
        [found] = await repository.list_missing_days(session, "human", first)
        assert tuple(found) == ("overall", first, "a", "b", 0, 0, 0, 0), "a row without votes"
        assert await repository.list_missing_totals(session, "human") == []
