from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.event_stream import OpenStreams
from llmbattler.core.web.measurements import list_measurements


async def test_a_process_is_measured_at_this_moment(resources: Resources) -> None:
    with resources.get(OpenStreams).hold("somebody"):
        async with resources.get(Database).unit() as session:
            await session.connection()
            found = {one.name: one.value for one in await list_measurements(resources) if not one.labels}
    assert found["event_streams_open"] == 1
    assert 1 <= found["database_pool_used"] <= found["database_pool_size"]
    assert found["database_pool_size"] == resources.get(Settings).database_pool_size
    assert (found["database_up"], found["live_channel_up"]) == (1, 1)
