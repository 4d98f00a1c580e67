"""What the server needs to know about a wire."""

import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from aiohttp import web

from llmbattler.connectors.contract import FinishReason, Usage
from llmbattler.connectors.errors import FailureKind

from ..records import RecordedRequest, Turn
from ..scripts import Piece, Script

Json: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request says, whatever the wire."""

    model: str
    stream: bool
    api_key: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    status: int
    body: Json


class Reply(Protocol):
    """Makes the frames of one answer."""

    def opening(self) -> bytes: ...

    def piece(self, piece: Piece) -> bytes: ...

    def closing(self, reason: FinishReason, usage: Usage) -> bytes: ...

    def error(self, kind: FailureKind) -> bytes: ...

    def whole(self, pieces: Sequence[Piece], reason: FinishReason, usage: Usage) -> Json: ...


class Wire(Protocol):
    name: str

    def asked(self, request: web.Request, body: Json) -> Asked: ...

    def api_key(self, request: web.Request) -> str: ...

    def headers(self, model: str) -> dict[str, str]: ...

    def reply(self, script: Script, record: RecordedRequest) -> Reply: ...

    def failure(self, kind: FailureKind, model: str) -> Failure: ...

    def listing(self, models: Sequence[str]) -> Json: ...


def kind_of_status(status: int) -> FailureKind:
    """The failure that a bare status most likely means."""
    if status >= web.HTTPInternalServerError.status_code:
        return FailureKind.OVERLOADED
    return {
        401: FailureKind.BAD_KEY,
        403: FailureKind.BAD_KEY,
        404: FailureKind.MODEL_MISSING,
        429: FailureKind.RATE_LIMITED,
    }.get(status, FailureKind.REFUSED)


def random_id(length: int) -> str:
    """Letters and digits as providers put them into their ids."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))


def text_of(content: object, key: str = "text") -> str:
    """The text of a message body that is a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return str(content.get(key, ""))
    return "".join(text_of(part, key) for part in objects(content))


def objects(value: object) -> list[Json]:
    """The JSON objects in a list; nothing where there is none."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def bearer(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
