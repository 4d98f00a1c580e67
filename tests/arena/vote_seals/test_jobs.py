from datetime import UTC, datetime

from llmbattler.arena.models import VoteSeal
from llmbattler.arena.vote_seals import service
from llmbattler.arena.vote_seals.jobs import seal_votes
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey
from tests.arena.rows import all_rows
from tests.arena.vote_counts.ballots import ballot, put


async def test_days_are_sealed_with_the_key_of_the_site(resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, ballot("ant", "bee", "tie", created_at=datetime(2026, 10, 3, 12, tzinfo=UTC)))
    await seal_votes(resources)
    await seal_votes(resources)
    assert [row.day.day for row in await all_rows(database, VoteSeal)] == [3]
    async with database.unit() as session:
        assert await service.find_broken_days(session, key=resources.get(SigningKey)) == []
        assert len(await service.find_broken_days(session, key=SigningKey(b"x" * 32))) == 1
