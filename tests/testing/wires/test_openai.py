from typing import Any

from llmbattler.connectors.contract import FinishReason, Role, ToolCall, Usage
from llmbattler.testing import Script, ScriptedProvider, Turn

from ..raw import MODEL, PATHS, answer, body_for, call

COUNTED = {"stream_options": {"include_usage": True}}


async def counted(provider: ScriptedProvider) -> list[Any]:
    return (await call(provider, "POST", PATHS["openai"], body_for("openai") | COUNTED)).events()


async def test_frames_look_like_the_real_ones(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("Hi",), reasoning="hm", response_id="canary", headers={"x-own": "1"}))
    said = await answer(provider)
    events: list[Any] = said.events()
    assert said.body.endswith(b"data: [DONE]\n\n")
    assert {event["object"] for event in events} == {"chat.completion.chunk"}
    assert {event["model"] for event in events} == {MODEL}
    assert all(event["id"].startswith("chatcmpl-canary") for event in events)
    assert all(event["system_fingerprint"].startswith("fp_canary") for event in events)
    assert [event["choices"][0]["delta"] for event in events] == [
        {"role": "assistant", "content": "", "refusal": None},
        {"reasoning_content": "hm"},
        {"content": "Hi"},
        {},
    ]
    assert events[-1]["choices"][0]["finish_reason"] == "stop"
    assert said.headers["openai-organization"] == "org-scripted"
    assert said.headers["x-request-id"].startswith("req_")
    assert said.headers["x-own"] == "1"


async def test_counts_tokens_only_when_asked(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(usage=Usage(11, 22, cached_tokens=3, reasoning_tokens=4)))
    assert "usage" not in str((await answer(provider)).events())
    *_, last = await counted(provider)
    assert last["choices"] == []
    assert (last["usage"]["prompt_tokens"], last["usage"]["completion_tokens"]) == (11, 22)
    assert last["usage"]["prompt_tokens_details"]["cached_tokens"] == 3
    provider.script(MODEL, Script(omit=frozenset({"usage", "done"})))
    assert (await counted(provider))[-1]["choices"][0]["finish_reason"] == "stop"


async def test_tool_calls_come_in_pieces(provider: ScriptedProvider) -> None:
    calls = (ToolCall("call_1", "look", '{"at":"it"}'), ToolCall("call_2", "go", "{}"))
    provider.script(MODEL, Script(text="", tool_calls=calls))
    events: list[Any] = (await answer(provider)).events()
    pieces = [piece for event in events for piece in event["choices"][0]["delta"].get("tool_calls", [])]
    assert [piece["id"] for piece in pieces if "id" in piece] == ["call_1", "call_2"]
    assert "".join(piece["function"]["arguments"] for piece in pieces if piece["index"] == 0) == '{"at":"it"}'
    assert events[-1]["choices"][0]["finish_reason"] == "tool_calls"


async def test_a_filtered_answer_says_so(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(finish=FinishReason.FILTERED))
    last: Any = (await answer(provider)).events()[-1]
    assert last["choices"][0]["finish_reason"] == "content_filter"


async def test_reads_roles_and_parts(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:"}}]
    roles = [
        {"role": "developer", "content": "be kind"},
        {"role": "user", "content": parts},
        {"role": "assistant", "content": None},
        {"role": "tool", "content": "42"},
    ]
    await call(provider, "POST", PATHS["openai"], {"model": MODEL, "messages": roles})
    assert provider.requests[0].turns == (
        Turn(Role.SYSTEM, "be kind"),
        Turn(Role.USER, "look"),
        Turn(Role.ASSISTANT, ""),
        Turn(Role.TOOL, "42"),
    )
