"""The OpenAI-compatible wire: OpenAI, Ollama, vLLM, LM Studio, Groq, Mistral, OpenRouter, llama.cpp and others."""

from base64 import b64encode
from collections.abc import AsyncGenerator, Sequence

import msgspec

from ..contract import (
    Abilities,
    Delta,
    Feature,
    Features,
    Finish,
    FinishReason,
    Image,
    JsonFormat,
    ListedModel,
    Message,
    NamedTool,
    Params,
    Part,
    Place,
    ReasoningDelta,
    ReasoningEffort,
    RefusalDelta,
    Role,
    Text,
    TextDelta,
    TokenLogprob,
    Tool,
    ToolCall,
    ToolCallDelta,
    ToolChoice,
    ToolResult,
    Usage,
)
from ..deltas import add_logprobs, add_text
from ..errors import BrokenStream
from ..http import Request, decode_event, get_json, stream_answer
from ..provider_errors import error_from_event, read_problem
from ..rejected_params import RejectedParams
from ..sse import Event
from ..transport import Transport

DEFAULT_URL = "https://api.openai.com/v1"
REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.FILTERED,
    # From Mistral, and from Google's compatible endpoint, which passes its own reasons on.
    "model_length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    **dict.fromkeys(
        ("safety", "recitation", "language", "blocklist", "prohibited_content", "spii"), FinishReason.FILTERED
    ),
}
# The reasons of vLLM, SGLang and DeepSeek for an answer that they abort.
BROKEN = frozenset({"abort", "insufficient_system_resource"})
NO_PARAMS = Params()
ANONYMOUS_OWNERS = frozenset({"library", "vllm", "system", "llamacpp", "organization_owner", "openai-internal"})


class _Piece(msgspec.Struct, gc=False):
    """Mistral streams the content of a reasoning model in pieces."""

    text: str = ""
    thinking: "list[_Piece] | None" = None


class _Function(msgspec.Struct, gc=False):
    name: str | None = None
    arguments: str | None = None


class _ToolCall(msgspec.Struct, gc=False):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _Delta(msgspec.Struct, gc=False):
    content: str | list[_Piece] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(msgspec.Struct, gc=False):
    index: int | None = None
    delta: _Delta | None = None
    finish_reason: str | None = None
    logprobs: msgspec.Raw = msgspec.Raw(b"null")
    """Decoded only if asked for: servers send other formats too."""
    error: object = None


class _Alternative(msgspec.Struct):
    token: str
    logprob: float
    bytes: list[int] | None = None


class _Token(_Alternative):
    top_logprobs: list[_Alternative] | None = None


class _Logprobs(msgspec.Struct):
    content: list[_Token] | None = None
    refusal: list[_Token] | None = None


class _PromptDetails(msgspec.Struct):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class _CompletionDetails(msgspec.Struct):
    reasoning_tokens: int | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _CompletionDetails | None = None


class _Chunk(msgspec.Struct, gc=False):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: object = None


class _Architecture(msgspec.Struct):
    input_modalities: list[str] | None = None


class _Model(msgspec.Struct):
    id: str
    name: str | None = None
    owned_by: str | None = None
    context_length: int | None = None
    max_model_len: int | None = None
    architecture: _Architecture | None = None
    supported_parameters: list[str] | None = None


class _Models(msgspec.Struct):
    data: list[_Model] | None


_chunks = msgspec.json.Decoder(_Chunk)
_logprobs = msgspec.json.Decoder(_Logprobs | None)
# Together sends the bare list.
_models = msgspec.json.Decoder(_Models | list[_Model])


class OpenAIConnector:
    features = Features(frozenset(Feature), frozenset(ReasoningEffort))

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rejected = RejectedParams()

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncGenerator[Delta, None]:
        def ask(accepted: Params) -> AsyncGenerator[Delta, None]:
            body = msgspec.json.encode(write_body(place, messages, accepted))
            return stream_answer(self._transport, _request(place, "/chat/completions", body), OpenAIAnswer(params))

        return self._rejected.stream(place, params, ask)

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        listed = await get_json(self._transport, _request(place, "/models"), _models)
        return [_listed(model) for model in (listed if isinstance(listed, list) else listed.data) or ()]

    async def close(self) -> None:
        """It opens nothing itself."""


