import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.generation.named_questions import repository
from tests.generation.named_questions.asked import has_asked

OWNER, OTHER = "v_" + "0" * 32, "v_" + "f" * 32


async def add(database: Database, owner: str, *hashes: str, days_ago: int = 0) -> None:
    async with database.unit() as session:
        await repository.add_questions(session, owner, hashes)
        back = text("UPDATE named_questions SET asked_at = now() - make_interval(days => :days) WHERE owner = :owner")
        await session.execute(back, {"days": days_ago, "owner": owner})


async def test_a_question_is_stored_once_per_owner(database: Database) -> None:
    await add(database, OWNER, "b", "a", "b")
    await add(database, OWNER, "a")
    await add(database, OTHER, "a")
    async with database.unit() as session:
        assert sorted(one.question_hash for one in await repository.list_questions(session, OWNER)) == ["a", "b"]
        assert len(await repository.list_questions(session, OTHER)) == 1


async def test_no_questions_are_no_error(database: Database) -> None:
    await add(database, OWNER)
    async with database.unit() as session:
        assert await repository.list_questions(session, OWNER) == []


async def test_two_writers_with_other_orders_do_not_deadlock(database: Database) -> None:
    hashes = [f"{number:03}" for number in range(300)]
    await asyncio.gather(*(add(database, OWNER, *each) for each in (hashes, hashes[::-1], hashes)))
    async with database.unit() as session:
        assert len(await repository.list_questions(session, OWNER)) == 300


async def test_the_later_time_stays_when_both_owners_asked(database: Database) -> None:
    await add(database, OWNER, "same", "own", days_ago=1)
    await add(database, OTHER, "same", days_ago=5)
    async with database.unit() as session:
        await repository.update_owner(session, OWNER, OTHER)
    two_days_ago = datetime.now(UTC) - timedelta(days=2)
    async with database.unit() as session:
        assert await repository.list_questions(session, OWNER) == []
        for question in ("same", "own"):
            assert await has_asked(session, owner=OTHER, question_hash=question, since=two_days_ago)
        await repository.delete_old_questions(session, timedelta(hours=1))
        assert await repository.list_questions(session, OTHER) == []
