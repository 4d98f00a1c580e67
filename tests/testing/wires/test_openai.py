import json
from typing import Any

from llmbattler.connectors.contract import (
    FinishReason,
    JsonFormat,
    NamedTool,
    Params,
    ReasoningEffort,
    Role,
    Tool,
    ToolCall,
    Usage,
)
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


async def test_reads_every_parameter(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    asked = {
        "max_completion_tokens": 9,
        "temperature": 0.5,
        "top_p": 1,
        "seed": 7,
        "stop": "X",
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {}}}],
        "tool_choice": {"type": "function", "function": {"name": "look"}},
        "parallel_tool_calls": False,
        "response_format": {"type": "json_object"},
        "n": 2,
        "logprobs": True,
        "top_logprobs": 1,
        "reasoning_effort": "low",
    }
    await call(provider, "POST", PATHS["openai"], body_for("openai") | asked)
    assert provider.requests[0].params == Params(
        max_tokens=9,
        temperature=0.5,
        top_p=1,
        seed=7,
        stop=("X",),
        tools=(Tool("look", "Looks.", {}),),
        tool_choice=NamedTool("look"),
        parallel_tool_calls=False,
        response_format=JsonFormat(),
        n=2,
        logprobs=True,
        top_logprobs=1,
        reasoning_effort=ReasoningEffort.LOW,
    )
    refused = await call(provider, "POST", PATHS["openai"], body_for("openai") | {"reasoning_effort": "lots"})
    assert refused.status == 400


async def test_gives_choices_refusals_and_logprobs(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="Hi", refusal="No", choices=("Ho",), chunk_size=9))
    for stream in (True, False):
        body = body_for("openai", stream=stream) | {"n": 2, "logprobs": True, "top_logprobs": 2}
        said = await call(provider, "POST", PATHS["openai"], body)
        events: list[Any] = said.events() if stream else [json.loads(said.body)]
        choices = [choice for event in events for choice in event["choices"]]
        assert {choice["index"] for choice in choices} == {0, 1}
        told = [choice.get("delta") or choice.get("message") or {} for choice in choices]
        assert [one["content"] for one in told if one.get("content")] == ["Hi", "Ho"]
        assert [one["refusal"] for one in told if one.get("refusal")] == ["No", "No"]
        scored = [choice["logprobs"]["content"] for choice in choices if choice["logprobs"]]
        tokens = [token for tokens in scored for token in tokens or ()]
        assert [token["token"] for token in tokens] == ["Hi", "Ho"]
        assert [other["token"] for other in tokens[0]["top_logprobs"]] == ["Hi", "Hi1"]
        assert {choice["finish_reason"] for choice in choices} - {None} == {"stop"}
