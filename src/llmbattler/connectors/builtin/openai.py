"""The OpenAI-compatible wire: OpenAI, Ollama, vLLM, LM Studio, Groq, Mistral, OpenRouter, llama.cpp and others."""

from base64 import b64encode
from collections.abc import AsyncGenerator, Sequence

import msgspec

from ..contract import (
    Abilities,
    Delta,
    Feature,
    Features,
    Image,
    JsonFormat,
    ListedModel,
    Message,
    NamedTool,
    Params,
    Part,
    Place,
    ReasoningEffort,
    Role,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from ..http import Request, get_json, stream_answer
from ..listed_times import read_time
from ..rejected_params import RejectedParams
from ..transport import Transport
from .openai_answer import OpenAIAnswer, ScoredOpenAIAnswer

DEFAULT_URL = "https://api.openai.com/v1"
ANONYMOUS_OWNERS = frozenset({"library", "vllm", "system", "llamacpp", "organization_owner", "openai-internal"})


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
    created: object = None


class _Models(msgspec.Struct):
    data: list[_Model] | None


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
            answer = ScoredOpenAIAnswer(params.top_logprobs, params.n) if params.logprobs else OpenAIAnswer(params.n)
            return stream_answer(self._transport, _request(place, "/chat/completions", body), answer)

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


def _listed(model: _Model) -> ListedModel:
    seen = (model.architecture.input_modalities if model.architecture else None) or ()
    can = model.supported_parameters
    known = Abilities("image" in seen, "tools" in can, "reasoning" in can) if can is not None else None
    owner = None if model.owned_by in ANONYMOUS_OWNERS else model.owned_by
    length = model.context_length or model.max_model_len
    return ListedModel(model.id, model.name, owner, length, known, read_time(model.created))
