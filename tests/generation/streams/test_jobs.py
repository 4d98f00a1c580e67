from uuid import uuid4

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.generation.streams.contract import GenerationOwners
from llmbattler.generation.streams.jobs import sweep
from llmbattler.generation.streams.models import LiveChunk
from tests.arena.rows import all_rows
from tests.generation.streams.owners import MemoryOwner


async def test_the_worker_sweeps_for_the_owners_of_its_process(database: Database) -> None:
    resources = Resources()
    resources.add(Database, database)
    resources.add(GenerationOwners, GenerationOwners(MemoryOwner()))
    async with database.unit() as session:
        session.add(LiveChunk(subject_id=uuid4(), part="1", seq=0, texts=["Left behind."]))
    await sweep(resources)
    assert await all_rows(database, LiveChunk) == []
