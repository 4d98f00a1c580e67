"""The OpenAI wire: chat completions."""

import time
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
    LOGPROB,
    Failure,
    Json,
    ParsedRequest,
    bearer,
    boolean,
    integer,
    join_pieces,
    mapping,
    number,
    objects,
    random_id,
    rank_tokens,
    reason_of,
    text_of,
    texts,
)

_ROLES = {"system": Role.SYSTEM, "developer": Role.SYSTEM, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_REASONS = {FinishReason.FILTERED: "content_filter", FinishReason.REFUSAL: "stop"}
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

    def parse_request(self, request: web.Request, body: Json) -> ParsedRequest:
        turns = tuple(
            Turn(_ROLES.get(str(message.get("role")), Role.USER), text_of(message.get("content")))
            for message in objects(body.get("messages"))
        )
        streamed = body.get("stream") is True
        return ParsedRequest(str(body.get("model", "")), streamed, self.api_key(request), turns, _parse_params(body))

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

    def model_list(self, models: Sequence[str]) -> Json:
        return {
            "object": "list",
            "data": [
                {"id": model, "object": "model", "created": 1_720_000_000, "owned_by": "scripted"} for model in models
            ],
        }


class OpenAIReply:
    def __init__(self, script: Script, record: RecordedRequest) -> None:
        self._omit = script.omit
        self._params = record.params
        self._model = record.model
        options = record.body.get("stream_options")
        self._counts = isinstance(options, dict) and options.get("include_usage") is True
        self._tool_calls = 0
        self._common: dict[str, object] = {
            "id": f"chatcmpl-{script.response_id}{random_id(29)}",
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": script.answering_model or record.model,
            "service_tier": "default",
            "system_fingerprint": f"fp_{script.response_id}{random_id(10).lower()}",
        }

    def opening(self) -> bytes:
        said = {"role": "assistant", "content": "", "refusal": None}
        return b"".join(self._delta(said, choice) for choice in range(self._params.n))

    def piece(self, piece: Piece) -> bytes:
        if isinstance(piece, RefusalDelta):
            return self._delta({"refusal": piece.text}, piece.choice, self._logprobs(piece.text, "refusal"))
        if isinstance(piece, TextDelta):
            return self._delta({"content": piece.text}, piece.choice, self._logprobs(piece.text, "content"))
        if isinstance(piece, ReasoningDelta):
            return self._delta({"reasoning_content": piece.text}, piece.choice)
        return self._tool_call(piece)

    def closing(self, reason: FinishReason, usage: Usage) -> bytes:
        if "finish" in self._omit:
            return b""
        frames = b"".join(self._finish(choice, reason) for choice in range(self._params.n))
        if self._counts and "usage" not in self._omit:
            frames += _frame(self._common | {"choices": [], "usage": _usage(usage)})
        return frames if "done" in self._omit else frames + b"data: [DONE]\n\n"

    def error(self, kind: FailureKind) -> bytes:
        return _frame(OpenAIWire().failure(kind, self._model).body)

    def full_response(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        choices = [self._full_choice(pieces, choice, reason) for choice in range(self._params.n)]
        return self._common | {"object": "chat.completion", "choices": choices, "usage": _usage(usage)}

    def _full_choice(self, pieces: Sequence[Piece], choice: int, reason: FinishReason) -> Json:
        joined = join_pieces(pieces, choice)
        calls = [_call(call) for call in joined.calls]
        message: dict[str, object] = {
            "role": "assistant",
            "content": joined.text,
            "refusal": joined.refusal or None,
        }
        message |= {"reasoning_content": joined.reasoning} if joined.reasoning else {}
        message |= {"tool_calls": calls} if calls else {}
        return {
            "index": choice,
            "message": message,
            "logprobs": self._logprobs(joined.text, "content"),
            "finish_reason": _name_reason(choice, reason),
        }

    def _tool_call(self, call: ToolCall) -> bytes:
        index, self._tool_calls = self._tool_calls, self._tool_calls + 1
        opened = {"index": index, **_call(call), "function": {"name": call.name, "arguments": ""}}
        frames = self._delta({"tool_calls": [opened]})
        half = len(call.arguments) // 2
        for part in (call.arguments[:half], call.arguments[half:]):
            frames += self._delta({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
        return frames

    def _finish(self, choice: int, reason: FinishReason) -> bytes:
        return self._delta({}, choice, finish_reason=_name_reason(choice, reason))

    def _delta(
        self, delta: Json, choice: int = 0, logprobs: Json | None = None, finish_reason: str | None = None
    ) -> bytes:
        said = {"index": choice, "delta": delta, "logprobs": logprobs, "finish_reason": finish_reason}
        frame = self._common | {"choices": [said]}
        if self._counts:
            frame["usage"] = None
        return _frame(frame)

    def _logprobs(self, token: str, field: str) -> Json | None:
        if not self._params.logprobs or not token:
            return None
        top = [_score(other, logprob) for other, logprob in rank_tokens(token, self._params.top_logprobs)]
        return {"content": None, "refusal": None, field: [_score(token, LOGPROB) | {"top_logprobs": top}]}


def _name_reason(choice: int, reason: FinishReason) -> str:
    own = reason_of(choice, reason)
    return _REASONS.get(own, own.value)


def _score(token: str, logprob: float) -> dict[str, object]:
    return {"token": token, "logprob": logprob, "bytes": list(token.encode())}


def _parse_params(body: Json) -> Params:
    return Params(
        max_tokens=integer(body.get("max_tokens", body.get("max_completion_tokens"))),
        temperature=number(body.get("temperature")),
        top_p=number(body.get("top_p")),
        seed=integer(body.get("seed")),
        stop=texts(body.get("stop")),
        tools=tuple(_parse_tool(mapping(tool.get("function"))) for tool in objects(body.get("tools"))),
        tool_choice=_parse_tool_choice(body.get("tool_choice")),
        parallel_tool_calls=boolean(body.get("parallel_tool_calls")),
        response_format=_parse_format(mapping(body.get("response_format"))),
        n=integer(body.get("n")) or 1,
        logprobs=body.get("logprobs") is True,
        top_logprobs=integer(body.get("top_logprobs")) or 0,
        reasoning_effort=ReasoningEffort(str(effort)) if (effort := body.get("reasoning_effort")) else None,
    )


def _parse_tool(function: Json) -> Tool:
    return Tool(
        str(function.get("name", "")), str(function.get("description", "")), mapping(function.get("parameters"))
    )


def _parse_tool_choice(choice: object) -> ToolChoice | NamedTool | None:
    if choice is None:
        return None
    if isinstance(choice, str):
        return ToolChoice(choice)
    return NamedTool(str(mapping(mapping(choice).get("function")).get("name", "")))


def _parse_format(wanted: Json) -> JsonFormat | None:
    kind, schema = wanted.get("type"), mapping(wanted.get("json_schema"))
    if kind == "json_object":
        return JsonFormat()
    if kind != "json_schema":
        return None
    return JsonFormat(mapping(schema.get("schema")), str(schema.get("name", "")), schema.get("strict") is True)


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
        "prompt_tokens_details": {
            "cached_tokens": usage.cached_tokens or 0,
            "cache_write_tokens": usage.cache_write_tokens or 0,
            "audio_tokens": 0,
        },
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens or 0, "audio_tokens": 0},
    }
