"""Each cell of the feature table in docs/connectors.md, proven against the scripted provider."""

from typing import cast

import pytest
from tests.connectors.callers import ASK, MODEL, place, read

from llmbattler.connectors.builtin.embedded import EmbeddedConnector, LlamaServer
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import (
    Connector,
    Feature,
    JsonFormat,
    NamedTool,
    Params,
    Place,
    ReasoningEffort,
)
from llmbattler.connectors.errors import FailureKind, UnsupportedParameter
from llmbattler.connectors.features import check_params, list_needed
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.weights import find_weights
from llmbattler.testing import ScriptedProvider
from llmbattler.testing.feature_cases import CASES, SCHEMA, WITH_TOOLS, list_asks

CONNECTORS = ("openai", "anthropic", "google", "embedded", "demo")
PARAMETERS = tuple(feature for feature in Feature if CASES[feature].field)
REPORTS = tuple(feature for feature in Feature if not CASES[feature].field)


class ScriptedServer(LlamaServer):
    """The scripted provider in the place of llama.cpp."""

    def __init__(self, provider: ScriptedProvider) -> None:
        super().__init__(find_weights())
        self._url = provider.url

    async def address(self) -> str:
        return self._url


@pytest.fixture
def caller(registry: Registry, provider: ScriptedProvider) -> Caller:
    embedded = registry.get("embedded")
    assert isinstance(embedded, EmbeddedConnector)
    embedded._servers[find_weights()] = ScriptedServer(provider)
    return Caller(registry)


def place_of(connector: str, provider: ScriptedProvider) -> Place:
    if connector == "embedded":
        return Place(MODEL)
    return Place("kestrel-3-flash") if connector == "demo" else place(provider, connector)


@pytest.mark.parametrize("feature", PARAMETERS)
@pytest.mark.parametrize("connector", CONNECTORS)
async def test_a_parameter_is_sent_and_read_back_or_refused_by_name(
    caller: Caller, registry: Registry, provider: ScriptedProvider, connector: str, feature: Feature
) -> None:
    case, features = CASES[feature], registry.get(connector).features
    provider.script(MODEL, case.script)
    for asked in list_asks(feature, features):
        call = caller.stream(connector, place_of(connector, provider), ASK, asked)
        if feature in features.supported:
            deltas = await read(call)
            case.prove(asked, provider.requests[-1], deltas)
            continue
        with pytest.raises(UnsupportedParameter, match=f"`{connector}` does not support") as refused:
            await read(call)
        assert refused.value.parameter in {needed.value for needed in list_needed(asked)}
        assert refused.value.kind is FailureKind.REFUSED
        assert (call.error, call.attempts) == (refused.value, 0)
        assert provider.requests == []


@pytest.mark.parametrize("feature", REPORTS)
@pytest.mark.parametrize("connector", ["openai", "anthropic", "google"])
async def test_a_part_of_the_answer_is_read_or_missing(
    caller: Caller, registry: Registry, provider: ScriptedProvider, connector: str, feature: Feature
) -> None:
    case = CASES[feature]
    provider.script(MODEL, case.script)
    deltas = await read(caller.stream(connector, place_of(connector, provider), ASK))
    if feature in registry.get(connector).features.supported:
        case.check(deltas)
    else:
        # The wire has no field for it; it must not be made up.
        with pytest.raises(AssertionError):
            case.check(deltas)


@pytest.mark.parametrize("effort", [ReasoningEffort.XHIGH, ReasoningEffort.MAX])
async def test_a_level_that_a_wire_lacks_is_refused_by_name(
    caller: Caller, provider: ScriptedProvider, effort: ReasoningEffort
) -> None:
    with pytest.raises(UnsupportedParameter, match=f"`google` does not support `reasoning_effort: {effort}`"):
        await read(caller.stream("google", place(provider, "google"), ASK, Params(reasoning_effort=effort)))
    assert provider.requests == []


def test_every_parameter_needs_its_feature() -> None:
    for feature in PARAMETERS:
        assert all(feature in list_needed(asked) for asked in CASES[feature].asks)
    assert list_needed(Params(max_tokens=1, temperature=0, top_p=1, seed=1, stop=("x",), extra={"n": 2})) == []
    everything = Params(
        tools=WITH_TOOLS.tools,
        tool_choice=NamedTool("look"),
        parallel_tool_calls=False,
        response_format=JsonFormat(SCHEMA),
        n=2,
        logprobs=True,
        top_logprobs=1,
        reasoning_effort=ReasoningEffort.NONE,
    )
    assert set(list_needed(everything)) == set(PARAMETERS) - {Feature.JSON_OBJECT}


def test_a_connector_that_declares_nothing_supports_nothing() -> None:
    class Old:
        """Written before there were features."""

    old = cast(Connector, Old())
    check_params(Params(temperature=0), old, "old")
    with pytest.raises(UnsupportedParameter, match="`old` does not support `n`"):
        check_params(Params(n=2), old, "old")
