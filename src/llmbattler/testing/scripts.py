"""How a scripted model behaves: what it answers, how fast, and what fails."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, cycle, zip_longest
from typing import Literal, TypeAlias

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, RefusalDelta, TextDelta, ToolCall, Usage
from llmbattler.connectors.errors import FailureKind

from .records import RecordedRequest

Piece: TypeAlias = ReasoningDelta | TextDelta | ToolCall
"""A refusal is a `RefusalDelta`, which is a `TextDelta` too."""

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
"""The failures that a provider reports itself; the others happen on the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A healthy model by default; every field can be given as JSON except `reply` (bytes as base64).

    "Chunks" are all pieces of an answer in order: reasoning, text, refusal, tool calls. A request for several
    choices or for log probabilities gets them.
    """

    text: str = "Hello from a scripted model."
    chunks: tuple[str, ...] = ()
    """The exact pieces of the text; replaces `text` and `chunk_size`."""
    reply: Callable[[RecordedRequest], str] | None = None
    """The text as a function of the request; replaces `text`."""
    echo: bool = False
    """Answer with the last user message; replaces `text`."""
    chunk_size: int = 4
    """Code points per chunk."""
    choices: tuple[str, ...] = ()
    """The texts of the choices after the first one; `text` for those that are not listed."""
    reasoning: str = ""
    refusal: str = ""
    """Decline in these words after the text; the finish reason is `refusal` then."""
    tool_calls: tuple[ToolCall, ...] = ()
    """Made by the first choice only."""
    usage: Usage | None = None
    """As the connector should report it: cached tokens are part of the input, reasoning is part of the output.

    Counted from the pieces by default.
    """
    finish: FinishReason | None = None
    """By default `tool_calls` or `refusal` if there are some, else `stop`."""
    omit: frozenset[Literal["finish", "done", "usage"]] = frozenset()
    """Leave out the finish reason and all that follows, the end marker of the wire, or the token counts."""
    response_id: str = ""
    """Part of the ids in the answer, so that a test can search for leaks."""
    answering_model: str = ""
    """The model that the answer names; by default the one that was asked for."""

    header_delay: float = 0.0
    first_delay: float = 0.0
    """Between the headers and the first byte of the body."""
    chunk_delay: float = 0.0
    keepalive_comments: float | None = None
    """Seconds between the comments that are sent while there is nothing else to send."""
    stall_after: int | None = None
    """Stop sending after this many chunks; 0 sends headers only."""

    status: int = 200
    failure: FailureKind | None = None
    """Fail as the real provider does, with its status, body and headers."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Added to every response of this model."""
    body: str | Mapping[str, object] | None = None
    """Replaces the error body of the wire; `{api_key}` in it becomes the key of the caller."""
    fail_times: int | None = None
    """Only this many requests fail; later ones are answered by `healthy()`."""

    error_after: int | None = None
    """Send an error event after this many chunks: `failure`, by default overloaded."""
    truncate_after: int | None = None
    """Close the socket after this many chunks, in the middle of the body."""
    cut_abruptly: bool = False
    """With `truncate_after`: reset the connection instead of closing it."""
    garbage: bytes = b""
    """Sent as the whole body, with the headers of a healthy stream."""
    raw: bytes = b""
    """Sent as the whole response, status line included; then the socket closes."""

    split_bytes: int = 0
    """Write this many bytes at a time, even if that splits a character or an event."""
    split_delay: float = 0.0
    at_once: bool = False
    """Send the whole body at the end, as a buffering proxy does."""
    loop: bool = False
    """Repeat the chunks forever."""
    flood: bool = False
    """Send new tokens forever, as fast as the reader takes them."""
    huge_event: int = 0
    """Send one chunk of this many bytes."""
    content_type: str = ""
    compress: Literal["", "gzip", "deflate"] = ""

    def __post_init__(self) -> None:
        if self.failure is not None and self.failure not in ANSWERED_FAILURES:
            raise ValueError(f"No provider answers {self.failure.value!r}; script what causes it instead.")
        if self.chunk_size < 1:
            raise ValueError("A chunk must have at least one character.")

    def healthy(self) -> "Script":
        """The same model without its faults."""
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
        if self.finish is not None:
            return self.finish
        if self.tool_calls:
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if self.refusal else FinishReason.STOP

    def pieces(self, request: RecordedRequest) -> Iterator[Piece]:
        """The answer, chunk by chunk; without an end for `loop` and `flood`. Several choices take turns."""
        answers = [self._choice(request, choice) for choice in range(request.params.n)]
        if len(answers) == 1:
            return answers[0]
        rounds = zip_longest(*answers)
        return (piece for pieces in rounds for piece in pieces if piece is not None)

    def _choice(self, request: RecordedRequest, choice: int) -> Iterator[Piece]:
        for piece in _cut(self.reasoning, self.chunk_size):
            yield ReasoningDelta(piece, choice)
        for piece in self._texts(request, choice):
            yield TextDelta(piece, choice)
        for piece in _cut(self.refusal, self.chunk_size):
            yield RefusalDelta(piece, choice)
        if choice == 0:
            yield from self.tool_calls

    def _texts(self, request: RecordedRequest, choice: int) -> Iterator[str]:
        if self.flood:
            return (f"token{number} " for number in count())
        if self.huge_event:
            return iter(("x" * self.huge_event,))
        if 0 < choice <= len(self.choices):
            return iter(_cut(self.choices[choice - 1], self.chunk_size))
        said = self.chunks or _cut(self._whole_text(request), self.chunk_size)
        return cycle(said) if self.loop else iter(said)

    def _whole_text(self, request: RecordedRequest) -> str:
        if self.reply is not None:
            return self.reply(request)
        return request.last_user_text if self.echo else self.text


def _cut(text: str, size: int) -> tuple[str, ...]:
    return tuple(text[start : start + size] for start in range(0, len(text), size))
