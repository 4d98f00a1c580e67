import asyncio

from llmbattler.arena.topics import REFRESH, VOTED
from llmbattler.arena.vote_counts.lifespan import open_refreshes
from llmbattler.core.db import Database
from llmbattler.core.jobs import JobName, JobQueue
from llmbattler.core.live import LiveHub, publish
from llmbattler.core.resources import Resources


class RecordingQueue:
    def __init__(self) -> None:
        self.asked: asyncio.Queue[JobName] = asyncio.Queue()

    async def defer(self, name: JobName, **_: object) -> None:
        self.asked.put_nowait(name)


async def test_a_committed_vote_requests_a_refresh_until_the_server_closes(
    resources: Resources, database: Database
) -> None:
    held, queue = Resources(), RecordingQueue()
    held.add(LiveHub, resources.get(LiveHub))
    held.add(JobQueue, queue)  # type: ignore[type-abstract,arg-type]
    before = asyncio.all_tasks()
    async with open_refreshes(held), asyncio.timeout(20):
        [running] = [task for task in asyncio.all_tasks() - before if task.get_name() == "refreshes"]
        await asyncio.sleep(0)  # it subscribes when it runs first
        async with database.unit() as session:
            await publish(session, VOTED, "")
        assert await queue.asked.get() == REFRESH
    assert running.cancelled()
