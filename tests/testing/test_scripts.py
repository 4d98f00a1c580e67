from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

import msgspec
import pytest

from llmbattler.connectors.contract import (
    FinishReason,
    Params,
    ReasoningDelta,
    RefusalDelta,
    Role,
    TextDelta,
    ToolCall,
    Usage,
)
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import RecordedRequest, Script, Turn

REQUEST = RecordedRequest(
    wire="openai",
    model="m",
    path="/",
    headers={},
    body={},
    turns=(Turn(Role.USER, "first"), Turn(Role.ASSISTANT, "yes"), Turn(Role.USER, "last words")),
    api_key="",
    stream=True,
    received_at=datetime(2026, 1, 1, tzinfo=UTC),
)


def texts(script: Script, limit: int = 10) -> list[str]:
    return [piece.text for piece in islice(script.pieces(REQUEST), limit) if isinstance(piece, TextDelta)]


def test_choices_take_turns_and_the_first_one_calls_tools() -> None:
    call = ToolCall("call_1", "look", "{}")
    script = Script(text="abc", choices=("d",), tool_calls=(call,), chunk_size=2)
    asked = replace(REQUEST, params=Params(n=3))
    assert list(script.pieces(asked)) == [
        TextDelta("ab", 0),
        TextDelta("d", 1),
        TextDelta("ab", 2),
        TextDelta("c", 0),
        TextDelta("c", 2),
        call,
    ]


def test_declines_after_the_text() -> None:
    script = Script(text="a", refusal="no", chunk_size=9)
    assert list(script.pieces(REQUEST)) == [TextDelta("a"), RefusalDelta("no")]
    assert script.finish_reason() is FinishReason.REFUSAL


def test_says_reasoning_then_text_then_tool_calls() -> None:
    call = ToolCall("call_1", "look", "{}")
    script = Script(reasoning="hm", text="yes", tool_calls=(call,), chunk_size=2)
    assert list(script.pieces(REQUEST)) == [ReasoningDelta("hm"), TextDelta("ye"), TextDelta("s"), call]
    assert script.finish_reason() is FinishReason.TOOL_CALLS


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (Script(text="abcde", chunk_size=2), ["ab", "cd", "e"]),
        (Script(text="ignored", chunks=("a", "b")), ["a", "b"]),
        (Script(reply=lambda request: request.turns[0].text.upper(), chunk_size=9), ["FIRST"]),
        (Script(echo=True, chunk_size=5), ["last ", "words"]),
        (Script(text=""), []),
        (Script(chunks=("a", "b"), loop=True), ["a", "b"] * 5),
        (Script(flood=True), [f"token{number} " for number in range(10)]),
        (Script(huge_event=3), ["xxx"]),
    ],
)
def test_cuts_what_it_says_into_chunks(script: Script, said: list[str]) -> None:
    assert texts(script) == said


def test_healthy_removes_faults_only() -> None:
    healthy = Script(text="slow", chunk_delay=0.1, first_delay=0.2, usage=Usage(1, 2), headers={"x": "y"})
    faulty = replace(
        healthy,
        status=503,
        failure=FailureKind.OVERLOADED,
        fail_times=3,
        error_after=1,
        truncate_after=1,
        cut_abruptly=True,
        stall_after=1,
        garbage=b"x",
        raw=b"x",
        omit=frozenset({"finish"}),
        split_delay=1,
        loop=True,
        flood=True,
        huge_event=9,
        content_type="text/html",
        header_delay=9,
    )
    assert faulty.healthy() == healthy


def test_is_read_from_json() -> None:
    script = Script(
        chunks=("a", "b"),
        tool_calls=(ToolCall("call_1", "look", "{}"),),
        usage=Usage(3, 4),
        failure=FailureKind.RATE_LIMITED,
        garbage=b"\xff",
        body={"error": 1},
        omit=frozenset({"done"}),
        compress="gzip",
    )
    assert msgspec.convert(msgspec.to_builtins(script), Script) == script
    assert msgspec.json.decode(msgspec.json.encode(script), type=Script) == script


def test_a_function_cannot_be_read_from_json() -> None:
    with pytest.raises(msgspec.ValidationError, match="reply"):
        msgspec.convert({"reply": "print"}, Script)


@pytest.mark.parametrize("fields", [{"failure": FailureKind.TIMED_OUT}, {"chunk_size": 0}])
def test_refuses_what_no_provider_does(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"No provider|at least one"):
        Script(**fields)
