import pytest

from llmbattler.connectors.contract import (
    Delta,
    Finish,
    FinishReason,
    LogprobsDelta,
    ReasoningDelta,
    RefusalDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
    Usage,
)
from llmbattler.testing.answers import finish_of, logprobs_of, refusal_of, text_of, tool_calls_of

TOKEN = TokenLogprob("a", -1.0)
DELTAS: list[Delta] = [
    ReasoningDelta("hm"),
    TextDelta("a"),
    TextDelta("b", 1),
    LogprobsDelta([TOKEN]),
    RefusalDelta("no", 1),
    ToolCallDelta(1, "c2", "go", "{}"),
    ToolCallDelta(0, "c1", "look", '{"a"'),
    ToolCallDelta(0, "", "", ":1}"),
    Finish(FinishReason.STOP, Usage()),
]


def test_an_answer_is_put_together() -> None:
    assert (text_of(DELTAS), text_of(DELTAS, 1)) == ("a", "bno")
    assert refusal_of(DELTAS) == "no"
    assert tool_calls_of(DELTAS) == [("look", '{"a":1}'), ("go", "{}")]
    assert logprobs_of(DELTAS) == [TOKEN]
    assert finish_of(DELTAS).reason is FinishReason.STOP


def test_an_answer_without_an_end_is_an_error() -> None:
    with pytest.raises(AssertionError, match="ends with"):
        finish_of(DELTAS[:-1])
