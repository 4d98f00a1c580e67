"""The Anthropic Messages wire."""

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
    ToolCall,
    ToolCallDelta,
    ToolChoice,
    Usage,
)
from ..deltas import add_text
from ..errors import BrokenStream
from ..http import Request, decode_event, get_json, stream_answer, with_version, write_arguments
from ..listed_times import read_time
from ..provider_errors import error_from_event, read_problem
from ..rejected_params import RejectedParams
from ..sse import Event
from ..transport import Transport

DEFAULT_URL = "https://api.anthropic.com/v1"
API_VERSION = "2023-06-01"
DEFAULT_MAX_TOKENS = 16_384
"""This wire requires a limit. It is high, since the other side of a battle has none."""
REASONS = {
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "tool_use": FinishReason.TOOL_CALLS,
    "refusal": FinishReason.REFUSAL,
}
TOOL_CHOICES = {ToolChoice.AUTO: "auto", ToolChoice.NONE: "none", ToolChoice.REQUIRED: "any"}


class _OutputDetails(msgspec.Struct):
    thinking_tokens: int | None = None


class _Usage(msgspec.Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    output_tokens_details: _OutputDetails | None = None


class _Message(msgspec.Struct):
    usage: _Usage | None = None
    model: str | None = None


class _Block(msgspec.Struct, gc=False):
    type: str = ""
    id: str = ""
    name: str = ""
    text: str = ""


class _Delta(msgspec.Struct, gc=False):
    type: str = ""
    text: str = ""
    thinking: str = ""
    partial_json: str = ""
    stop_reason: str | None = None


class _Event(msgspec.Struct, gc=False):
    type: str
    index: int = 0
    delta: _Delta | None = None
    content_block: _Block | None = None
    message: _Message | None = None
    usage: _Usage | None = None


class _Model(msgspec.Struct):
    id: str
    display_name: str | None = None
    max_input_tokens: int | None = None
    created_at: object = None


class _Models(msgspec.Struct):
    data: list[_Model]


_events = msgspec.json.Decoder(_Event)
_models = msgspec.json.Decoder(_Models)


class AnthropicConnector:
    features = Features(
        frozenset(Feature) - {Feature.JSON_OBJECT, Feature.CHOICES, Feature.LOGPROBS, Feature.TOP_LOGPROBS},
        frozenset(ReasoningEffort) - {ReasoningEffort.MINIMAL},
    )

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rejected = RejectedParams()

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncGenerator[Delta, None]:
        def ask(accepted: Params) -> AsyncGenerator[Delta, None]:
            body = msgspec.json.encode(write_body(place, messages, accepted))
            return stream_answer(self._transport, _request(place, "/messages", body), AnthropicAnswer())

        return self._rejected.stream(place, params, ask)

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        listed = await get_json(self._transport, _request(place, "/models?limit=1000"), _models)
        seen = Abilities(vision=True, tools=True)
        return [
            ListedModel(
                model.id, model.display_name, "Anthropic", model.max_input_tokens, seen, read_time(model.created_at)
            )
            for model in listed.data
        ]

    async def close(self) -> None:
        """It opens nothing itself."""


def _request(place: Place, path: str, body: bytes | None = None) -> Request:
    headers = {"anthropic-version": API_VERSION}
    if place.api_key:
        headers["x-api-key"] = place.api_key
    return Request(place, with_version(place.base_url or DEFAULT_URL, "/v1") + path, headers, body)


def write_body(place: Place, messages: Sequence[Message], params: Params) -> dict[str, object]:
    system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
    body: dict[str, object | None] = {
        "model": place.model,
        "messages": [_write_message(message) for message in messages if message.role is not Role.SYSTEM],
        "system": system or None,
        "stream": True,
        "max_tokens": params.max_tokens or DEFAULT_MAX_TOKENS,
        "temperature": params.temperature,
        "top_p": params.top_p,
        "stop_sequences": list(params.stop) or None,
        "tools": [
            {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
            for tool in params.tools
        ]
        or None,
        "tool_choice": _write_tool_choice(params),
        "thinking": _write_thinking(params.reasoning_effort),
        "output_config": _write_output_config(params) or None,
        **params.extra,
    }
    return {name: value for name, value in body.items() if value is not None}


def _write_tool_choice(params: Params) -> dict[str, object] | None:
    choice, parallel = params.tool_choice, params.parallel_tool_calls
    if choice is None and parallel is None:
        return None
    if choice is ToolChoice.NONE:
        return {"type": "none"}
    written: dict[str, object] = (
        {"type": "tool", "name": choice.name}
        if isinstance(choice, NamedTool)
        else {"type": TOOL_CHOICES[choice or ToolChoice.AUTO]}
    )
    return written if parallel is None else {**written, "disable_parallel_tool_use": not parallel}


def _write_thinking(effort: ReasoningEffort | None) -> dict[str, object] | None:
    if effort is None:
        return None
    return {"type": "disabled" if effort is ReasoningEffort.NONE else "adaptive"}


def _write_output_config(params: Params) -> dict[str, object]:
    config: dict[str, object] = {}
    if params.reasoning_effort not in (None, ReasoningEffort.NONE):
        config["effort"] = params.reasoning_effort
    if params.response_format is not None:
        config["format"] = {"type": "json_schema", "schema": params.response_format.schema}
    return config


def _write_message(message: Message) -> dict[str, object]:
    role = "assistant" if message.role is Role.ASSISTANT else "user"
    # The provider rejects blank text blocks.
    parts = [part for part in message.parts if not (isinstance(part, Text) and not part.text.strip())]
    return {"role": role, "content": [_write_part(part) for part in parts]}


def _write_part(part: Part) -> dict[str, object]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    if isinstance(part, Image):
        source = {"type": "base64", "media_type": part.media_type, "data": b64encode(part.data).decode()}
        return {"type": "image", "source": source}
    if isinstance(part, ToolCall):
        return {"type": "tool_use", "id": part.id, "name": part.name, "input": write_arguments(part.arguments)}
    return {"type": "tool_result", "tool_use_id": part.call_id, "content": part.text}


class AnthropicAnswer:
    """Reads the events of one answer."""

    def __init__(self) -> None:
        self.complete = False
        self._reason: str | None = None
        self._model: str | None = None
        self._counts = _Usage()

    def take(self, events: Sequence[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            said = decode_event(_events, event)
            delta = said.delta
            if delta is not None and delta.type == "text_delta":
                add_text(deltas, TextDelta, delta.text)
            else:
                self._take_rare(said, event, deltas)
        return deltas

    def _take_rare(self, said: _Event, event: Event, deltas: list[Delta]) -> None:
        match said.type:
            case "content_block_delta" if said.delta is not None:
                _take_piece(said.delta, said.index, deltas)
            case "content_block_start" if said.content_block is not None:
                _take_block(said.content_block, said.index, deltas)
            case "message_start" if said.message is not None:
                self._model = said.message.model
                self._count(said.message.usage)
            case "message_delta":
                self._reason = (said.delta.stop_reason if said.delta else None) or self._reason
                self._count(said.usage)
            case "message_stop":
                self.complete = True
            case "error":
                raise error_from_event(read_problem(event.data))

    def _count(self, usage: _Usage | None) -> None:
        for name in _Usage.__struct_fields__:
            value = getattr(usage, name, None)
            if value is not None:
                setattr(self._counts, name, value)

    def finish(self) -> Finish:
        if not self.complete or self._reason is None:
            raise BrokenStream
        counts = self._counts
        read, written = counts.cache_read_input_tokens, counts.cache_creation_input_tokens
        # This provider counts cached input separately; the contract includes it.
        given = None if counts.input_tokens is None else counts.input_tokens + (read or 0) + (written or 0)
        details = counts.output_tokens_details
        thought = details.thinking_tokens if details else None
        usage = Usage(given, counts.output_tokens, read, thought, written)
        return Finish(REASONS.get(self._reason, FinishReason.STOP), usage, model=self._model)


def _take_piece(delta: _Delta, index: int, deltas: list[Delta]) -> None:
    if delta.thinking:
        add_text(deltas, ReasoningDelta, delta.thinking)
    elif delta.partial_json:
        deltas.append(ToolCallDelta(index, "", "", delta.partial_json))


def _take_block(block: _Block, index: int, deltas: list[Delta]) -> None:
    if block.type == "tool_use":
        deltas.append(ToolCallDelta(index, block.id, block.name, ""))
    elif block.type == "text":
        add_text(deltas, TextDelta, block.text)
