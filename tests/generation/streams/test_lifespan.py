import asyncio

from llmbattler.core.resources import Resources
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.generation.streams import lifespan
from llmbattler.generation.streams.flow import Generations


async def test_followers_are_told_some_time_after_the_signal(resources: Resources) -> None:
    generations = resources.get(Generations)
    shutdown = Shutdown()
    task = asyncio.create_task(lifespan._end_streams(generations, shutdown, 0.0))
    await asyncio.sleep(0.01)
    assert not generations.leaving
    shutdown.begin()
    await task
    assert generations.leaving
