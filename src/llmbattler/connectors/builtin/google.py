"""The Google Gemini wire."""

from base64 import b64encode
from collections.abc import AsyncGenerator, Mapping, Sequence
from urllib.parse import quote

import msgspec

from ..contract import (
    Abilities,
    Delta,
    Feature,
    Features,
    Finish,
    FinishReason,
    Image,
    ListedModel,
    Message,
    NamedTool,
    Params,
    Part,
    Place,
    ReasoningDelta,
    ReasoningEffort,
    Role,
    Text,
    TextDelta,
    TokenLogprob,
    Tool,
    ToolCall,
    ToolCallDelta,
    ToolChoice,
    Usage,
)
from ..deltas import add_logprobs, add_text
from ..errors import BrokenStream, Filtered, ModelMissing
from ..http import Request, decode_event, fetch_answer, get_json, stream_answer, with_version, write_arguments
from ..provider_errors import error_from_event, read_problem
from ..sse import Event
from ..transport import Transport

DEFAULT_URL = "https://generativelanguage.googleapis.com/v1beta"
COLLECTIONS = ("models/", "tunedModels/", "publishers/google/models/")
"""Where models are, by the start of their name. Names without one of these are in the first."""
STOP = "STOP"
LENGTH = "MAX_TOKENS"
FILTERED = frozenset(
    {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"}
    | {"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"}
)
# The contract carries no thought signatures; this documented value tells Gemini 3 that a tool call has none.
NO_SIGNATURE = "skip_thought_signature_validator"
TOOL_MODES = {ToolChoice.AUTO: "AUTO", ToolChoice.NONE: "NONE", ToolChoice.REQUIRED: "ANY"}
# Gemini 2.5 knows only budgets. Google's OpenAI-compatible endpoint uses these numbers.
BUDGET_MODELS = "gemini-2"
BUDGETS = {
    ReasoningEffort.MINIMAL: 1024,
    ReasoningEffort.LOW: 1024,
    ReasoningEffort.MEDIUM: 8192,
    ReasoningEffort.HIGH: 24_576,
}


class _Call(msgspec.Struct, gc=False):
    name: str
    id: str = ""
    args: msgspec.Raw = msgspec.Raw(b"{}")


class _Part(msgspec.Struct, gc=False, rename="camel"):
    text: str = ""
    thought: bool = False
    function_call: _Call | None = None


class _Content(msgspec.Struct, gc=False):
    parts: list[_Part] | None = None


class _Token(msgspec.Struct, rename="camel"):
    token: str = ""
    log_probability: float = 0.0


class _TopTokens(msgspec.Struct):
    candidates: list[_Token] | None = None


class _Logprobs(msgspec.Struct, rename="camel"):
    chosen_candidates: list[_Token] | None = None
    top_candidates: list[_TopTokens] | None = None


class _Candidate(msgspec.Struct, gc=False, rename="camel"):
    index: int | None = None
    content: _Content | None = None
    finish_reason: str | None = None
    logprobs_result: _Logprobs | None = None


class _Feedback(msgspec.Struct, rename="camel"):
    block_reason: str | None = None


class _Counts(msgspec.Struct, rename="camel"):
    prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None


class _Chunk(msgspec.Struct, gc=False, rename="camel"):
    candidates: list[_Candidate] | None = None
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Counts | None = None
    model_version: str | None = None
    error: object = None


class _Model(msgspec.Struct, rename="camel"):
    name: str
    display_name: str | None = None
    input_token_limit: int | None = None
    thinking: bool = False
    supported_generation_methods: list[str] = []


class _Models(msgspec.Struct):
    models: list[_Model]


_chunks = msgspec.json.Decoder(_Chunk)
_models = msgspec.json.Decoder(_Models)


class GoogleConnector:
    features = Features(
        frozenset(Feature) - {Feature.PARALLEL_TOOL_CALLS, Feature.REFUSALS, Feature.CACHE_WRITE_TOKENS},
        frozenset({ReasoningEffort.NONE, *BUDGETS}),
    )

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncGenerator[Delta, None]:
        body = msgspec.json.encode(write_body(place, messages, params))
        if params.n > 1:
            # Google streams one candidate only; several come as one document.
            request = _request(place, f"/{_path(place.model)}:generateContent", body)
            return fetch_answer(self._transport, request, GoogleAnswer(params.n))
        request = _request(place, f"/{_path(place.model)}:streamGenerateContent?alt=sse", body)
        return stream_answer(self._transport, request, GoogleAnswer())

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        listed = await get_json(self._transport, _request(place, "/models?pageSize=1000"), _models)
        return [
            ListedModel(
                model.name.removeprefix("models/"),
                model.display_name,
                "Google",
                model.input_token_limit,
                Abilities(vision=True, tools=True, reasoning=model.thinking),
            )
            for model in listed.models
            if "generateContent" in model.supported_generation_methods
        ]

    async def close(self) -> None:
        """It opens nothing itself."""


def _path(model: str) -> str:
    """The name is one segment of the path, so that no name leads to another endpoint with the key of this one."""
    collection = next((known for known in COLLECTIONS if model.startswith(known)), COLLECTIONS[0])
    name = model.removeprefix(collection)
    if name in {"", ".", ".."} or not name.isprintable():
        raise ModelMissing("Its name cannot be part of an address. Correct it in the catalog.")
    return collection + quote(name, safe="")


def _request(place: Place, path: str, body: bytes | None = None) -> Request:
    headers = {"x-goog-api-key": place.api_key} if place.api_key else {}
    return Request(place, with_version(place.base_url or DEFAULT_URL, "/v1beta") + path, headers, body)


def write_body(place: Place, messages: Sequence[Message], params: Params) -> dict[str, object]:
    system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
    settings: dict[str, object | None] = {
        "maxOutputTokens": params.max_tokens,
        "temperature": params.temperature,
        "topP": params.top_p,
        "seed": params.seed,
        "stopSequences": list(params.stop) or None,
        "candidateCount": params.n if params.n > 1 else None,
        "responseLogprobs": params.logprobs or None,
        "logprobs": params.top_logprobs or None,
        "responseMimeType": "application/json" if params.response_format else None,
        "responseJsonSchema": params.response_format.schema if params.response_format else None,
        "thinkingConfig": _write_thinking(place, params.reasoning_effort),
    }
    extra = dict(params.extra)
    more = extra.pop("generationConfig", None)
    if isinstance(more, Mapping):
        settings |= more
    body: dict[str, object | None] = {
        "contents": [_write_message(message) for message in messages if message.role is not Role.SYSTEM],
        "systemInstruction": {"parts": [{"text": system}]} if system else None,
        "generationConfig": {name: value for name, value in settings.items() if value is not None},
        "tools": [{"functionDeclarations": [_write_tool(tool) for tool in params.tools]}] if params.tools else None,
        "toolConfig": _write_tool_config(params.tool_choice),
        **extra,
    }
    return {name: value for name, value in body.items() if value is not None}


def _write_thinking(place: Place, effort: ReasoningEffort | None) -> dict[str, object] | None:
    if effort is None:
        return None
    if effort is ReasoningEffort.NONE:
        return {"thinkingBudget": 0}
    if BUDGET_MODELS in place.model:
        return {"thinkingBudget": BUDGETS[effort]}
    return {"thinkingLevel": effort.upper()}


def _write_tool(tool: Tool) -> dict[str, object]:
    return {"name": tool.name, "description": tool.description, "parametersJsonSchema": tool.parameters}


def _write_tool_config(choice: ToolChoice | NamedTool | None) -> dict[str, object] | None:
    if choice is None:
        return None
    if isinstance(choice, NamedTool):
        return {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [choice.name]}}
    return {"functionCallingConfig": {"mode": TOOL_MODES[choice]}}


