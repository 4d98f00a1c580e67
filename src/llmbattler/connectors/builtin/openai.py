"""The OpenAI-compatible wire: OpenAI, Ollama, vLLM, LM Studio, Groq, Mistral, OpenRouter, llama.cpp and others."""

from base64 import b64encode
from collections.abc import AsyncGenerator, Sequence

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
    ToolResult,
    Usage,
)
from ..errors import BrokenStream
from ..http import Request, add_text, decode_event, get_json, stream_answer
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
    # Mistral's, and those that Google's compatible door passes on as they are.
    "model_length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    **dict.fromkeys(
        ("safety", "recitation", "language", "blocklist", "prohibited_content", "spii"), FinishReason.FILTERED
    ),
}
# How vLLM, SGLang and DeepSeek say that the rest of the answer will not come.
BROKEN = frozenset({"abort", "insufficient_system_resource"})
ANONYMOUS_OWNERS = frozenset({"library", "vllm", "system", "llamacpp", "organization_owner", "openai-internal"})


class _Piece(msgspec.Struct, gc=False):
    """Mistral streams content in pieces where a model thinks."""

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
    delta: _Delta | None = None
    finish_reason: str | None = None
    error: object = None


class _PromptDetails(msgspec.Struct):
    cached_tokens: int | None = None


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
# Together gives the list without anything around it.
_models = msgspec.json.Decoder(_Models | list[_Model])


class OpenAIConnector:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rejected = RejectedParams()

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncGenerator[Delta, None]:
        def ask(accepted: Params) -> AsyncGenerator[Delta, None]:
            body = msgspec.json.encode(write_body(place, messages, accepted))
            return stream_answer(self._transport, _request(place, "/chat/completions", body), OpenAIAnswer())

        return self._rejected.stream(place, params, ask)

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        listed = await get_json(self._transport, _request(place, "/models"), _models)
        return [_listed(model) for model in (listed if isinstance(listed, list) else listed.data) or ()]

    async def close(self) -> None:
        """Nothing of its own is open."""


def _request(place: Place, path: str, body: bytes | None = None) -> Request:
    headers = {"Authorization": f"Bearer {place.api_key}"} if place.api_key else {}
    return Request(place, (place.base_url or DEFAULT_URL).rstrip("/") + path, headers, body)


def write_body(place: Place, messages: Sequence[Message], params: Params) -> dict[str, object]:
    url = place.base_url or DEFAULT_URL
    # OpenAI's newer models refuse `max_tokens`; nearly all other servers know nothing else.
    limit = "max_completion_tokens" if "api.openai.com" in url or "azure.com" in url else "max_tokens"
    body: dict[str, object | None] = {
        "model": place.model,
        "messages": [entry for message in messages for entry in _write_message(message)],
        "stream": True,
        # Mistral always sends usage and refuses to be asked for it.
        "stream_options": None if "api.mistral.ai" in url else {"include_usage": True},
        limit: params.max_tokens,
        "temperature": params.temperature,
        "top_p": params.top_p,
        "random_seed" if "api.mistral.ai" in url else "seed": params.seed,
        "stop": list(params.stop) or None,
        "tools": [_write_tool(tool.name, tool.description, tool.parameters) for tool in params.tools] or None,
        **params.extra,
    }
    return {name: value for name, value in body.items() if value is not None}


def _write_tool(name: str, description: str, parameters: object) -> object:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


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
    # Many servers understand only plain text, so the list form is kept for images.
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

    def __init__(self) -> None:
        self.complete = False
        self._reason: str | None = None
        self._usage = Usage()
        self._spoke = False
        self._calls: dict[int, str] = {}

    def take(self, events: Sequence[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            if event.data.startswith(b"[DONE]"):
                self.complete = True
                break
            chunk = decode_event(_chunks, event)
            if chunk.choices:
                self._take_choice(chunk.choices[0], deltas)
            if chunk.error is not None or self._reason == "error":
                raise error_from_event(read_problem(event.data))
            if chunk.usage is not None:
                self._take_usage(chunk.usage)
        if deltas:
            self._spoke = True
        return deltas

    def _take_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        if choice.error is not None:
            raise error_from_event(read_problem(msgspec.json.encode({"error": choice.error})))
        if choice.finish_reason:
            # Some servers put an empty one into every chunk.
            self._reason = choice.finish_reason
        delta = choice.delta
        if delta is None:
            return
        content = delta.content
        if delta.reasoning_content or delta.reasoning or delta.refusal or delta.tool_calls or type(content) is list:
            self._take_rare(delta, deltas)
        elif type(content) is str:
            add_text(deltas, TextDelta, content)

    def _take_rare(self, delta: _Delta, deltas: list[Delta]) -> None:
        thought = delta.reasoning_content or delta.reasoning
        if thought:
            add_text(deltas, ReasoningDelta, thought)
        content = delta.content or ""
        for piece in [_Piece(content)] if isinstance(content, str) else content:
            add_text(deltas, ReasoningDelta, "".join(part.text for part in piece.thinking or ()))
            add_text(deltas, TextDelta, piece.text)
        add_text(deltas, TextDelta, delta.refusal or "")
        deltas.extend(self._take_call(call) for call in delta.tool_calls or ())

    def _take_call(self, call: _ToolCall) -> ToolCallDelta:
        index = call.index
        if index is None:
            # Google's compatible door leaves the index out; there every piece is a whole call.
            index = len(self._calls)
        name = (call.function.name if call.function else None) or ""
        arguments = (call.function.arguments if call.function else None) or ""
        self._calls.setdefault(index, name)
        return ToolCallDelta(index, call.id or "", name, arguments)

    def _take_usage(self, usage: _Usage) -> None:
        prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
        self._usage = Usage(
            usage.prompt_tokens,
            usage.completion_tokens,
            prompt.cached_tokens if prompt else None,
            completion.reasoning_tokens if completion else None,
        )

    def finish(self) -> Finish:
        if self._reason is None and not (self.complete and self._spoke):
            raise BrokenStream
        said = (self._reason or "stop").lower()
        if said in BROKEN:
            raise BrokenStream(f"The provider ended it with the reason {said!r}.")
        reason = REASONS.get(said, FinishReason.STOP)
        return Finish(FinishReason.TOOL_CALLS if self._calls and reason is FinishReason.STOP else reason, self._usage)


def _listed(model: _Model) -> ListedModel:
    seen = (model.architecture.input_modalities if model.architecture else None) or ()
    can = model.supported_parameters
    known = Abilities("image" in seen, "tools" in can, "reasoning" in can) if can is not None else None
    owner = None if model.owned_by in ANONYMOUS_OWNERS else model.owned_by
    return ListedModel(model.id, model.name, owner, model.context_length or model.max_model_len, known)
