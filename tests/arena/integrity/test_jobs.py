"""The review as the worker runs it."""

from llmbattler.arena.integrity import jobs
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from tests.arena.integrity.voted_sites import count, put_careless, put_honest, read_suspects


async def test_the_hourly_review_fills_the_queue(resources: Resources) -> None:
    database = resources.get(Database)
    await put_honest(database)
    await put_careless(database)
    await count(database)
    await jobs.review(resources)
    assert [one.voters for one in await read_suspects(database)] == [["liar"]]
