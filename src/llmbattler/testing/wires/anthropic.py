"""The Anthropic wire: messages, with named events, content blocks and pings."""

from collections.abc import Sequence

import msgspec
from aiohttp import web

from llmbattler.connectors.contract import (
    FinishReason,
    JsonFormat,
    NamedTool,
    Params,
    ReasoningDelta,
    ReasoningEffort,
    RefusalDelta,
    Role,
    TextDelta,
    Tool,
    ToolCall,
    ToolChoice,
    Usage,
)
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script
from .base import (
    Failure,
    Json,
    ParsedRequest,
    bearer,
    integer,
    join_pieces,
    mapping,
    number,
    objects,
    random_id,
    text_of,
    texts,
)

_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
    FinishReason.FILTERED: "refusal",
    FinishReason.REFUSAL: "refusal",
}
_TOOL_CHOICES = {"auto": ToolChoice.AUTO, "none": ToolChoice.NONE, "any": ToolChoice.REQUIRED}
_FAILURES = {
    FailureKind.RATE_LIMITED: (
        429,
        "rate_limit_error",
        "This request would exceed the rate limit of your organization for {model}.",
    ),
    FailureKind.OVERLOADED: (529, "overloaded_error", "Overloaded"),
    FailureKind.BAD_KEY: (401, "authentication_error", "invalid x-api-key"),
    FailureKind.CONTEXT_TOO_LONG: (
        400,
        "invalid_request_error",
        "prompt is too long: 200251 tokens > 200000 maximum",
    ),
    FailureKind.FILTERED: (400, "invalid_request_error", "Output blocked by content filtering policy"),
    FailureKind.MODEL_MISSING: (404, "not_found_error", "model: {model}"),
    FailureKind.REFUSED: (400, "invalid_request_error", "max_tokens: Field required"),
}


class AnthropicWire:
    name = "anthropic"

    def api_key(self, request: web.Request) -> str:
        return request.headers.get("x-api-key", "") or bearer(request)

    def parse_request(self, request: web.Request, body: Json) -> ParsedRequest:
        system = text_of(body.get("system"))
        turns = [Turn(Role.SYSTEM, system)] if system else []
        turns += [
            Turn(Role(str(message.get("role"))), text_of(message.get("content")))
            for message in objects(body.get("messages"))
        ]
        streamed, params = body.get("stream") is True, _parse_params(body)
        return ParsedRequest(str(body.get("model", "")), streamed, self.api_key(request), tuple(turns), params)

    def headers(self, model: str) -> dict[str, str]:
        return {
            "anthropic-organization-id": "00000000-scripted",
            "anthropic-ratelimit-requests-limit": "4000",
            "anthropic-ratelimit-requests-remaining": "3999",
            "anthropic-ratelimit-tokens-remaining": "400000",
            "request-id": f"req_01{random_id(22)}",
            "x-robots-tag": "none",
            "via": "1.1 google",
            "x-scripted-model": model,
        }

    def reply(self, script: Script, record: RecordedRequest) -> "AnthropicReply":
        return AnthropicReply(script, record)

    def failure(self, kind: FailureKind, model: str) -> Failure:
        status, error_type, message = _FAILURES[kind]
        return Failure(status, _error(error_type, message.format(model=model)))

    def model_list(self, models: Sequence[str]) -> Json:
        data = [
            {"type": "model", "id": model, "display_name": model.title(), "created_at": "2025-02-19T00:00:00Z"}
            for model in models
        ]
        ends = {"first_id": models[0], "last_id": models[-1]} if models else {"first_id": None, "last_id": None}
        return {"data": data, "has_more": False, **ends}


