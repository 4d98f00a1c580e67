from uuid import uuid4

from llmbattler.core.db import Database
from llmbattler.generation.streams.contract import GenerationKey
from llmbattler.generation.streams.models import LiveChunk, LiveGeneration
from llmbattler.generation.streams.service import open_generation
from llmbattler.generation.streams.service.owned_data import GENERATIONS
from tests.arena.rows import all_rows


async def test_generations_in_flight_are_exported_moved_and_erased(database: Database, key: GenerationKey) -> None:
    other = GenerationKey("shelf", uuid4(), "1")
    async with database.unit() as session:
        for one, owner in ((key, "v_1"), (other, "v_2")):
            await open_generation(session, key=one, owner=owner, process=uuid4(), most=9)
            session.add(LiveChunk(subject_id=one.subject_id, part=one.part, seq=0, texts=["So."]))
    async with database.unit() as session:
        exported = [record async for record in GENERATIONS.export(session, "v_1")]
        assert exported == [{"kind": "shelf", "subject_id": str(key.subject_id), "part": "1"}]
        await GENERATIONS.move(session, "v_1", "a_1")
    assert {row.owner for row in await all_rows(database, LiveGeneration)} == {"a_1", "v_2"}
    async with database.unit() as session:
        await GENERATIONS.erase(session, "a_1")
    for table in (LiveGeneration, LiveChunk):
        assert [row.subject_id for row in await all_rows(database, table)] == [other.subject_id]
