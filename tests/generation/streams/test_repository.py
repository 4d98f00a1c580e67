"""The statements that every process runs on a connection of its own."""

from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from llmbattler.core.db import Database
from llmbattler.core.db.statement_connection import StatementConnection
from llmbattler.generation.streams import repository
from llmbattler.generation.streams.chunks import Chunk, StoredChunk
from llmbattler.generation.streams.contract import GenerationKey
from llmbattler.generation.streams.models import LiveGeneration
from tests.arena.rows import all_rows

HERE, THERE = uuid4(), uuid4()


@pytest.fixture
async def connection(database: Database) -> AsyncIterator[StatementConnection]:
    connection = database.open_statement_connection()
    yield connection
    await connection.close()


def a_key(part: str = "1") -> GenerationKey:
    return GenerationKey("shelf", uuid4(), part)


async def add(database: Database, key: GenerationKey, process: UUID = HERE) -> None:
    async with database.unit() as session:
        assert await repository.add_generation(session, key, owner="v_1", process=process, most=99)


async def chunks_of(database: Database, key: GenerationKey, after: int = -1) -> list[StoredChunk] | None:
    async with database.unit() as session:
        return await repository.list_chunks(session, key, after)


def chunk(key: GenerationKey, seq: int, *texts: str) -> Chunk:
    return Chunk(key.subject_id, key.part, seq, texts)


async def test_chunks_of_any_number_of_streams_are_kept_apart(
    database: Database, connection: StatementConnection
) -> None:
    five, one, retry = a_key(), a_key(), None
    retry = GenerationKey("shelf", one.subject_id, "1r1")
    for key in (five, one, retry):
        await add(database, key)
    odd = ('a "quote"', "{brace, comma}", "back\\slash", "NULL", "zwölf 👍🏽\n")
    await repository.add_chunks(connection, [chunk(five, 0, *odd), chunk(one, 0, "x"), chunk(retry, 0, "y")])
    await repository.add_chunks(connection, [chunk(one, 1, "z")])
    assert await chunks_of(database, five) == [StoredChunk(0, odd)]
    assert await chunks_of(database, one) == [StoredChunk(0, ("x",)), StoredChunk(1, ("z",))]
    assert await chunks_of(database, one, after=0) == [StoredChunk(1, ("z",))]
    assert await chunks_of(database, retry) == [StoredChunk(0, ("y",))]
    assert await chunks_of(database, a_key()) is None


async def test_a_chunk_that_is_written_again_replaces_the_first(
    database: Database, connection: StatementConnection
) -> None:
    key = a_key()
    await add(database, key)
    await repository.add_chunks(connection, [chunk(key, 0, "One.")])
    await repository.add_chunks(connection, [chunk(key, 0, "One. Two.")])
    assert await chunks_of(database, key) == [StoredChunk(0, ("One. Two.",))]


async def test_leases_of_this_process_are_renewed_and_lost_ones_are_missing(
    database: Database, connection: StatementConnection
) -> None:
    mine, stopped, theirs, forgotten = a_key(), a_key(), a_key(), a_key()
    for key in (mine, stopped, forgotten):
        await add(database, key)
    await add(database, theirs, THERE)
    async with database.unit() as session:
        await repository.update_stop_requested(session, stopped.subject_id)
    before = {row.subject_id: row.leased_at for row in await all_rows(database, LiveGeneration)}
    gone = a_key()
    renewed = await repository.update_leases(
        connection, [chunk(mine, 0, "So.")], process=HERE, keys=[mine, stopped, theirs, gone]
    )
    assert renewed == {(mine.subject_id, "1"): False, (stopped.subject_id, "1"): True}
    after = {row.subject_id: row.leased_at for row in await all_rows(database, LiveGeneration)}
    assert {one for one, at in after.items() if at > before[one]} == {mine.subject_id, stopped.subject_id}
    assert await chunks_of(database, mine) == [StoredChunk(0, ("So.",))]


async def test_leftovers_are_stale_generations_and_late_chunks(
    database: Database, connection: StatementConnection
) -> None:
    key = a_key()
    await add(database, key)
    await repository.add_chunks(connection, [chunk(key, 0, "So.")])
    assert not await repository.find_leftovers(connection)
    async with database.unit() as session:
        assert await repository.delete_generation(session, key)
        assert not await repository.delete_generation(session, key)
    assert not await repository.find_leftovers(connection), "its chunks went with it"
    await repository.add_chunks(connection, [chunk(key, 3, " Late.")])
    assert await repository.find_leftovers(connection)