class AnthropicReply:
    """Text, thinking and each tool call are separate blocks, opened and closed in order."""

    def __init__(self, script: Script, record: RecordedRequest) -> None:
        self._script = script
        self._record = record
        self._id = f"msg_01{script.response_id}{random_id(22)}"
        self._index = -1
        self._block: str | None = None

    def opening(self) -> bytes:
        usage = self._script.usage or Usage()
        message = self._message([], None) | {
            "usage": {
                "input_tokens": _fresh_input(usage, self._record),
                "cache_creation_input_tokens": usage.cache_write_tokens or 0,
                "cache_read_input_tokens": usage.cached_tokens or 0,
                "output_tokens": 1,
                "service_tier": "standard",
            }
        }
        if "usage" in self._script.omit:
            del message["usage"]
        return _frame("message_start", {"message": message}) + _frame("ping", {})

    def piece(self, piece: Piece) -> bytes:
        if isinstance(piece, RefusalDelta):
            return b""  # only the stop reason says that the model declined
        if isinstance(piece, TextDelta):
            return self._open("text", {"type": "text", "text": ""}) + self._delta("text_delta", text=piece.text)
        if isinstance(piece, ReasoningDelta):
            started = self._open("thinking", {"type": "thinking", "thinking": "", "signature": ""})
            return started + self._delta("thinking_delta", thinking=piece.text)
        return self._tool_use(piece)

    def closing(self, reason: FinishReason, usage: Usage) -> bytes:
        if "finish" in self._script.omit:
            return self._close()
        ended: dict[str, object] = {"delta": {"stop_reason": _REASONS[reason], "stop_sequence": None}}
        if "usage" not in self._script.omit:
            ended["usage"] = _count_output(usage)
        frames = self._close() + _frame("message_delta", ended)
        return frames if "done" in self._script.omit else frames + _frame("message_stop", {})

    def error(self, kind: FailureKind) -> bytes:
        _, error_type, message = _FAILURES[kind]
        return _frame("error", _error(error_type, message.format(model=self._record.model)))

    def full_response(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        joined = join_pieces(pieces)
        content: list[Json] = []
        if joined.reasoning:
            content.append({"type": "thinking", "thinking": joined.reasoning, "signature": random_id(40)})
        if joined.text:
            content.append({"type": "text", "text": joined.text})
        content += [_block(call, msgspec.json.decode(call.arguments)) for call in joined.calls]
        return self._message(content, _REASONS[reason]) | {
            "usage": {
                "input_tokens": _fresh_input(usage, self._record),
                "cache_creation_input_tokens": usage.cache_write_tokens or 0,
                "cache_read_input_tokens": usage.cached_tokens or 0,
                **_count_output(usage),
            }
        }

    def _message(self, content: Sequence[Json], stop_reason: str | None) -> dict[str, object]:
        return {
            "id": self._id,
            "type": "message",
            "role": "assistant",
            "model": self._script.answering_model or self._record.model,
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": None,
        }

    def _tool_use(self, call: ToolCall) -> bytes:
        frames = self._close() + self._open(call.id, _block(call, {}))
        half = len(call.arguments) // 2
        for part in ("", call.arguments[:half], call.arguments[half:]):
            frames += self._delta("input_json_delta", partial_json=part)
        return frames

    def _open(self, name: str, block: Json) -> bytes:
        if self._block == name:
            return b""
        closed = self._close()
        self._block, self._index = name, self._index + 1
        return closed + _frame("content_block_start", {"index": self._index, "content_block": block})

    def _close(self) -> bytes:
        if self._block is None:
            return b""
        signed = self._delta("signature_delta", signature=random_id(40)) if self._block == "thinking" else b""
        self._block = None
        return signed + _frame("content_block_stop", {"index": self._index})

    def _delta(self, delta_type: str, **fields: str) -> bytes:
        return _frame("content_block_delta", {"index": self._index, "delta": {"type": delta_type, **fields}})


def _frame(event: str, body: Json) -> bytes:
    return f"event: {event}\ndata: ".encode() + msgspec.json.encode({"type": event} | dict(body)) + b"\n\n"


def _error(error_type: str, message: str) -> Json:
    error = {"details": None, "type": error_type, "message": message}
    return {"type": "error", "error": error, "request_id": f"req_01{random_id(22)}"}


def _block(call: ToolCall, arguments: object) -> Json:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments}


def _fresh_input(usage: Usage, record: RecordedRequest) -> int:
    """Anthropic counts cached input separately."""
    read = usage.input_tokens if usage.input_tokens is not None else record.input_tokens
    return read - (usage.cached_tokens or 0) - (usage.cache_write_tokens or 0)


def _count_output(usage: Usage) -> Json:
    details = {"thinking_tokens": usage.reasoning_tokens or 0}
    return {"output_tokens": usage.output_tokens or 0, "output_tokens_details": details}


def _parse_params(body: Json) -> Params:
    choice, config = mapping(body.get("tool_choice")), mapping(body.get("output_config"))
    wanted = mapping(config.get("format"))
    return Params(
        max_tokens=integer(body.get("max_tokens")),
        temperature=number(body.get("temperature")),
        top_p=number(body.get("top_p")),
        stop=texts(body.get("stop_sequences")),
        tools=tuple(_parse_tool(tool) for tool in objects(body.get("tools"))),
        tool_choice=_parse_tool_choice(choice),
        parallel_tool_calls=not choice["disable_parallel_tool_use"] if "disable_parallel_tool_use" in choice else None,
        response_format=JsonFormat(mapping(wanted.get("schema"))) if wanted.get("type") == "json_schema" else None,
        reasoning_effort=_parse_effort(mapping(body.get("thinking")), config),
    )


def _parse_tool(tool: Json) -> Tool:
    return Tool(str(tool.get("name", "")), str(tool.get("description", "")), mapping(tool.get("input_schema")))


def _parse_tool_choice(choice: Json) -> ToolChoice | NamedTool | None:
    if not choice:
        return None
    if choice.get("type") == "tool":
        return NamedTool(str(choice.get("name", "")))
    return _TOOL_CHOICES[str(choice.get("type"))]


def _parse_effort(thinking: Json, config: Json) -> ReasoningEffort | None:
    if thinking.get("type") == "disabled":
        return ReasoningEffort.NONE
    return ReasoningEffort(str(config["effort"])) if "effort" in config else None
