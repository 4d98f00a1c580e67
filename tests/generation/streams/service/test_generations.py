from uuid import uuid4

from llmbattler.core.db import Database
from llmbattler.generation.streams.contract import GenerationKey
from llmbattler.generation.streams.models import LiveGeneration
from llmbattler.generation.streams.service import (
    close_generation,
    delete_generations,
    list_live,
    open_generation,
    request_stop,
)
from tests.arena.rows import all_rows

PROCESS = uuid4()


async def start(database: Database, key: GenerationKey, owner: str = "v_1", most: int = 9) -> bool:
    async with database.unit() as session:
        return await open_generation(session, key=key, owner=owner, process=PROCESS, most=most)


async def test_a_person_has_so_many_at_once_of_all_kinds_together(database: Database) -> None:
    keys = [GenerationKey(kind, uuid4(), "1") for kind in ("battle", "debate", "battle")]
    assert [await start(database, key, most=2) for key in keys] == [True, True, False]
    assert await start(database, keys[2], owner="v_2", most=2)
    async with database.unit() as session:
        assert await close_generation(session, key=keys[0])
    assert await start(database, GenerationKey("battle", uuid4(), "1"), most=2)


async def test_only_one_ends_a_generation(database: Database, key: GenerationKey) -> None:
    await start(database, key)
    for first in (True, False):
        async with database.unit() as session:
            assert await close_generation(session, key=key) is first


async def test_subjects_in_flight_are_listed_and_deleted(database: Database, key: GenerationKey) -> None:
    other = GenerationKey("shelf", uuid4(), "1")
    for one in (key, other):
        await start(database, one)
    async with database.unit() as session:
        assert await list_live(session, subject_ids=[key.subject_id, uuid4()]) == {key.subject_id}
        await request_stop(session, subject_id=key.subject_id)
    assert {row.subject_id for row in await all_rows(database, LiveGeneration) if row.stop_requested} == {
        key.subject_id
    }
    async with database.unit() as session:
        await delete_generations(session, subject_ids=[key.subject_id])
        assert await list_live(session, subject_ids=[key.subject_id, other.subject_id]) == {other.subject_id}
