from llmbattler.core.lifespan import open_web
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.bodies import UploadSlots
from llmbattler.core.web.event_stream import OpenStreams
from llmbattler.core.web.live import OpenSockets


async def test_each_server_has_its_own_limits_of_uploads_sockets_and_streams(usual_settings: Settings) -> None:
    one, other = Resources(), Resources()
    for resources in (one, other):
        resources.add(Settings, usual_settings)
    async with open_web(one), open_web(other):
        for kind in (UploadSlots, OpenSockets, OpenStreams):
            assert isinstance(one.get(kind), kind)
            assert one.get(kind) is not other.get(kind)
