"""How a scripted model behaves: what it says, how fast, and what goes wrong."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from typing import Literal, TypeAlias

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, TextDelta, ToolCall, Usage
from llmbattler.connectors.errors import FailureKind

from .records import RecordedRequest

Piece: TypeAlias = ReasoningDelta | TextDelta | ToolCall

ANSWERED_FAILURES = frozenset(
    {
        FailureKind.RATE_LIMITED,
        FailureKind.OVERLOADED,
        FailureKind.BAD_KEY,
        FailureKind.CONTEXT_TOO_LONG,
        FailureKind.FILTERED,
        FailureKind.MODEL_MISSING,
        FailureKind.REFUSED,
    }
)
"""The failures that a provider puts into words; the others happen on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A healthy model by default; every field can be given as JSON except `reply` (bytes as base64).

    "Chunks" are all pieces of an answer in order: reasoning, text, tool calls.
    """

    text: str = "Hello from a scripted model."
    chunks: tuple[str, ...] = ()
    """The exact pieces of the text; takes the place of `text` and `chunk_size`."""
    reply: Callable[[RecordedRequest], str] | None = None
    """The text as a function of the request; takes the place of `text`."""
    echo: bool = False
    """Answer with the last user message; takes the place of `text`."""
    chunk_size: int = 4
    """Code points per chunk."""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    """As the connector shall report it: cached tokens are part of the input, reasoning is part of the output.

    Counted from the pieces when not given.
    """
    finish: FinishReason | None = None
    """`stop`, or `tool_calls` where there are some, when not given."""
    omit: frozenset[Literal["finish", "done", "usage"]] = frozenset()
    """Leave out the finish reason and all that follows, the wire's last word, or the token counts."""
    response_id: str = ""
    """Part of the ids in the answer, to be found again in what leaks."""

    header_delay: float = 0.0
    first_delay: float = 0.0
    """Between the headers and the first byte of the body."""
    chunk_delay: float = 0.0
    keepalive_comments: float | None = None
    """Seconds between the comments that are sent while nothing else is."""
    stall_after: int | None = None
    """Never go on after so many chunks; 0 sends headers only."""

    status: int = 200
    failure: FailureKind | None = None
    """Fail as this wire does it: realistic status, body and headers."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Added to every response of this model."""
    body: str | Mapping[str, object] | None = None
    """The body of an error instead of the wire's own; `{api_key}` in it becomes the caller's key."""
    fail_times: int | None = None
    """Only so many requests see the faults; the next ones are answered by `healthy()`."""

    error_after: int | None = None
    """An error event after so many chunks: `failure`, or overloaded when that is not given."""
    truncate_after: int | None = None
    """Close the socket after so many chunks, in the middle of the body."""
    cut_abruptly: bool = False
    """Together with `truncate_after`: reset the connection instead of closing it."""
    garbage: bytes = b""
    """Sent as the whole body, with the headers of a healthy stream."""
    raw: bytes = b""
    """Sent as the whole response, status line included; then the socket closes."""

    split_bytes: int = 0
    """Write so many bytes at once, wherever that cuts a character or an event."""
    split_delay: float = 0.0
    at_once: bool = False
    """Keep the body back and send it as one, as a proxy that buffers does."""
    loop: bool = False
    """Repeat the chunks for ever."""
    flood: bool = False
    """Ever new tokens, as fast as the reader takes them."""
    huge_event: int = 0
    """Say one chunk of so many bytes."""
    content_type: str = ""
    compress: Literal["", "gzip", "deflate"] = ""

    def __post_init__(self) -> None:
        if self.failure is not None and self.failure not in ANSWERED_FAILURES:
            raise ValueError(f"No provider answers {self.failure.value!r}; script what leads to it instead.")
        if self.chunk_size < 1:
            raise ValueError("A chunk has at least one character.")

    def healthy(self) -> "Script":
        """The same model with every fault taken away."""
        return replace(
            self,
            status=200,
            failure=None,
            fail_times=None,
            error_after=None,
            truncate_after=None,
            cut_abruptly=False,
            stall_after=None,
            garbage=b"",
            raw=b"",
            omit=frozenset(),
            split_delay=0.0,
            loop=False,
            flood=False,
            huge_event=0,
            content_type="",
            header_delay=0.0,
        )

    def fails_at_once(self) -> bool:
        return self.status != 200 or (self.failure is not None and self.error_after is None)  # noqa: PLR2004

    def finish_reason(self) -> FinishReason:
        return self.finish or (FinishReason.TOOL_CALLS if self.tool_calls else FinishReason.STOP)

    def pieces(self, request: RecordedRequest) -> Iterator[Piece]:
        """What the model says, chunk by chunk; without an end for `loop` and `flood`."""
        for piece in _cut(self.reasoning, self.chunk_size):
            yield ReasoningDelta(piece)
        for piece in self._texts(request):
            yield TextDelta(piece)
        yield from self.tool_calls

    def _texts(self, request: RecordedRequest) -> Iterator[str]:
        if self.flood:
            return (f"token{number} " for number in count())
        if self.huge_event:
            return iter(("x" * self.huge_event,))
        said = self.chunks or _cut(self._whole_text(request), self.chunk_size)
        return cycle(said) if self.loop else iter(said)

    def _whole_text(self, request: RecordedRequest) -> str:
        if self.reply is not None:
            return self.reply(request)
        return request.last_user_text if self.echo else self.text


def _cut(text: str, size: int) -> tuple[str, ...]:
    return tuple(text[start : start + size] for start in range(0, len(text), size))
