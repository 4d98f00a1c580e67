"""Somebody writes to the table of votes behind the site's back."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from tests.arena.vote_counts.ballots import ballot, put

from llmbattler.arena.vote_seals import service
from llmbattler.arena.vote_seals.flow import examine_votes
from llmbattler.core.db import Database
from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)
ONE_VOTE = (
    "UPDATE votes SET vote = 'left_better'"
    " WHERE vote_id = (SELECT vote_id FROM votes WHERE created_at < '2026-10-04' LIMIT 1)"
)
DAYS = [datetime(2026, 10, day, 12, tzinfo=UTC) for day in (3, 4, 6)]


def hold(database: Database, key: SigningKey) -> Resources:
    resources = Resources()
    resources.add(Database, database)
    resources.add(SigningKey, key)
    return resources


@pytest.fixture
async def sealed(database: Database) -> Database:
    for day in DAYS:
        await put(database, *(ballot("ant", "bee", "tie", created_at=day + timedelta(minutes=n)) for n in range(5)))
    async with database.unit() as session:
        assert await service.seal_days(session, key=KEY) == 3
        assert await service.seal_days(session, key=KEY) == 0
    return database


async def broken(database: Database, key: SigningKey = KEY) -> list[int]:
    async with database.unit() as session:
        return [one.day.day for one in await service.find_broken_days(session, key=key)]


@pytest.mark.parametrize(
    ("statement", "days"),
    [
        (ONE_VOTE, [3]),
        ("UPDATE votes SET left_model_id = 'cat' WHERE created_at < '2026-10-04'", [3]),
        ("DELETE FROM votes WHERE created_at < '2026-10-04'", [3]),
        ("UPDATE votes SET created_at = created_at + interval '2 days' WHERE created_at < '2026-10-04'", [3, 5]),
        ("DELETE FROM vote_seals WHERE day = '2026-10-04'", [4, 6]),
        ("UPDATE vote_seals SET seal = 'AAAA' WHERE day = '2026-10-06'", [6]),
    ],
)
async def test_v27_tampering_with_votes_is_found(sealed: Database, statement: str, days: list[int]) -> None:
    async with sealed.unit() as session:
        await session.execute(text(statement))
    assert await broken(sealed) == days


async def test_v27_what_the_site_itself_changes_breaks_nothing(sealed: Database) -> None:
    async with sealed.unit() as session:
        await session.execute(
            text("UPDATE votes SET counted = false, voter = 'nobody', processing_status = 'processed'")
        )
    assert await broken(sealed) == []
    findings = await examine_votes(hold(sealed, KEY))
    assert [finding.level for finding in findings] == [Level.OK]


async def test_v27_a_seal_cannot_be_made_without_the_key(sealed: Database) -> None:
    findings = await examine_votes(hold(sealed, SigningKey(b"x" * 32)))
    assert [finding.level for finding in findings] == [Level.PROBLEM] * 3
    assert "2026-10-03" in findings[0].sentence
