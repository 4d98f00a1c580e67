"""From a decision to the boards, through the real worker."""

import asyncio
from contextlib import suppress

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from llmbattler.worker.process import work
from tests.arena.integrity.voted_sites import count
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.clients import ClientFactory

VOTER = "/api/admin/integrity/voters/liar"


async def test_the_end_of_a_recount_is_announced(clients: ClientFactory, resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(60), *random_ballots(40, voter="liar"))
    await count(database)
    moderator = await clients.moderator()
    excluded = (await moderator.post(f"{VOTER}/exclude", json={})).json()
    assert (excluded["recount"]["state"], excluded["recount"]["total"]) == ("queued", 40)
    with resources.get(LiveHub).subscribe("admin") as news:
        worker = asyncio.create_task(work(resources))
        try:
            async with asyncio.timeout(20):
                while (await moderator.get("/api/admin/integrity/suspects")).json()["recount"] is not None:
                    assert await news.next() is not None
        finally:
            worker.cancel()
            with suppress(asyncio.CancelledError):
                await worker
    async with database.unit() as session:
        query = text("SELECT count(*) FROM votes WHERE voter = 'liar' AND counted")
        assert (await session.execute(query)).scalar_one() == 0


async def test_pages_hear_about_the_request(clients: ClientFactory, resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(5, voter="liar"))
    moderator = await clients.moderator()
    with resources.get(LiveHub).subscribe("admin") as news:
        await moderator.post(f"{VOTER}/exclude", json={})
        assert await news.next() in {Changed("admin", "recount"), Changed("admin", "integrity")}