def _request(place: Place, path: str, body: bytes | None = None) -> Request:
    headers = {"Authorization": f"Bearer {place.api_key}"} if place.api_key else {}
    return Request(place, (place.base_url or DEFAULT_URL).rstrip("/") + path, headers, body)


def write_body(place: Place, messages: Sequence[Message], params: Params) -> dict[str, object]:
    url = place.base_url or DEFAULT_URL
    # Newer models of OpenAI reject `max_tokens`; nearly all other servers know only that.
    limit = "max_completion_tokens" if "api.openai.com" in url or "azure.com" in url else "max_tokens"
    body: dict[str, object | None] = {
        "model": place.model,
        "messages": [entry for message in messages for entry in _write_message(message)],
        "stream": True,
        # Mistral always sends usage and rejects this option.
        "stream_options": None if "api.mistral.ai" in url else {"include_usage": True},
        limit: params.max_tokens,
        "temperature": params.temperature,
        "top_p": params.top_p,
        "random_seed" if "api.mistral.ai" in url else "seed": params.seed,
        "stop": list(params.stop) or None,
        "tools": [_write_tool(tool) for tool in params.tools] or None,
        "tool_choice": _write_tool_choice(params.tool_choice),
        "parallel_tool_calls": params.parallel_tool_calls,
        "response_format": _write_format(params.response_format),
        "n": params.n if params.n > 1 else None,
        "logprobs": params.logprobs or None,
        "top_logprobs": params.top_logprobs or None,
        "reasoning_effort": params.reasoning_effort,
        **params.extra,
    }
    return {name: value for name, value in body.items() if value is not None}


def _write_tool(tool: Tool) -> object:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _write_tool_choice(choice: ToolChoice | NamedTool | None) -> object:
    return {"type": "function", "function": {"name": choice.name}} if isinstance(choice, NamedTool) else choice


def _write_format(wanted: JsonFormat | None) -> object:
    if wanted is None:
        return None
    if wanted.schema is None:
        return {"type": "json_object"}
    schema = {"name": wanted.name, "schema": wanted.schema, "strict": wanted.strict}
    return {"type": "json_schema", "json_schema": schema}


def _write_message(message: Message) -> list[dict[str, object]]:
    results: list[dict[str, object]] = [
        {"role": "tool", "tool_call_id": part.call_id, "content": part.text}
        for part in message.parts
        if isinstance(part, ToolResult)
    ]
    calls = [_write_call(part) for part in message.parts if isinstance(part, ToolCall)]
    if calls:
        return [*results, {"role": "assistant", "content": message.text or None, "tool_calls": calls}]
    if message.role is Role.TOOL:
        return results
    return [*results, {"role": message.role.value, "content": _write_content(message.parts)}]


def _write_call(call: ToolCall) -> dict[str, object]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}


def _write_content(parts: Sequence[Part]) -> str | list[dict[str, object]]:
    # Many servers accept only plain text, so the list form is used for images only.
    if not any(isinstance(part, Image) for part in parts):
        return "".join(part.text for part in parts if isinstance(part, Text))
    content: list[dict[str, object]] = []
    for part in parts:
        if isinstance(part, Text) and part.text:
            content.append({"type": "text", "text": part.text})
        elif isinstance(part, Image):
            url = f"data:{part.media_type};base64,{b64encode(part.data).decode()}"
            content.append({"type": "image_url", "image_url": {"url": url}})
    return content