def _write_message(message: Message) -> dict[str, object]:
    role = "model" if message.role is Role.ASSISTANT else "user"
    # The provider rejects a part with empty text.
    parts = [part for part in message.parts if not (isinstance(part, Text) and not part.text)]
    return {"role": role, "parts": [_write_part(part) for part in parts]}


def _write_part(part: Part) -> dict[str, object]:
    if isinstance(part, Text):
        return {"text": part.text}
    if isinstance(part, Image):
        return {"inlineData": {"mimeType": part.media_type, "data": b64encode(part.data).decode()}}
    if isinstance(part, ToolCall):
        call = {"name": part.name, "args": write_arguments(part.arguments)}
        return {"functionCall": call, "thoughtSignature": NO_SIGNATURE}
    return {"functionResponse": {"name": part.name, "response": {"result": part.text}}}


class GoogleAnswer:
    """Reads the chunks of one answer. No chunk marks the end: the connection closes after a finish reason.

    Candidates beyond the number that was asked for are ignored.
    """

    complete = False

    def __init__(self, wanted: int = 1) -> None:
        self._wanted = wanted
        self._model: str | None = None
        self._reasons: dict[int, str | None] = {}
        self._counts = _Counts()
        self._calls: dict[int, int] = {}

    def take(self, events: Sequence[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            chunk = decode_event(_chunks, event)
            if chunk.error is not None:
                raise error_from_event(read_problem(event.data))
            if chunk.prompt_feedback is not None and chunk.prompt_feedback.block_reason:
                raise Filtered(f"The prompt was blocked ({chunk.prompt_feedback.block_reason}).")
            if chunk.usage_metadata is not None:
                self._counts = chunk.usage_metadata
            self._model = self._model or chunk.model_version
            for candidate in chunk.candidates or ():
                if 0 <= (candidate.index or 0) < self._wanted:
                    self._take_candidate(candidate, deltas)
        return deltas

    def _take_candidate(self, candidate: _Candidate, deltas: list[Delta]) -> None:
        index = candidate.index or 0
        self._reasons[index] = candidate.finish_reason or self._reasons.get(index)
        for part in (candidate.content.parts if candidate.content else None) or ():
            if part.function_call is not None:
                deltas.append(self._take_call(part.function_call, index))
            else:
                add_text(deltas, ReasoningDelta if part.thought else TextDelta, part.text, index)
        if candidate.logprobs_result is not None:
            add_logprobs(deltas, _read_logprobs(candidate.logprobs_result), index)

    def _take_call(self, call: _Call, choice: int) -> ToolCallDelta:
        number = self._calls.get(choice, 0)
        self._calls[choice] = number + 1
        return ToolCallDelta(number, call.id or f"call_{number}", call.name, bytes(call.args).decode(), choice)

    def finish(self) -> Finish:
        reasons = tuple(self._finish_reason(index) for index in sorted({0, *self._reasons}))
        counts = self._counts
        answered, thought = counts.candidates_token_count, counts.thoughts_token_count
        spent = None if answered is None and thought is None else (answered or 0) + (thought or 0)
        usage = Usage(counts.prompt_token_count, spent, counts.cached_content_token_count, thought)
        return Finish(reasons[0], usage, reasons if len(reasons) > 1 else (), self._model)

    def _finish_reason(self, index: int) -> FinishReason:
        reason = self._reasons.get(index)
        if reason is None:
            raise BrokenStream
        if reason == LENGTH:
            return FinishReason.LENGTH
        if reason in FILTERED:
            return FinishReason.FILTERED
        if reason != STOP:
            # `OTHER`, `MALFORMED_FUNCTION_CALL` and so on: Google names every end that is not natural.
            raise BrokenStream(f"The provider ended it with the reason {reason!r}.")
        return FinishReason.TOOL_CALLS if index in self._calls else FinishReason.STOP


def _read_logprobs(found: _Logprobs) -> list[TokenLogprob]:
    chosen, top = found.chosen_candidates or [], found.top_candidates or []
    tops = [tuple(_read_token(token) for token in tokens.candidates or ()) for tokens in top]
    return [
        TokenLogprob(token.token, token.log_probability, top=tops[position] if position < len(tops) else ())
        for position, token in enumerate(chosen)
    ]


def _read_token(token: _Token) -> TokenLogprob:
    return TokenLogprob(token.token, token.log_probability)
