"""The Google Gemini wire."""

from base64 import b64encode
from collections.abc import AsyncGenerator, Mapping, Sequence
from urllib.parse import quote

import msgspec

from ..contract import (
    Abilities,
    Delta,
    Finish,
    FinishReason,
    Image,
    ListedModel,
    Message,
    Params,
    Part,
    Place,
    ReasoningDelta,
    Role,
    Text,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
)
from ..errors import BrokenStream, Filtered
from ..http import Request, add_text, decode_event, get_json, stream_answer, with_version, write_arguments
from ..provider_errors import error_from_event, read_problem
from ..sse import Event
from ..transport import Transport

DEFAULT_URL = "https://generativelanguage.googleapis.com/v1beta"
LENGTH = "MAX_TOKENS"
FILTERED = frozenset(
    {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"}
    | {"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"}
)
BROKEN = frozenset(
    {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE"}
    | {"TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"}
)
# The contract carries no thought signatures; this documented word tells Gemini 3 that a tool call has none.
NO_SIGNATURE = "skip_thought_signature_validator"


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


class _Candidate(msgspec.Struct, gc=False, rename="camel"):
    content: _Content | None = None
    finish_reason: str | None = None


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
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncGenerator[Delta, None]:
        path = f"/{_path(place.model)}:streamGenerateContent?alt=sse"
        body = msgspec.json.encode(write_body(messages, params))
        return stream_answer(self._transport, _request(place, path, body), GoogleAnswer())

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
        """Nothing of its own is open."""


def _path(model: str) -> str:
    return quote(model if "/" in model else f"models/{model}")


def _request(place: Place, path: str, body: bytes | None = None) -> Request:
    headers = {"x-goog-api-key": place.api_key} if place.api_key else {}
    return Request(place, with_version(place.base_url or DEFAULT_URL, "/v1beta") + path, headers, body)


def write_body(messages: Sequence[Message], params: Params) -> dict[str, object]:
    system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
    settings: dict[str, object | None] = {
        "maxOutputTokens": params.max_tokens,
        "temperature": params.temperature,
        "topP": params.top_p,
        "seed": params.seed,
        "stopSequences": list(params.stop) or None,
    }
    extra = dict(params.extra)
    more = extra.pop("generationConfig", None)
    if isinstance(more, Mapping):
        settings |= more
    body: dict[str, object | None] = {
        "contents": [_write_message(message) for message in messages if message.role is not Role.SYSTEM],
        "systemInstruction": {"parts": [{"text": system}]} if system else None,
        "generationConfig": {name: value for name, value in settings.items() if value is not None},
        "tools": [{"functionDeclarations": [_write_tool(*tool) for tool in _tools(params)]}] if params.tools else None,
        **extra,
    }
    return {name: value for name, value in body.items() if value is not None}


def _tools(params: Params) -> list[tuple[str, str, object]]:
    return [(tool.name, tool.description, tool.parameters) for tool in params.tools]


def _write_tool(name: str, description: str, parameters: object) -> dict[str, object]:
    return {"name": name, "description": description, "parametersJsonSchema": parameters}


def _write_message(message: Message) -> dict[str, object]:
    role = "model" if message.role is Role.ASSISTANT else "user"
    # A part with empty text counts as a part with nothing in it, which the provider refuses.
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
    """Reads the chunks of one answer. Nothing marks the end here; the connection closes after a finish reason."""

    complete = False

    def __init__(self) -> None:
        self._reason: str | None = None
        self._counts = _Counts()
        self._calls = 0

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
            if chunk.candidates:
                self._take_candidate(chunk.candidates[0], deltas)
        return deltas

    def _take_candidate(self, candidate: _Candidate, deltas: list[Delta]) -> None:
        self._reason = candidate.finish_reason or self._reason
        for part in (candidate.content.parts if candidate.content else None) or ():
            if part.function_call is not None:
                call = part.function_call
                name = call.id or f"call_{self._calls}"
                deltas.append(ToolCallDelta(self._calls, name, call.name, bytes(call.args).decode()))
                self._calls += 1
            else:
                add_text(deltas, ReasoningDelta if part.thought else TextDelta, part.text)

    def finish(self) -> Finish:
        if self._reason is None or self._reason in BROKEN:
            raise BrokenStream
        counts = self._counts
        answered, thought = counts.candidates_token_count, counts.thoughts_token_count
        spent = None if answered is None and thought is None else (answered or 0) + (thought or 0)
        usage = Usage(counts.prompt_token_count, spent, counts.cached_content_token_count, thought)
        return Finish(self._finish_reason(self._reason), usage)

    def _finish_reason(self, reason: str) -> FinishReason:
        if reason == LENGTH:
            return FinishReason.LENGTH
        if reason in FILTERED:
            return FinishReason.FILTERED
        return FinishReason.TOOL_CALLS if self._calls else FinishReason.STOP
