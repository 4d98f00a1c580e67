"""What a connector is: messages in, deltas out, errors with names.

A connector knows one wire protocol and nothing else. Where the model lives is a `Place`, what it can do is
`Abilities`; both are data that the caller brings. Read this file and `errors.py`, and you can write one.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from .transport import Transport


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    media_type: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model asks for a tool. `arguments` is JSON text exactly as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    call_id: str
    name: str
    text: str


Part: TypeAlias = Text | Image | ToolCall | ToolResult


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    parts: tuple[Part, ...]

    @classmethod
    def system(cls, text: str) -> "Message":
        return cls(Role.SYSTEM, (Text(text),))

    @classmethod
    def user(cls, text: str, *images: Image) -> "Message":
        return cls(Role.USER, (Text(text), *images))

    @classmethod
    def assistant(cls, text: str) -> "Message":
        return cls(Role.ASSISTANT, (Text(text),))

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    description: str
    parameters: Mapping[str, object]
    """A JSON schema."""


@dataclass(frozen=True, slots=True)
class Params:
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields that only this wire knows; they are sent as they are."""


@dataclass(frozen=True, slots=True)
class Abilities:
    vision: bool = False
    tools: bool = False
    reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where one model lives. The key never shows in a repr, a log line or an error."""

    model: str
    base_url: str = ""
    api_key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class FinishReason(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them; `None` where it did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(slots=True)
class TextDelta:
    text: str


@dataclass(slots=True)
class ReasoningDelta:
    """Thinking that the provider streams apart from the answer."""

    text: str


@dataclass(slots=True)
class ToolCallDelta:
    """One piece of one tool call; pieces with the same index belong together."""

    index: int
    id: str
    name: str
    arguments: str


@dataclass(slots=True)
class Finish:
    """The last delta of every complete stream, exactly once."""

    reason: FinishReason
    usage: Usage


Delta: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta | Finish


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model that a server says it offers."""

    id: str
    name: str | None = None
    organization: str | None = None
    context_length: int | None = None
    abilities: Abilities | None = None


class Connector(Protocol):
    """One wire. Created once for the process, used for many places at once."""

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        """Answer the messages; ends with one `Finish`, or raises a `ConnectorError`."""
        ...

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        """Say what this place offers. Costs nothing, so it also serves as the health probe."""
        ...

    async def close(self) -> None:
        """Let go of everything this connector started by itself."""
        ...


class ConnectorFactory(Protocol):
    """What an entry point in the group `llmbattler.connectors` names."""

    def __call__(self, transport: Transport) -> Connector: ...
