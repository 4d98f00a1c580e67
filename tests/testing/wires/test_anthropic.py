from typing import Any

import pytest

from llmbattler.connectors.contract import (
    FinishReason,
    JsonFormat,
    Params,
    ReasoningEffort,
    Role,
    Tool,
    ToolCall,
    ToolChoice,
    Usage,
)
from llmbattler.testing import Script, ScriptedProvider, Turn

from ..raw import MODEL, PATHS, answer, body_for, call


async def test_events_come_in_the_real_order(provider: ScriptedProvider) -> None:
    tool = ToolCall("toolu_01", "look", '{"at":"it"}')
    provider.script(MODEL, Script(chunks=("Hi", " you"), reasoning="hm", tool_calls=(tool,), response_id="canary"))
    said = await answer(provider, "anthropic")
    events: list[Any] = said.events()
    block = ["content_block_start", "content_block_delta"]
    assert [event["type"] for event in events] == [
        "message_start",
        "ping",
        *block,
        "content_block_delta",
        "content_block_stop",
        *block,
        "content_block_delta",
        "content_block_stop",
        *block,
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert [event["index"] for event in events if event["type"] == "content_block_start"] == [0, 1, 2]
    assert [line for line in said.body.decode().splitlines() if line.startswith("event: ")] == [
        f"event: {event['type']}" for event in events
    ]
    assert events[0]["message"]["id"].startswith("msg_01canary")
    assert events[0]["message"]["model"] == MODEL
    json_parts = [event["delta"].get("partial_json", "") for event in events if "delta" in event]
    assert "".join(json_parts) == tool.arguments
    assert events[-2]["delta"]["stop_reason"] == "tool_use"
    assert said.headers["request-id"].startswith("req_01")


async def test_counts_input_first_and_output_last(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(usage=Usage(11, 22, cached_tokens=3)))
    events: list[Any] = (await answer(provider, "anthropic")).events()
    assert events[0]["message"]["usage"]["input_tokens"] == 8
    assert events[0]["message"]["usage"]["cache_read_input_tokens"] == 3
    assert events[-2]["usage"] == {"output_tokens": 22, "output_tokens_details": {"thinking_tokens": 0}}
    provider.script(MODEL, Script(omit=frozenset({"usage", "done"})))
    events = (await answer(provider, "anthropic")).events()
    assert "usage" not in str(events)
    assert events[-1]["type"] == "message_delta"


@pytest.mark.parametrize(
    ("finish", "said"),
    [(FinishReason.STOP, "end_turn"), (FinishReason.LENGTH, "max_tokens"), (FinishReason.FILTERED, "refusal")],
)
async def test_names_the_finish_in_its_own_words(provider: ScriptedProvider, finish: FinishReason, said: str) -> None:
    provider.script(MODEL, Script(finish=finish))
    events: list[Any] = (await answer(provider, "anthropic")).events()
    assert events[-2]["delta"]["stop_reason"] == said


async def test_reads_the_system_prompt_and_the_history(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    history = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": [{"type": "text", "text": "two"}]},
        {"role": "user", "content": "three"},
    ]
    body = {"model": MODEL, "system": [{"type": "text", "text": "be kind"}], "messages": history}
    await call(provider, "POST", PATHS["anthropic"], body)
    turns = provider.requests[0].turns
    assert turns[:2] == (Turn(Role.SYSTEM, "be kind"), Turn(Role.USER, "one"))
    assert turns[2:] == (Turn(Role.ASSISTANT, "two"), Turn(Role.USER, "three"))


async def test_an_unknown_role_is_refused(provider: ScriptedProvider) -> None:
    body = {"model": MODEL, "messages": [{"role": "wizard", "content": "hi"}]}
    assert (await call(provider, "POST", PATHS["anthropic"], body)).status == 400


async def test_lists_no_models_when_none_is_scripted(provider: ScriptedProvider) -> None:
    listed = await call(provider, "GET", "/v1/models", headers={"anthropic-version": "2023-06-01"})
    assert b'"first_id": null' in listed.body


async def test_reads_every_parameter(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    asked: dict[str, object] = {
        "max_tokens": 9,
        "stop_sequences": ["X"],
        "tools": [{"name": "look", "description": "Looks.", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
        "thinking": {"type": "adaptive"},
        "output_config": {"effort": "max", "format": {"type": "json_schema", "schema": {"type": "object"}}},
    }
    await call(provider, "POST", PATHS["anthropic"], body_for("anthropic") | asked)
    assert provider.requests[0].params == Params(
        max_tokens=9,
        stop=("X",),
        tools=(Tool("look", "Looks.", {"type": "object"}),),
        tool_choice=ToolChoice.REQUIRED,
        parallel_tool_calls=False,
        response_format=JsonFormat({"type": "object"}),
        reasoning_effort=ReasoningEffort.MAX,
    )
    refused = await call(provider, "POST", PATHS["anthropic"], body_for("anthropic") | {"tool_choice": {"type": "x"}})
    assert refused.status == 400


async def test_counts_cache_writes_and_thinking(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(usage=Usage(100, 22, cached_tokens=40, reasoning_tokens=4, cache_write_tokens=30)))
    events: list[Any] = (await answer(provider, "anthropic")).events()
    counted = events[0]["message"]["usage"]
    assert (counted["input_tokens"], counted["cache_creation_input_tokens"]) == (30, 30)
    assert events[-2]["usage"]["output_tokens_details"] == {"thinking_tokens": 4}


async def test_a_refusal_is_a_stop_reason_without_words(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="", refusal="No."))
    said = await answer(provider, "anthropic")
    events: list[Any] = said.events()
    assert b"No." not in said.body
    assert events[-2]["delta"]["stop_reason"] == "refusal"
