"""Run with `pytest` in an environment with llmbattler and this package."""

import pytest

from llmbattler.connectors.contract import Connector, Finish, FinishReason, Message, Params, Place, TextDelta
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ConnectorContract


class TestEcho(ConnectorContract):
    """What llmbattler expects of every connector."""

    place = Place("echo")

    def connect(self, transport: Transport) -> Connector:
        return Registry(transport).get("echo")

    async def test_stops_at_the_length_asked_for(self) -> None:
        async with self.connected() as connector:
            stream = connector.stream(self.place, [Message.user("one two three")], Params(max_tokens=2))
            *words, finish = [delta async for delta in stream]
        assert words == [TextDelta("one"), TextDelta(" two")]
        assert isinstance(finish, Finish)
        assert finish.reason is FinishReason.LENGTH

    async def test_knows_no_other_model(self) -> None:
        async with self.connected() as connector:
            with pytest.raises(ModelMissing):
                await anext(connector.stream(Place("other"), [Message.user("hi")], Params()))
