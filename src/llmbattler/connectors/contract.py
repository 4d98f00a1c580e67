"""The connector contract: messages and parameters in, deltas out, named errors.

A connector implements one wire protocol. Where a model is served is a `Place` and what it can do is `Abilities`; both
are data that the caller passes in. This file and `errors.py` are all you need to write a connector.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
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
    """A tool call of a model. `arguments` is JSON text exactly as the model wrote it."""

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


class ToolChoice(StrEnum):
    """Whether the model may, must not or must call tools."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class NamedTool:
    """The model must call this tool."""

    name: str


@dataclass(frozen=True, slots=True)
class JsonFormat:
    """The answer must be JSON: any object, or a value that matches `schema`."""

    schema: Mapping[str, object] | None = None
    """A JSON schema."""
    name: str = "answer"
    """Some wires want a name for the schema."""
    strict: bool = True
    """Enforce the schema exactly, on wires that distinguish this."""


class ReasoningEffort(StrEnum):
    """How much a model reasons before it answers. Each wire supports some of these levels."""

    NONE = "none"
    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    XHIGH = "xhigh"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class Params:
    """What a caller asks for besides the messages; `None` leaves the choice to the provider.

    `max_tokens`, `temperature`, `top_p`, `seed` and `stop` are hints: one that a model or a wire does not know is left
    out. All others are part of what was asked: a connector that cannot send one fails with `UnsupportedParameter`.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields that only this wire knows; they are sent unchanged."""
    tool_choice: ToolChoice | NamedTool | None = None
    parallel_tool_calls: bool | None = None
    """Whether one answer may hold several tool calls."""
    response_format: JsonFormat | None = None
    n: int = 1
    """How many answers (choices) to give; the `choice` of a delta says which one it belongs to."""
    logprobs: bool = False
    """Report the log probability of each token as `LogprobsDelta`s."""
    top_logprobs: int = 0
    """Also report this many of the most likely tokens at each position; needs `logprobs`."""
    reasoning_effort: ReasoningEffort | None = None

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError("`n` must be at least 1.")
        if self.top_logprobs and not self.logprobs:
            raise ValueError("`top_logprobs` needs `logprobs`.")


class Feature(StrEnum):
    """One row of the feature table in docs/connectors.md: a parameter, or a part of the answer."""

    TOOLS = "tools"
    TOOL_CHOICE = "tool_choice"
    PARALLEL_TOOL_CALLS = "parallel_tool_calls"
    JSON_OBJECT = "response_format: JSON object"
    JSON_SCHEMA = "response_format: JSON schema"
    CHOICES = "n"
    LOGPROBS = "logprobs"
    TOP_LOGPROBS = "top_logprobs"
    REASONING_EFFORT = "reasoning_effort"
    REFUSALS = "refusals"
    CACHE_READ_TOKENS = "usage: cached_tokens"
    CACHE_WRITE_TOKENS = "usage: cache_write_tokens"
    REASONING_TOKENS = "usage: reasoning_tokens"


@dataclass(frozen=True, slots=True)
class Features:
    """What a connector can send and report. Callers get `UnsupportedParameter` for every other parameter."""

    supported: frozenset[Feature] = frozenset()
    reasoning_efforts: frozenset[ReasoningEffort] = frozenset()
    """The levels that this wire can send, where it supports `Feature.REASONING_EFFORT`."""


@dataclass(frozen=True, slots=True)
class Abilities:
    vision: bool = False
    tools: bool = False
    reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where one model is served. The key never appears in a repr, a log line or an error."""

    model: str
    base_url: str = ""
    api_key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class FinishReason(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    FILTERED = "filtered"
    """A content filter of the provider stopped the answer."""
    REFUSAL = "refusal"
    """The model declined to answer; its words, if there are any, are `RefusalDelta`s."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them, of all choices together; `None` where it did not say."""

    input_tokens: int | None = None
    """Includes cached tokens, read or written."""
    output_tokens: int | None = None
    """Includes reasoning tokens."""
    cached_tokens: int | None = None
    """Input tokens that were read from the provider's prompt cache."""
    reasoning_tokens: int | None = None
    cache_write_tokens: int | None = None
    """Input tokens that were written to the provider's prompt cache."""


@dataclass(slots=True)
class TextDelta:
    text: str
    choice: int = 0


@dataclass(slots=True)
class RefusalDelta(TextDelta):
    """The words in which a model declines. They are text too, so code that only shows text shows them."""


@dataclass(slots=True)
class ReasoningDelta:
    """Reasoning that the provider streams separately from the answer."""

    text: str
    choice: int = 0


@dataclass(slots=True)
class ToolCallDelta:
    """One piece of a tool call; pieces with the same choice and index belong together."""

    index: int
    id: str
    name: str
    arguments: str
    choice: int = 0


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    token: str
    logprob: float
    data: bytes | None = None
    """The bytes of the token, where the provider reports them: a character may be split over several tokens."""
    top: tuple["TokenLogprob", ...] = ()
    """The most likely tokens at this position."""


@dataclass(slots=True)
class LogprobsDelta:
    """Log probabilities of tokens of the answer, in order."""

    tokens: list[TokenLogprob]
    choice: int = 0


@dataclass(slots=True)
class Finish:
    """The last delta of every complete stream, exactly once."""

    reason: FinishReason
    """Of the first choice."""
    usage: Usage
    reasons: tuple[FinishReason, ...] = ()
    """Of all choices in order, where more than one was asked for."""
    model: str | None = None
    """The model that answered, as the server names it; never shown to people who vote."""


Delta: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta | LogprobsDelta | Finish


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model that a server lists."""

    id: str
    name: str | None = None
    organization: str | None = None
    context_length: int | None = None
    abilities: Abilities | None = None
    created_at: datetime | None = None
    """When the model was published, if the server says so."""


class Connector(Protocol):
    """One wire protocol. Created once for the process, used for many places at the same time."""

    @property
    def features(self) -> Features:
        """What this wire can send and report; a class attribute will do."""
        ...

    def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        """Answer the messages; ends with one `Finish`, or raises a `ConnectorError`."""
        ...

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        """List what this place offers. It costs nothing, so it is also the health probe."""
        ...

    async def close(self) -> None:
        """Release everything that this connector opened itself."""
        ...


class ConnectorFactory(Protocol):
    """What an entry point in the group `llmbattler.connectors` names."""

    def __call__(self, transport: Transport) -> Connector: ...
