"""What a server process opens of core itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .resources import Resources
from .settings import Settings
from .web.bodies import UploadSlots
from .web.event_stream import OpenStreams
from .web.live import OpenSockets


@asynccontextmanager
async def open_web(resources: Resources) -> AsyncIterator[None]:
    resources.add(UploadSlots, UploadSlots())
    resources.add(OpenSockets, OpenSockets())
    resources.add(OpenStreams, OpenStreams(total=resources.get(Settings).max_streams))
    yield
