"""What the scripted provider needs from a wire, and what the wires share."""

import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from aiohttp import web

from llmbattler.connectors.contract import (
    FinishReason,
    Params,
    ReasoningDelta,
    RefusalDelta,
    TextDelta,
    ToolCall,
    Usage,
)
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script

Json: TypeAlias = Mapping[str, object]

LOGPROB = -0.25
"""The log probability of every scripted token."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request, independent of the wire."""

    model: str
    stream: bool
    api_key: str
    turns: tuple[Turn, ...]
    params: Params


@dataclass(frozen=True, slots=True)
class Failure:
    status: int
    body: Json


class Reply(Protocol):
    """Writes the frames of one answer."""

    def opening(self) -> bytes: ...

    def piece(self, piece: Piece) -> bytes: ...

    def closing(self, reason: FinishReason, usage: Usage) -> bytes: ...

    def error(self, kind: FailureKind) -> bytes: ...

    def full_response(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json: ...


class Wire(Protocol):
    name: str

    def parse_request(self, request: web.Request, body: Json) -> ParsedRequest: ...

    def api_key(self, request: web.Request) -> str: ...

    def headers(self, model: str) -> dict[str, str]: ...

    def reply(self, script: Script, record: RecordedRequest) -> Reply: ...

    def failure(self, kind: FailureKind, model: str) -> Failure: ...

    def model_list(self, models: Sequence[str]) -> Json: ...


def kind_of_status(status: int) -> FailureKind:
    """The most likely failure for an HTTP status."""
    if status >= web.HTTPInternalServerError.status_code:
        return FailureKind.OVERLOADED
    return {
        401: FailureKind.BAD_KEY,
        403: FailureKind.BAD_KEY,
        404: FailureKind.MODEL_MISSING,
        429: FailureKind.RATE_LIMITED,
    }.get(status, FailureKind.REFUSED)


def random_id(length: int) -> str:
    """Letters and digits as in the ids of providers."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))


def text_of(content: object, key: str = "text") -> str:
    """The text of a message body that is a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return str(content.get(key, ""))
    return "".join(text_of(part, key) for part in objects(content))


def objects(value: object) -> list[Json]:
    """The JSON objects in a list; empty for any other value."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def bearer(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ").strip()


def mapping(value: object) -> Json:
    """A JSON object; empty for any other value."""
    return value if isinstance(value, Mapping) else {}


def texts(value: object) -> tuple[str, ...]:
    """The strings in a list, or one string; empty for any other value."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class JoinedChoice:
    """One choice of an answer that is not streamed."""

    text: str
    reasoning: str
    refusal: str
    calls: tuple[ToolCall, ...]


def join_pieces(pieces: Sequence[Piece], choice: int = 0) -> JoinedChoice:
    """The pieces of one choice put together."""
    mine = [piece for piece in pieces if (0 if isinstance(piece, ToolCall) else piece.choice) == choice]
    return JoinedChoice(
        text="".join(piece.text for piece in mine if type(piece) is TextDelta),
        reasoning="".join(piece.text for piece in mine if isinstance(piece, ReasoningDelta)),
        refusal="".join(piece.text for piece in mine if isinstance(piece, RefusalDelta)),
        calls=tuple(piece for piece in mine if isinstance(piece, ToolCall)),
    )


def reason_of(choice: int, reason: FinishReason) -> FinishReason:
    """The finish reason of one choice: only the first one calls tools."""
    return FinishReason.STOP if choice and reason is FinishReason.TOOL_CALLS else reason


def rank_tokens(token: str, top: int) -> list[tuple[str, float]]:
    """Invented log probabilities: the token itself, then less likely ones."""
    return [(token if rank == 0 else f"{token}{rank}", LOGPROB - rank) for rank in range(top)]
