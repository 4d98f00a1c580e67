"""The Google wire: Gemini's generateContent, streamed as server-sent events with CRLF line ends."""

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

_REASONS = {
    FinishReason.STOP: "STOP",
    FinishReason.LENGTH: "MAX_TOKENS",
    FinishReason.TOOL_CALLS: "STOP",
    FinishReason.FILTERED: "SAFETY",
    FinishReason.REFUSAL: "SAFETY",
}
_TOOL_MODES = {"AUTO": ToolChoice.AUTO, "NONE": ToolChoice.NONE, "ANY": ToolChoice.REQUIRED}
_BUDGETS = {
    0: ReasoningEffort.NONE,
    1024: ReasoningEffort.LOW,
    8192: ReasoningEffort.MEDIUM,
    24_576: ReasoningEffort.HIGH,
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

    def parse_request(self, request: web.Request, body: Json) -> ParsedRequest:
        system = body.get("systemInstruction", body.get("system_instruction"))
        said = text_of(system.get("parts")) if isinstance(system, dict) else ""
        turns = [Turn(Role.SYSTEM, said)] if said else []
        turns += [
            Turn(Role.ASSISTANT if content.get("role") == "model" else Role.USER, text_of(content.get("parts")))
            for content in objects(body.get("contents"))
        ]
        model, _, verb = request.match_info["call"].rpartition(":")
        streamed = verb == "streamGenerateContent"
        return ParsedRequest(model, streamed, self.api_key(request), tuple(turns), _parse_params(body))

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

    def model_list(self, models: Sequence[str]) -> Json:
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
        self._params = record.params
        self._model = record.model
        self._counted: dict[str, object] = {"promptTokenCount": record.input_tokens}
        answering = script.answering_model or record.model
        self._common = {"modelVersion": answering, "responseId": f"{script.response_id}{random_id(22)}"}

    def opening(self) -> bytes:
        """Gemini sends nothing before its first text."""
        return b""

    def piece(self, piece: Piece) -> bytes:
        if isinstance(piece, RefusalDelta):
            return b""  # Gemini has no refusals, only filters
        choice = 0 if isinstance(piece, ToolCall) else piece.choice
        logprobs = self._logprobs(piece.text) if isinstance(piece, TextDelta) else None
        return _frame(self._answer([_candidate([_part(piece)], choice, logprobs=logprobs)], self._counted))

    def closing(self, reason: FinishReason, usage: Usage) -> bytes:
        if "finish" in self._omit:
            return b""
        last = [_candidate([{"text": ""}], choice, reason) for choice in range(self._params.n)]
        return _frame(self._answer(last, _usage(usage)))

    def error(self, kind: FailureKind) -> bytes:
        return _frame(GoogleWire().failure(kind, self._model).body)

    def full_response(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json:
        candidates = [self._full_candidate(pieces, choice, reason) for choice in range(self._params.n)]
        return self._answer(candidates, _usage(usage))

    def _full_candidate(self, pieces: Sequence[Piece], choice: int, reason: FinishReason) -> Json:
        joined = join_pieces(pieces, choice)
        said: list[Piece] = [ReasoningDelta(joined.reasoning)] if joined.reasoning else []
        said += [TextDelta(joined.text)] if joined.text else []
        parts = [_part(piece) for piece in (*said, *joined.calls)]
        return _candidate(parts, choice, reason, self._logprobs(joined.text))

    def _answer(self, candidates: Sequence[Json], counted: Json) -> dict[str, object]:
        answer: dict[str, object] = {"candidates": candidates}
        if "usage" not in self._omit:
            answer["usageMetadata"] = counted
        return answer | self._common

    def _logprobs(self, token: str) -> Json | None:
        if not self._params.logprobs or not token:
            return None
        top = [_score(other, logprob) for other, logprob in rank_tokens(token, self._params.top_logprobs)]
        chosen = {"chosenCandidates": [_score(token, LOGPROB)]}
        return chosen | ({"topCandidates": [{"candidates": top}]} if top else {})


def _candidate(
    parts: Sequence[Json], choice: int, reason: FinishReason | None = None, logprobs: Json | None = None
) -> Json:
    candidate: dict[str, object] = {"content": {"parts": parts, "role": "model"}, "index": choice}
    if reason is not None:
        candidate["finishReason"] = _REASONS[reason_of(choice, reason)]
    if logprobs is not None:
        candidate["logprobsResult"] = logprobs
    return candidate


def _score(token: str, logprob: float) -> Json:
    return {"token": token, "tokenId": len(token), "logProbability": logprob}


def _parse_params(body: Json) -> Params:
    config = mapping(body.get("generationConfig"))
    declared = [tool for group in objects(body.get("tools")) for tool in objects(group.get("functionDeclarations"))]
    calling = mapping(mapping(body.get("toolConfig")).get("functionCallingConfig"))
    is_json, schema = config.get("responseMimeType") == "application/json", config.get("responseJsonSchema")
    return Params(
        max_tokens=integer(config.get("maxOutputTokens")),
        temperature=number(config.get("temperature")),
        top_p=number(config.get("topP")),
        seed=integer(config.get("seed")),
        stop=texts(config.get("stopSequences")),
        tools=tuple(_parse_tool(tool) for tool in declared),
        tool_choice=_parse_tool_choice(calling),
        response_format=JsonFormat(None if schema is None else mapping(schema)) if is_json else None,
        n=integer(config.get("candidateCount")) or 1,
        logprobs=config.get("responseLogprobs") is True,
        top_logprobs=integer(config.get("logprobs")) or 0,
        reasoning_effort=_parse_effort(mapping(config.get("thinkingConfig"))),
    )


def _parse_tool(tool: Json) -> Tool:
    return Tool(str(tool.get("name", "")), str(tool.get("description", "")), mapping(tool.get("parametersJsonSchema")))


def _parse_tool_choice(calling: Json) -> ToolChoice | NamedTool | None:
    if not calling:
        return None
    names = texts(calling.get("allowedFunctionNames"))
    return NamedTool(names[0]) if names else _TOOL_MODES[str(calling.get("mode"))]


def _parse_effort(thinking: Json) -> ReasoningEffort | None:
    if "thinkingLevel" in thinking:
        return ReasoningEffort(str(thinking["thinkingLevel"]).lower())
    budget = integer(thinking.get("thinkingBudget"))
    return _BUDGETS.get(budget) if budget is not None else None


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
