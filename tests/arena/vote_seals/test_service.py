from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from llmbattler.arena.models import VoteSeal
from llmbattler.arena.vote_seals import service
from llmbattler.arena.vote_seals.service import BrokenDay
from llmbattler.core.db import Database
from llmbattler.core.signing import SigningKey
from tests.arena.rows import all_rows
from tests.arena.vote_counts.ballots import ballot, put

KEY = SigningKey(b"k" * 32)
FIRST, SECOND = (datetime(2026, 10, day, 12, tzinfo=UTC) for day in (3, 5))


async def seal(database: Database) -> int:
    async with database.unit() as session:
        return await service.seal_days(session, key=KEY)


async def broken(database: Database) -> list[BrokenDay]:
    async with database.unit() as session:
        return await service.find_broken_days(session, key=KEY)


async def test_only_past_days_with_votes_are_sealed(database: Database) -> None:
    assert await seal(database) == 0
    assert await broken(database) == []
    await put(database, *(ballot("ant", "bee", "tie", created_at=at) for at in (FIRST, SECOND, SECOND)))
    await put(database, ballot("ant", "bee", "tie", created_at=datetime.now(UTC) + timedelta(hours=1)))
    assert await seal(database) == 2
    rows = sorted(await all_rows(database, VoteSeal), key=lambda row: row.day)
    assert [(row.day.day, row.votes) for row in rows] == [(3, 1), (5, 2)]
    assert await broken(database) == []


async def test_days_that_follow_are_chained_to_the_last_seal(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", created_at=FIRST))
    assert await seal(database) == 1
    await put(database, ballot("ant", "bee", "tie", created_at=SECOND))
    assert await seal(database) == 1
    assert await broken(database) == []
    async with database.unit() as session:
        await session.execute(text("DELETE FROM vote_seals WHERE day = '2026-10-03'"))
    assert await broken(database) == [BrokenDay(FIRST.date(), 0, 1), BrokenDay(SECOND.date(), 1, 1)]


async def test_a_broken_day_has_the_numbers_before_and_now(database: Database) -> None:
    await put(database, *(ballot("ant", "bee", "tie", created_at=FIRST) for _ in range(3)))
    await seal(database)
    async with database.unit() as session:
        await session.execute(text("DELETE FROM votes WHERE vote_id = (SELECT min(vote_id::text)::uuid FROM votes)"))
    assert await broken(database) == [BrokenDay(FIRST.date(), sealed=3, found=2)]
