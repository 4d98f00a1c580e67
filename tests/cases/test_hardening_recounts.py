"""H50 and H51: decisions about voters with many votes."""

import asyncio

import pytest
from sqlalchemy import text
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.arena.vote_counts.service.test_counts import boards, count, recount
from tests.clients import ClientFactory

from llmbattler.arena.recounts import jobs, service
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.service import vote_counts

VOTER = "/api/admin/integrity/voters/liar"
NUMBERS = "SELECT count(*) FILTER (WHERE counted), count(*) FILTER (WHERE would_count) FROM votes WHERE voter = 'liar'"


async def read_numbers(database: Database) -> tuple[int, int]:
    async with database.unit() as session:
        counted, excluded = (await session.execute(text(NUMBERS))).one()
    return counted, excluded


async def test_h50_excluding_a_voter_waits_for_no_count(
    clients: ClientFactory, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock of the counts is held, as during a long count, and the voter has more votes than one part."""
    monkeypatch.setattr(service, "AT_ONCE", 20)
    database = resources.get(Database)
    await put(database, *random_ballots(100), *random_ballots(70, voter="liar"))
    await count(database)
    counted, _ = await read_numbers(database)
    moderator = await clients.moderator()
    async with database.unit() as session:
        await vote_counts.lock(session)
        async with asyncio.timeout(30):
            excluded = await moderator.post(f"{VOTER}/exclude", json={})
    assert (excluded.status_code, excluded.json()["excluded"]) == (200, True)
    assert excluded.json()["recount"]["total"] == 70
    assert await read_numbers(database) == (counted, 0)
    await jobs.recount(resources)
    assert await read_numbers(database) == (0, counted)
    found = await boards(database)
    await recount(database)
    assert await boards(database) == found


async def test_h51_a_decision_outlives_the_worker(clients: ClientFactory, resources: Resources) -> None:
    """The job is gone. The request is a row, which the job of each minute finds, once."""
    database = resources.get(Database)
    await put(database, *random_ballots(100), *random_ballots(70, voter="liar"))
    await count(database)
    moderator = await clients.moderator()
    await moderator.post(f"{VOTER}/exclude", json={})
    async with database.unit() as session:
        gone = text("DELETE FROM procrastinate_jobs WHERE task_name = :name RETURNING 1")
        assert len((await session.execute(gone, {"name": service.RECOUNT})).all()) == 1
        [claimed] = await service.claim(session)
        await session.execute(text("UPDATE vote_recounts SET lease_until = now() - interval '1 second'"))
    await asyncio.gather(jobs.recount(resources), jobs.recount(resources))
    async with database.unit() as session:
        query = text("SELECT done, total, finished_at IS NOT NULL FROM vote_recounts WHERE recount_id = :id")
        assert tuple((await session.execute(query, {"id": claimed})).one()) == (70, 70, True)
    assert (await read_numbers(database))[0] == 0
    found = await boards(database)
    await recount(database)
    assert await boards(database) == found
