from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import update

from llmbattler.core.db import Database
from llmbattler.generation.streams import repository
from llmbattler.generation.streams.contract import GenerationKey, GenerationOwners
from llmbattler.generation.streams.flow import sweep_generations
from llmbattler.generation.streams.models import LiveChunk, LiveGeneration
from llmbattler.generation.streams.service import open_generation
from tests.arena.rows import all_rows
from tests.generation.streams.owners import MemoryOwner

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


async def add_stale_generation(database: Database, key: GenerationKey, *texts: str) -> None:
    async with database.unit() as session:
        await open_generation(session, key=key, owner="v_1", process=uuid4(), most=9)
        session.add(LiveChunk(subject_id=key.subject_id, part=key.part, seq=0, texts=list(texts)))
        await session.execute(update(LiveGeneration).values(leased_at=LONG_AGO))


@pytest.fixture(autouse=True)
def database_runs_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that was started just now gives every process time to renew its leases."""
    for name in ("_DELETE_STALE", "_LIST_STALE"):
        statement = getattr(repository, name)
        changed = statement.text.replace("pg_postmaster_start_time()", "timestamptz '2026-01-01'")
        monkeypatch.setattr(statement, "text", changed)


async def test_what_a_dead_process_left_is_ended_by_its_owner(
    database: Database, owner_in_memory: MemoryOwner, key: GenerationKey
) -> None:
    await add_stale_generation(database, key, "Five", "streams", "were", "in", "flight")
    foreign = GenerationKey("another slice's", uuid4(), "1")
    await add_stale_generation(database, foreign, "Nobody here knows how to end it.")
    owners = GenerationOwners(owner_in_memory)
    assert await sweep_generations(database, owners) == 1
    assert owner_in_memory.abandoned == [(key, ("Five", "streams", "were", "in", "flight"))]
    assert [row.subject_id for row in await all_rows(database, LiveGeneration)] == [foreign.subject_id]
    assert len(await all_rows(database, LiveChunk)) == 1
    assert await sweep_generations(database, owners) == 0


async def test_what_is_still_answered_is_left_alone(
    database: Database, owner_in_memory: MemoryOwner, key: GenerationKey
) -> None:
    await add_stale_generation(database, key, "Slow, but there.")
    async with database.unit() as session:
        await session.execute(update(LiveGeneration).values(leased_at=datetime.now(UTC)))
    assert await sweep_generations(database, GenerationOwners(owner_in_memory)) == 0
    assert len(await all_rows(database, LiveChunk)) == 1


async def test_late_chunks_are_removed(database: Database, owner_in_memory: MemoryOwner, key: GenerationKey) -> None:
    async with database.unit() as session:
        session.add(LiveChunk(subject_id=key.subject_id, part=key.part, seq=0, texts=["Too late."]))
    assert await sweep_generations(database, GenerationOwners(owner_in_memory)) == 0
    assert await all_rows(database, LiveChunk) == []
