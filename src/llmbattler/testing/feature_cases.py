"""For each feature of the contract: what to ask, what the scripted provider answers, and what must come back.

They prove the feature table in docs/connectors.md. A supported parameter must be in the request that the provider
receives, and its effect must be in the deltas.
"""

# ruff: noqa: S101 - these are tests, and pytest is not installed with the product

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from llmbattler.connectors.contract import (
    Delta,
    Feature,
    Features,
    FinishReason,
    JsonFormat,
    NamedTool,
    Params,
    ReasoningEffort,
    Tool,
    ToolCall,
    ToolChoice,
    Usage,
)

from .answers import finish_of, logprobs_of, refusal_of, text_of, tool_calls_of
from .records import RecordedRequest
from .scripts import Script

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "integer"}},
    "required": ["answer"],
    "additionalProperties": False,
}
TOOLS = (Tool("look", "Looks at something.", SCHEMA), Tool("go", "Goes somewhere.", SCHEMA))
JSON_TEXT = '{"answer":42}'
WITH_TOOLS = Params(tools=TOOLS)
WITH_LOGPROBS = Params(logprobs=True)


@dataclass(frozen=True, slots=True)
class FeatureCase:
    asks: tuple[Params, ...]
    """Each is sent in a call of its own."""
    field: str
    """The field of `Params` that the request must carry; empty for a part of the answer."""
    script: Script
    check: Callable[[Sequence[Delta]], None]
    """Asserts that the answer has the effect."""

    def prove(self, asked: Params, request: RecordedRequest, deltas: Sequence[Delta]) -> None:
        """Assert that the request carried the parameter and that the answer shows its effect."""
        if self.field:
            assert getattr(request.params, self.field) == getattr(asked, self.field), request.body
        self.check(deltas)


def list_asks(feature: Feature, features: Features) -> tuple[Params, ...]:
    """The parameters that prove a feature; the reasoning effort has one for each level that a wire can send."""
    if feature is Feature.REASONING_EFFORT and features.reasoning_efforts:
        return tuple(Params(reasoning_effort=effort) for effort in sorted(features.reasoning_efforts))
    return CASES[feature].asks


def _expect_calls(deltas: Sequence[Delta]) -> None:
    assert tool_calls_of(deltas) == [("look", JSON_TEXT)]
    assert finish_of(deltas).reason is FinishReason.TOOL_CALLS


def _expect_two_calls(deltas: Sequence[Delta]) -> None:
    assert tool_calls_of(deltas) == [("look", JSON_TEXT), ("go", JSON_TEXT)]


def _expect_json(deltas: Sequence[Delta]) -> None:
    assert text_of(deltas) == JSON_TEXT


def _expect_choices(deltas: Sequence[Delta]) -> None:
    assert [text_of(deltas, choice) for choice in range(3)] == ["The first.", "The second.", "The third."]
    assert finish_of(deltas).reasons == (FinishReason.STOP,) * 3


def _expect_logprobs(deltas: Sequence[Delta]) -> None:
    tokens = logprobs_of(deltas)
    assert "".join(token.token for token in tokens) == text_of(deltas) == "Yes indeed."
    assert all(token.logprob < 0 and token.top == () for token in tokens)


def _expect_alternatives(deltas: Sequence[Delta]) -> None:
    for token in logprobs_of(deltas):
        assert [other.token for other in token.top] == [token.token, f"{token.token}1"]
        assert token.top[0].logprob > token.top[1].logprob
    assert logprobs_of(deltas)


def _expect_text(deltas: Sequence[Delta]) -> None:
    assert text_of(deltas) == "Yes indeed."


def _expect_refusal(deltas: Sequence[Delta]) -> None:
    assert finish_of(deltas).reason is FinishReason.REFUSAL
    assert text_of(deltas) == refusal_of(deltas)


def _expect_usage(field: str, tokens: int) -> Callable[[Sequence[Delta]], None]:
    def check(deltas: Sequence[Delta]) -> None:
        usage = finish_of(deltas).usage
        assert getattr(usage, field) == tokens, usage
        assert (usage.input_tokens, usage.output_tokens) == (100, 50), usage

    return check


_SAY = Script(text="Yes indeed.")
_CALL = Script(text="", tool_calls=(ToolCall("call_1", "look", JSON_TEXT),))
_CALL_BOTH = Script(text="", tool_calls=(*_CALL.tool_calls, ToolCall("call_2", "go", JSON_TEXT)))
_COUNT = Script(text="Yes.", usage=Usage(100, 50, cached_tokens=40, reasoning_tokens=20, cache_write_tokens=30))

CASES: dict[Feature, FeatureCase] = {
    Feature.TOOLS: FeatureCase((WITH_TOOLS,), "tools", _CALL, _expect_calls),
    Feature.TOOL_CHOICE: FeatureCase(
        tuple(replace(WITH_TOOLS, tool_choice=choice) for choice in (*ToolChoice, NamedTool("look"))),
        "tool_choice",
        _CALL,
        _expect_calls,
    ),
    Feature.PARALLEL_TOOL_CALLS: FeatureCase(
        tuple(replace(WITH_TOOLS, parallel_tool_calls=parallel) for parallel in (True, False)),
        "parallel_tool_calls",
        _CALL_BOTH,
        _expect_two_calls,
    ),
    Feature.JSON_OBJECT: FeatureCase(
        (Params(response_format=JsonFormat()),), "response_format", Script(text=JSON_TEXT), _expect_json
    ),
    Feature.JSON_SCHEMA: FeatureCase(
        (Params(response_format=JsonFormat(SCHEMA)),), "response_format", Script(text=JSON_TEXT), _expect_json
    ),
    Feature.CHOICES: FeatureCase(
        (Params(n=3),), "n", Script(text="The first.", choices=("The second.", "The third.")), _expect_choices
    ),
    Feature.LOGPROBS: FeatureCase((WITH_LOGPROBS,), "logprobs", _SAY, _expect_logprobs),
    Feature.TOP_LOGPROBS: FeatureCase(
        (replace(WITH_LOGPROBS, top_logprobs=2),), "top_logprobs", _SAY, _expect_alternatives
    ),
    Feature.REASONING_EFFORT: FeatureCase(
        (Params(reasoning_effort=ReasoningEffort.HIGH),), "reasoning_effort", _SAY, _expect_text
    ),
    Feature.REFUSALS: FeatureCase((Params(),), "", Script(text="", refusal="I will not."), _expect_refusal),
    Feature.CACHE_READ_TOKENS: FeatureCase((Params(),), "", _COUNT, _expect_usage("cached_tokens", 40)),
    Feature.CACHE_WRITE_TOKENS: FeatureCase((Params(),), "", _COUNT, _expect_usage("cache_write_tokens", 30)),
    Feature.REASONING_TOKENS: FeatureCase((Params(),), "", _COUNT, _expect_usage("reasoning_tokens", 20)),
}
