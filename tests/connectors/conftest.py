"""A real client and a real, scripted provider for every test that talks over a socket."""

from collections.abc import AsyncIterator

import pytest

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import Transport, open_transport
from llmbattler.testing import ScriptedProvider


@pytest.fixture
async def transport() -> AsyncIterator[Transport]:
    transport = open_transport(connect_timeout=2.0, tick_seconds=0.001)
    yield transport
    await transport.close()


@pytest.fixture
async def registry(transport: Transport) -> AsyncIterator[Registry]:
    registry = Registry(transport)
    yield registry
    await registry.close()


@pytest.fixture
def caller(registry: Registry) -> Caller:
    return Caller(registry)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider
