import asyncio

from llmbattler.benchmarks.runs.service.notifications import publish_change
from llmbattler.benchmarks.runs.topics import RUNS, WORK, topic_of
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources


async def test_workers_the_page_and_the_list_hear_of_a_change(resources: Resources) -> None:
    run_id = uuid7()
    topics = {WORK, RUNS, topic_of(run_id)}
    with resources.get(LiveHub).subscribe(*topics) as subscription:
        async with resources.get(Database).unit() as session:
            await publish_change(session, run_id)
        heard = set()
        async with asyncio.timeout(10):
            while len(heard) < len(topics):
                event = await subscription.next()
                assert isinstance(event, Changed)
                heard.add((event.topic, event.id))
    assert heard == {(topic, str(run_id)) for topic in topics}
