from datetime import UTC, date, datetime, timedelta

from sqlalchemy import text

from llmbattler.arena.vote_seals import repository
from llmbattler.core.db import Database
from tests.arena.vote_counts.ballots import ballot, put

MIDNIGHT = datetime(2026, 10, 4, tzinfo=UTC)
SECOND = timedelta(seconds=1)


async def test_days_begin_at_midnight_utc_whatever_the_time_zone_of_the_database(database: Database) -> None:
    times = (MIDNIGHT - SECOND, MIDNIGHT, MIDNIGHT + SECOND)
    await put(database, *(ballot("ant", "bee", "tie", created_at=at) for at in times))
    async with database.unit() as session:
        await session.execute(text("SET LOCAL TIME ZONE 'Pacific/Auckland'"))
        days = await repository.list_day_digests(session, after=None, before=date(2026, 10, 5))
        assert [(day.day, votes) for day, votes, _ in days] == [(3, 1), (4, 2)]
        assert await repository.list_day_digests(session, after=date(2026, 10, 3), before=date(2026, 10, 4)) == []
        later = await repository.list_day_digests(session, after=date(2026, 10, 3), before=date(2026, 10, 5))
        assert later == days[1:]


async def test_a_digest_depends_on_the_verdict_and_not_on_what_may_change(database: Database) -> None:
    await put(database, *(ballot("ant", "bee", "tie", created_at=MIDNIGHT) for _ in range(3)))

    async def digest() -> str:
        async with database.unit() as session:
            [(_, _, found)] = await repository.list_day_digests(session, after=None, before=date(2026, 10, 5))
            return found

    before = await digest()
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET voter = 'x', counted = false, comment = 'new'"))
    assert await digest() == before
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET vote = 'both_bad'"))
    assert await digest() != before
