from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.generation.named_questions import service
from llmbattler.generation.named_questions.service import NAMED_QUESTIONS, hash_question
from tests.generation.named_questions.asked import has_asked

OWNER, OTHER = "v_" + "0" * 32, "v_" + "f" * 32
YESTERDAY = datetime.now(UTC) - timedelta(days=1)


async def ask(database: Database, *questions: str, owner: str = OWNER) -> None:
    async with database.unit() as session:
        await service.record_questions(session, owner=owner, questions=questions)


async def asked(database: Database, question: str, *, owner: str = OWNER, since: datetime = YESTERDAY) -> bool:
    async with database.unit() as session:
        return await has_asked(session, owner=owner, question_hash=hash_question(question), since=since)


async def test_a_question_is_found_for_its_person_and_its_time_only(database: Database) -> None:
    await ask(database, "Why is the sky blue?")
    assert await asked(database, "why is the SKY blue?")
    assert not await asked(database, "Why is the sea blue?")
    assert not await asked(database, "Why is the sky blue?", owner=OTHER)
    assert not await asked(database, "Why is the sky blue?", since=datetime.now(UTC) + timedelta(minutes=1))
    async with database.unit() as session:
        with_file = hash_question("Why is the sky blue?", ["file"])
        assert await has_asked(session, owner=OWNER, question_hash=with_file, since=YESTERDAY)


async def test_asking_again_renews_the_time(database: Database) -> None:
    await ask(database, "Why?")
    async with database.unit() as session:
        await session.execute(text("UPDATE named_questions SET asked_at = now() - interval '40 days'"))
    assert not await asked(database, "Why?")
    await ask(database, "Why?")
    assert await asked(database, "Why?")


async def test_questions_are_exported_moved_and_erased(database: Database) -> None:
    await ask(database, "Why?")
    await ask(database, "Why?", owner=OTHER)
    async with database.unit() as session:
        assert [one["question_hash"] async for one in NAMED_QUESTIONS.export(session, OWNER)] == [hash_question("Why?")]
    async with database.unit() as session:
        await NAMED_QUESTIONS.move(session, OWNER, OTHER)
    assert not await asked(database, "Why?")
    async with database.unit() as session:
        assert [one["question_hash"] async for one in NAMED_QUESTIONS.export(session, OTHER)] == [hash_question("Why?")]
        await NAMED_QUESTIONS.erase(session, OTHER)
    assert not await asked(database, "Why?", owner=OTHER)
