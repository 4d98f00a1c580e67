from datetime import UTC, datetime

from sqlalchemy import text

from llmbattler.arena.vote_seals import service
from llmbattler.arena.vote_seals.flow import examine_votes
from llmbattler.core.db import Database
from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey
from tests.arena.vote_counts.ballots import ballot, put


async def test_the_doctor_says_which_day_was_changed_and_what_to_do(resources: Resources) -> None:
    database = resources.get(Database)
    assert [one.level for one in await examine_votes(resources)] == [Level.OK]
    await put(database, ballot("ant", "bee", "tie", created_at=datetime(2026, 10, 3, 12, tzinfo=UTC)))
    async with database.unit() as session:
        await service.seal_days(session, key=resources.get(SigningKey))
    assert [one.level for one in await examine_votes(resources)] == [Level.OK]
    async with database.unit() as session:
        await session.execute(text("DELETE FROM votes"))
    [finding] = await examine_votes(resources)
    assert finding.level is Level.PROBLEM
    assert "2026-10-03" in finding.sentence
    assert "(1 then, 0 now)" in finding.sentence
    assert "backup" in finding.advice