class OpenAIAnswer:
    """Reads the chunks of one answer."""

    def __init__(self, params: Params = NO_PARAMS) -> None:
        self.complete = False
        self._params = params
        self._reasons: dict[int, str] = {}
        self._choices = {0}
        self._calls: dict[int, set[int]] = {}
        self._refused: set[int] = set()
        self._failed = False
        self._started = False
        self._usage = Usage()

    def take(self, events: Sequence[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            if event.data.startswith(b"[DONE]"):
                self.complete = True
                break
            chunk = decode_event(_chunks, event)
            for choice in chunk.choices or ():
                self._take_choice(choice, deltas)
            if chunk.error is not None or self._failed:
                raise error_from_event(read_problem(event.data))
            if chunk.usage is not None:
                self._take_usage(chunk.usage)
        if deltas:
            self._started = True
        return deltas

    def _take_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        if choice.error is not None:
            raise error_from_event(read_problem(msgspec.json.encode({"error": choice.error})))
        index = choice.index or 0
        # Some servers put an empty reason into every chunk.
        if choice.finish_reason:
            self._reasons[index] = choice.finish_reason.lower()
            self._failed = choice.finish_reason == "error"
        if index:
            self._choices.add(index)
        if choice.delta is not None:
            self._take_delta(choice.delta, index, deltas)
        if self._params.logprobs:
            self._take_logprobs(choice.logprobs, index, deltas)

    def _take_delta(self, delta: _Delta, index: int, deltas: list[Delta]) -> None:
        content = delta.content
        if delta.reasoning_content or delta.reasoning or delta.refusal or delta.tool_calls or type(content) is list:
            self._take_rare(delta, index, deltas)
        elif type(content) is str:
            add_text(deltas, TextDelta, content, index)

    def _take_rare(self, delta: _Delta, index: int, deltas: list[Delta]) -> None:
        add_text(deltas, ReasoningDelta, delta.reasoning_content or delta.reasoning or "", index)
        content = delta.content or ""
        for piece in [_Piece(content)] if isinstance(content, str) else content:
            add_text(deltas, ReasoningDelta, "".join(part.text for part in piece.thinking or ()), index)
            add_text(deltas, TextDelta, piece.text, index)
        if delta.refusal:
            self._refused.add(index)
            add_text(deltas, RefusalDelta, delta.refusal, index)
        deltas.extend(self._take_call(call, index) for call in delta.tool_calls or ())

    def _take_call(self, call: _ToolCall, choice: int) -> ToolCallDelta:
        known = self._calls.setdefault(choice, set())
        # Google's compatible endpoint leaves the index out; there every piece is a whole call.
        index = len(known) if call.index is None else call.index
        known.add(index)
        name = (call.function.name if call.function else None) or ""
        arguments = (call.function.arguments if call.function else None) or ""
        return ToolCallDelta(index, call.id or "", name, arguments, choice)

    def _take_logprobs(self, raw: msgspec.Raw, index: int, deltas: list[Delta]) -> None:
        found = decode_event(_logprobs, Event(bytes(raw)))
        if found is not None:
            tokens = [*(found.content or ()), *(found.refusal or ())]
            add_logprobs(deltas, [self._read_token(token) for token in tokens], index)

    def _read_token(self, token: _Token) -> TokenLogprob:
        # llama.cpp reports alternatives that were not asked for.
        top = (token.top_logprobs or ())[: self._params.top_logprobs]
        return _read_alternative(token, tuple(_read_alternative(other) for other in top))

    def _take_usage(self, usage: _Usage) -> None:
        prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
        self._usage = Usage(
            usage.prompt_tokens,
            usage.completion_tokens,
            prompt.cached_tokens if prompt else None,
            completion.reasoning_tokens if completion else None,
            prompt.cache_write_tokens if prompt else None,
        )

    def finish(self) -> Finish:
        if not (self._choices <= self._reasons.keys() or (self.complete and self._started)):
            raise BrokenStream
        reasons = tuple(self._finish_reason(index) for index in sorted(self._choices))
        return Finish(reasons[0], self._usage, reasons if len(reasons) > 1 else ())

    def _finish_reason(self, index: int) -> FinishReason:
        said = self._reasons.get(index, "stop")
        if said in BROKEN:
            raise BrokenStream(f"The provider ended it with the reason {said!r}.")
        reason = REASONS.get(said, FinishReason.STOP)
        if reason is not FinishReason.STOP:
            return reason
        if index in self._calls:
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if index in self._refused else reason


def _read_alternative(token: _Alternative, top: tuple[TokenLogprob, ...] = ()) -> TokenLogprob:
    return TokenLogprob(token.token, token.logprob, None if token.bytes is None else bytes(token.bytes), top)


def _listed(model: _Model) -> ListedModel:
    seen = (model.architecture.input_modalities if model.architecture else None) or ()
    can = model.supported_parameters
    known = Abilities("image" in seen, "tools" in can, "reasoning" in can) if can is not None else None
    owner = None if model.owned_by in ANONYMOUS_OWNERS else model.owned_by
    return ListedModel(model.id, model.name, owner, model.context_length or model.max_model_len, known)
