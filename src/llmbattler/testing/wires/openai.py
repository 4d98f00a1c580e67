"""The OpenAI wire: chat completions, as OpenAI and everybody who is compatible with it send them."""

import time
from collections.abc import Sequence

import msgspec
from aiohttp import web

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, Role, TextDelta, ToolCall, Usage
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script
from .base import Asked, Failure, Json, bearer, objects, random_id, text_of

_ROLES = {"system": Role.SYSTEM, "developer": Role.SYSTEM, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_REASONS = {FinishReason.FILTERED: "content_filter"}
_FAILURES = {
    FailureKind.RATE_LIMITED: (
        429,
        "requests",
        "rate_limit_exceeded",
        "Rate limit reached for {model} in organization org-{marker} on requests per min (RPM): Limit 3, Used 3.",
    ),
    FailureKind.OVERLOADED: (503, "server_error", None, "That model is currently overloaded with other requests."),
    FailureKind.BAD_KEY: (
        401,
        "invalid_request_error",
        "invalid_api_key",
        "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.",
    ),
    FailureKind.CONTEXT_TOO_LONG: (
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    ),
    FailureKind.FILTERED: (
        400,
        "invalid_request_error",
        "content_filter",
        "The response was filtered due to the prompt triggering the content management policy.",
    ),
    FailureKind.MODEL_MISSING: (
        404,
        "invalid_request_error",
        "model_not_found",
        "The model `{model}` does not exist or you do not have access to it.",
    ),
    FailureKind.REFUSED: (400, "invalid_request_error", "unsupported_value", "Unsupported value: 'temperature'."),
}


class OpenAIWire:
    name = "openai"

    def api_key(self, request: web.Request) -> str:
        return bearer(request)

    def asked(self, request: web.Request, body: Json) -> Asked:
        turns = tuple(
            Turn(_ROLES.get(str(message.get("role")), Role.USER), text_of(message.get("content")))
            for message in objects(body.get("messages"))
        )
        return Asked(str(body.get("model", "")), body.get("stream") is True, self.api_key(request), turns)

    def headers(self, model: str) -> dict[str, str]:
        return {
            "openai-organization": "org-scripted",
            "openai-model": model,
            "openai-processing-ms": "321",
            "openai-version": "2020-10-01",
            "x-ratelimit-limit-requests": "5000",
            "x-ratelimit-remaining-requests": "4999",
            "x-ratelimit-remaining-tokens": "159976",
            "x-ratelimit-reset-tokens": "9ms",
            "x-request-id": f"req_{random_id(32).lower()}",
        }

    def reply(self, script: Script, record: RecordedRequest) -> "OpenAIReply":
        return OpenAIReply(script, record)

    def failure(self, kind: FailureKind, model: str) -> Failure:
        status, error_type, code, message = _FAILURES[kind]
        said = message.format(model=model, marker=random_id(24))
        return Failure(status, {"error": {"message": said, "type": error_type, "param": None, "code": code}})

    def listing(self, models: Sequence[str]) -> Json:
        return {
            "object": "list",
            "data": [
                {"id": model, "object": "model", "created": 1_720_000_000, "owned_by": "scripted"} for model in models
            ],
        }


class OpenAIReply:
    def __init__(self, script: Script, record: RecordedRequest) -> None:
        self._omit = script.omit
        options = record.body.get("stream_options")
        self._counts = isinstance(options, dict) and options.get("include_usage") is True
        self._tool_calls = 0
        self._common: dict[str, object] = {
            "id": f"chatcmpl-{script.response_id}{random_id(29)}",
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": record.model,
            "service_tier": "default",
            "system_fingerprint": f"fp_{script.response_id}{random_id(10).lower()}",
        }

    def opening(self) -> bytes:
        return self._delta({"role": "assistant", "content": "", "refusal": None})

    def piece(self, piece: Piece) -> bytes:
        if isinstance(piece, TextDelta):
            return self._delta({"content": piece.text})
        if isinstance(piece, ReasoningDelta):
            return self._delta({"reasoning_content": piece.text})
        return self._tool_call(piece)

    def closing(self, reason: FinishReason, usage: Usage) -> bytes:
        if "finish" in self._omit:
            return b""
        frames = self._delta({}, finish_reason=_REASONS.get(reason, reason.value))
        if self._counts and "usage" not in self._omit:
            frames += _frame(self._common | {"choices": [], "usage": _usage(usage)})
        return frames if "done" in self._omit else frames + b"data: [DONE]\n\n"

    def error(self, kind: FailureKind) -> bytes:
        return _frame(OpenAIWire().failure(kind, str(self._common["model"])).body)

    def whole(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        calls = [_call(piece) for piece in pieces if isinstance(piece, ToolCall)]
        message: dict[str, object] = {
            "role": "assistant",
            "content": "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)),
            "refusal": None,
        }
        reasoning = "".join(piece.text for piece in pieces if isinstance(piece, ReasoningDelta))
        message |= {"reasoning_content": reasoning} if reasoning else {}
        message |= {"tool_calls": calls} if calls else {}
        choice = {
            "index": 0,
            "message": message,
            "logprobs": None,
            "finish_reason": _REASONS.get(reason, reason.value),
        }
        return self._common | {"object": "chat.completion", "choices": [choice], "usage": _usage(usage)}

    def _tool_call(self, call: ToolCall) -> bytes:
        index, self._tool_calls = self._tool_calls, self._tool_calls + 1
        opened = {"index": index, **_call(call), "function": {"name": call.name, "arguments": ""}}
        frames = self._delta({"tool_calls": [opened]})
        half = len(call.arguments) // 2
        for part in (call.arguments[:half], call.arguments[half:]):
            frames += self._delta({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
        return frames

    def _delta(self, delta: Json, finish_reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
        frame = self._common | {"choices": [choice]}
        if self._counts:
            frame["usage"] = None
        return _frame(frame)


def _frame(body: Json) -> bytes:
    return b"data: " + msgspec.json.encode(body) + b"\n\n"


def _call(call: ToolCall) -> dict[str, object]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _usage(usage: Usage) -> Json:
    read, written = usage.input_tokens or 0, usage.output_tokens or 0
    return {
        "prompt_tokens": read,
        "completion_tokens": written,
        "total_tokens": read + written,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens or 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens or 0, "audio_tokens": 0},
    }
