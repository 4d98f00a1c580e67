"""The Google wire: Gemini's generateContent, streamed as server-sent events with CRLF line ends."""

from collections.abc import Sequence

import msgspec
from aiohttp import web

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, Role, TextDelta, ToolCall, Usage
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script
from .base import Asked, Failure, Json, objects, random_id, text_of

_REASONS = {
    FinishReason.STOP: "STOP",
    FinishReason.LENGTH: "MAX_TOKENS",
    FinishReason.TOOL_CALLS: "STOP",
    FinishReason.FILTERED: "SAFETY",
}
_FAILURES = {
    FailureKind.RATE_LIMITED: (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota for {model}."),
    FailureKind.OVERLOADED: (503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    FailureKind.BAD_KEY: (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
    FailureKind.CONTEXT_TOO_LONG: (
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).",
    ),
    FailureKind.MODEL_MISSING: (
        404,
        "NOT_FOUND",
        "models/{model} is not found for API version v1beta, or is not supported for generateContent.",
    ),
    FailureKind.REFUSED: (400, "INVALID_ARGUMENT", "Please use a valid role: user, model."),
}
_DETAILS: dict[FailureKind, list[Json]] = {
    FailureKind.BAD_KEY: [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "API_KEY_INVALID",
            "domain": "googleapis.com",
            "metadata": {"service": "generativelanguage.googleapis.com"},
        }
    ],
    FailureKind.RATE_LIMITED: [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}],
}


class GoogleWire:
    name = "google"

    def api_key(self, request: web.Request) -> str:
        return request.headers.get("x-goog-api-key", "") or request.query.get("key", "")

    def asked(self, request: web.Request, body: Json) -> Asked:
        system = body.get("systemInstruction", body.get("system_instruction"))
        said = text_of(system.get("parts")) if isinstance(system, dict) else ""
        turns = [Turn(Role.SYSTEM, said)] if said else []
        turns += [
            Turn(Role.ASSISTANT if content.get("role") == "model" else Role.USER, text_of(content.get("parts")))
            for content in objects(body.get("contents"))
        ]
        model, _, verb = request.match_info["call"].rpartition(":")
        return Asked(model, verb == "streamGenerateContent", self.api_key(request), tuple(turns))

    def headers(self, model: str) -> dict[str, str]:
        return {
            "server": "scaffolding on HTTPServer2",
            "server-timing": "gfet4t7; dur=321",
            "x-scripted-model": model,
            "alt-svc": 'h3=":443"; ma=2592000',
            "x-goog-request-id": random_id(22),
        }

    def reply(self, script: Script, record: RecordedRequest) -> "GoogleReply":
        return GoogleReply(script, record)

    def failure(self, kind: FailureKind, model: str) -> Failure:
        if kind is FailureKind.FILTERED:
            # Google blocks a prompt inside a successful answer that has no candidate.
            return Failure(200, {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": model})
        return Failure(_FAILURES[kind][0], _error(kind, model))

    def listing(self, models: Sequence[str]) -> Json:
        return {
            "models": [
                {
                    "name": f"models/{model}",
                    "version": "001",
                    "displayName": model.title(),
                    "inputTokenLimit": 1_048_576,
                    "outputTokenLimit": 65_536,
                    "supportedGenerationMethods": ["generateContent", "countTokens"],
                }
                for model in models
            ]
        }


class GoogleReply:
    def __init__(self, script: Script, record: RecordedRequest) -> None:
        self._omit = script.omit
        self._model = record.model
        self._counted: dict[str, object] = {"promptTokenCount": record.input_tokens}
        self._common = {"modelVersion": record.model, "responseId": f"{script.response_id}{random_id(22)}"}

    def opening(self) -> bytes:
        """Gemini says nothing before its first words."""
        return b""

    def piece(self, piece: Piece) -> bytes:
        return _frame(self._answer([_part(piece)], self._counted))

    def closing(self, reason: FinishReason, usage: Usage) -> bytes:
        if "finish" in self._omit:
            return b""
        return _frame(self._answer([{"text": ""}], _usage(usage), reason))

    def error(self, kind: FailureKind) -> bytes:
        return _frame(GoogleWire().failure(kind, self._model).body)

    def whole(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        parts: list[Json] = []
        for group in (ReasoningDelta, TextDelta):
            said = "".join(piece.text for piece in pieces if isinstance(piece, group))
            parts += [_part(group(said))] if said else []
        parts += [_part(piece) for piece in pieces if isinstance(piece, ToolCall)]
        return self._answer(parts, _usage(usage), reason)

    def _answer(self, parts: Sequence[Json], counted: Json, reason: FinishReason | None = None) -> dict[str, object]:
        candidate: dict[str, object] = {"content": {"parts": parts, "role": "model"}, "index": 0}
        if reason is not None:
            candidate["finishReason"] = _REASONS[reason]
        answer: dict[str, object] = {"candidates": [candidate]}
        if "usage" not in self._omit:
            answer["usageMetadata"] = counted
        return answer | self._common


def _frame(body: Json) -> bytes:
    return b"data: " + msgspec.json.encode(body) + b"\r\n\r\n"


def _part(piece: Piece) -> Json:
    if isinstance(piece, TextDelta):
        return {"text": piece.text}
    if isinstance(piece, ReasoningDelta):
        return {"text": piece.text, "thought": True}
    call = {"id": piece.id, "name": piece.name, "args": msgspec.json.decode(piece.arguments)}
    return {"functionCall": call, "thoughtSignature": random_id(40)}


def _usage(usage: Usage) -> Json:
    read, written, thought = usage.input_tokens or 0, usage.output_tokens or 0, usage.reasoning_tokens or 0
    return {
        "promptTokenCount": read,
        "candidatesTokenCount": written - thought,
        "thoughtsTokenCount": thought,
        "cachedContentTokenCount": usage.cached_tokens or 0,
        "totalTokenCount": read + written,
    }


def _error(kind: FailureKind, model: str) -> Json:
    status, name, message = _FAILURES[kind]
    error = {"code": status, "message": message.format(model=model), "status": name, "details": _DETAILS.get(kind, [])}
    return {"error": error}
