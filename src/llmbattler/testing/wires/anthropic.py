"""The Anthropic wire: messages, with named events, content blocks and pings."""

from collections.abc import Sequence

import msgspec
from aiohttp import web

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, Role, TextDelta, ToolCall, Usage
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script
from .base import Asked, Failure, Json, bearer, objects, random_id, text_of

_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
    FinishReason.FILTERED: "refusal",
}
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

    def asked(self, request: web.Request, body: Json) -> Asked:
        system = text_of(body.get("system"))
        turns = [Turn(Role.SYSTEM, system)] if system else []
        turns += [
            Turn(Role(str(message.get("role"))), text_of(message.get("content")))
            for message in objects(body.get("messages"))
        ]
        return Asked(str(body.get("model", "")), body.get("stream") is True, self.api_key(request), tuple(turns))

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

    def listing(self, models: Sequence[str]) -> Json:
        data = [
            {"type": "model", "id": model, "display_name": model.title(), "created_at": "2025-02-19T00:00:00Z"}
            for model in models
        ]
        ends = {"first_id": models[0], "last_id": models[-1]} if models else {"first_id": None, "last_id": None}
        return {"data": data, "has_more": False, **ends}


class AnthropicReply:
    """Text, thinking and each tool call are blocks of their own, opened and closed in order."""

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
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": usage.cached_tokens or 0,
                "output_tokens": 1,
                "service_tier": "standard",
            }
        }
        if "usage" in self._script.omit:
            del message["usage"]
        return _frame("message_start", {"message": message}) + _frame("ping", {})

    def piece(self, piece: Piece) -> bytes:
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
            ended["usage"] = {"output_tokens": usage.output_tokens or 0}
        frames = self._close() + _frame("message_delta", ended)
        return frames if "done" in self._script.omit else frames + _frame("message_stop", {})

    def error(self, kind: FailureKind) -> bytes:
        _, error_type, message = _FAILURES[kind]
        return _frame("error", _error(error_type, message.format(model=self._record.model)))

    def whole(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        content: list[Json] = []
        reasoning = "".join(piece.text for piece in pieces if isinstance(piece, ReasoningDelta))
        text = "".join(piece.text for piece in pieces if isinstance(piece, TextDelta))
        content += [{"type": "thinking", "thinking": reasoning, "signature": random_id(40)}] if reasoning else []
        content += [{"type": "text", "text": text}] if text else []
        calls = [piece for piece in pieces if isinstance(piece, ToolCall)]
        content += [_block(call, msgspec.json.decode(call.arguments)) for call in calls]
        return self._message(content, _REASONS[reason]) | {
            "usage": {
                "input_tokens": _fresh_input(usage, self._record),
                "cache_read_input_tokens": usage.cached_tokens or 0,
                "output_tokens": usage.output_tokens or 0,
            }
        }

    def _message(self, content: Sequence[Json], stop_reason: str | None) -> dict[str, object]:
        return {
            "id": self._id,
            "type": "message",
            "role": "assistant",
            "model": self._record.model,
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
    """Anthropic counts what came from its cache apart from the rest."""
    read = usage.input_tokens if usage.input_tokens is not None else record.input_tokens
    return read - (usage.cached_tokens or 0)
