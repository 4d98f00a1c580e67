"""Counts are compared in the database, and only differences are read."""

from datetime import timedelta

from sqlalchemy import text

from llmbattler.core.db import Database, Session
from llmbattler.ratings.differences.service import COUNTED, find_missing, open_counted
from llmbattler.ratings.service.vote_counts import (
    CountedVote,
    DayCount,
    Outcome,
    Sums,
    add_sums,
    add_votes,
    count_days,
    first_day,
    replace_counts,
)


async def compare(session: Session, days: list[DayCount]) -> Sums:
    """Compare the stored counts of people with these: totals, and recent days of the overall facet."""
    await open_counted(session)
    add = text(f"INSERT INTO {COUNTED} VALUES (:facet, :day, :model_a, :model_b, :wins_a, :wins_b, :ties, :both_bad)")  # noqa: S608
    for row in days:
        for day in (None, row.day) if row.facet == "overall" else (None,):
            await session.execute(add, {**row._asdict(), "day": day})
    found = await find_missing(session, source="human")
    await session.execute(text(f"DROP TABLE {COUNTED}"))
    return found


async def test_what_is_missing_or_too_much_is_found_and_added(database: Database) -> None:
    async with database.unit() as session:
        today = (await first_day(session)) + timedelta(days=30)
        facets = ["overall", "language:de"]
        votes = [CountedVote(*pair, Outcome.A, today, facets) for pair in (("a", "b"), ("b", "c"), ("a", "b"))]
        await add_votes(session, source="human", votes=votes)
        days = count_days(votes)
        assert not await compare(session, days)
        assert len((await compare(session, [])).totals) == 4, "rows without votes are differences too"
        await replace_counts(session, source="human", rows=days[:1])
        missing = await compare(session, days)
        assert missing.list_facets() == facets[::-1]
        for facet in missing.list_facets():
            await add_sums(session, source="human", missing=missing.of(facet))
        assert not await compare(session, days)
        await add_votes(session, source="human", votes=votes[:1])
        missing = await compare(session, days)
        assert missing.totals == {(facet, "a", "b"): (-1, 0, 0, 0) for facet in facets}
        assert missing.days == {("overall", today, "a", "b"): (-1, 0, 0, 0)}
