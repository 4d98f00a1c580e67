"""Open and close the HTTP client and the connectors of a process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from .calls import Caller
from .registry import Registry
from .settings import ConnectorSettings, read_policy
from .ticker import Ticker
from .transport import open_transport


@asynccontextmanager
async def open_connectors(resources: Resources) -> AsyncIterator[None]:
    settings = resources.get(Settings)
    transport = open_transport(
        connect_timeout=settings.of(ConnectorSettings).model_connect_timeout, policy=read_policy(settings)
    )
    resources.add(Ticker, transport.ticker)
    registry = Registry(transport)
    resources.add(Caller, Caller(registry))
    try:
        yield
    finally:
        await registry.close()
        await transport.close()
