"""Figures of this process and of the whole site, read when Prometheus asks."""

from ..db import Database
from ..errors import Unavailable
from ..live import LiveHub
from ..manifests import list_manifests, load
from ..measurements import Measurement
from ..resources import Resources
from .event_stream import OpenStreams
from .live import OpenSockets


async def list_measurements(resources: Resources) -> list[Measurement]:
    """Measure this process, and the whole site if the database responds."""
    return [*_measure_process(resources), *await _measure_site(resources)]


def _measure_process(resources: Resources) -> list[Measurement]:
    size, used = resources.get(Database).get_pool_use()
    listening = resources.get(LiveHub).listening.is_set()
    return [
        Measurement("database_pool_size", "Connections that this process may open.", size),
        Measurement("database_pool_used", "Connections in use.", used),
        Measurement("event_streams_open", "Streams of answers that are open.", resources.get(OpenStreams).count),
        Measurement("live_sockets_open", "Pages that follow live changes.", resources.get(OpenSockets).count),
        Measurement("live_channel_up", "1 while this process hears of changes by others.", listening),
    ]


async def _measure_site(resources: Resources) -> list[Measurement]:
    found: list[Measurement] = []
    up = True
    try:
        async with resources.get(Database).unit() as session:
            for reference in (one for manifest in list_manifests() for one in manifest.measurements):
                found += await load(reference)(session)
    except Unavailable:
        up = False
    return [Measurement("database_up", "1 if the database responds.", up), *found]
