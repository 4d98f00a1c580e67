"""The contract, held against the built-in connectors and against connectors that break it."""

from collections.abc import AsyncIterator, Sequence
from typing import cast

import pytest

from llmbattler.connectors.contract import (
    Connector,
    ConnectorFactory,
    Delta,
    Features,
    Finish,
    FinishReason,
    ListedModel,
    Message,
    Params,
    Place,
    TextDelta,
    Usage,
)
from llmbattler.connectors.transport import Transport
from llmbattler.core.plugins import load_plugin
from llmbattler.testing import ScriptedProvider
from llmbattler.testing.contract import ConnectorContract, WireContract


def connect(name: str, transport: Transport) -> Connector:
    return cast(ConnectorFactory, load_plugin("llmbattler.connectors", name))(transport)


class TestOpenAI(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return connect("openai", transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.openai_url


class TestAnthropic(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return connect("anthropic", transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.anthropic_url


class TestGoogle(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return connect("google", transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.google_url


class EchoConnector:
    """Keeps the contract without any network; the flaws below are added one at a time."""

    features = Features()

    def __init__(self, flaw: str = "") -> None:
        self.flaw = flaw

    async def stream(self, place: Place, messages: Sequence[Message], _: Params) -> AsyncIterator[Delta]:
        words = messages[-1].text if place.model == "parrot" else ""
        yield TextDelta(words.encode("ascii", "ignore").decode() if self.flaw == "ascii" else words)
        for _ in range({"endless": 2, "unfinished": 0}.get(self.flaw, 1)):
            yield Finish(FinishReason.STOP, Usage())

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        return [] if self.flaw == "secretive" else [ListedModel(place.model)]

    async def close(self) -> None:
        pass


class TestParrot(ConnectorContract):
    place = Place("parrot")

    def connect(self, _: Transport) -> Connector:
        return EchoConnector()


class FlawedEchoContract(ConnectorContract):
    place = Place("parrot")

    def __init__(self, flaw: str) -> None:
        self.flaw = flaw

    def connect(self, _: Transport) -> Connector:
        return EchoConnector(self.flaw)


@pytest.mark.parametrize(
    ("flaw", "test"),
    [
        ("endless", "test_streams_text_and_ends_with_one_finish"),
        ("unfinished", "test_streams_text_and_ends_with_one_finish"),
        ("ascii", "test_keeps_every_character"),
        ("secretive", "test_lists_the_model_of_its_place"),
    ],
)
async def test_a_flaw_is_found(flaw: str, test: str) -> None:
    with pytest.raises(AssertionError):
        await getattr(FlawedEchoContract(flaw), test)()


async def test_a_contract_needs_a_connector() -> None:
    with pytest.raises(NotImplementedError):
        await ConnectorContract().test_closes_twice()
    with pytest.raises(NotImplementedError):
        await WireContract().test_closes_twice()
