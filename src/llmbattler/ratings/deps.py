"""Dependencies of the leaderboard routes."""

from collections.abc import Mapping
from enum import Enum
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Response
from starlette.datastructures import Headers

from llmbattler.core.web.deps import FromResources

from .flow import Answer, Boards
from .rules import RatingRules

__all__ = ["Boards", "Form", "FromBoards", "FromRules", "choose_form", "respond", "write_form"]


async def get_boards(resources: FromResources) -> Boards:
    return resources.get(Boards)


async def get_rules(resources: FromResources) -> RatingRules:
    return resources.get(Boards).rules


FromBoards = Annotated[Boards, Depends(get_boards)]
FromRules = Annotated[RatingRules, Depends(get_rules)]


class Form(Enum):
    """The ways to send an answer."""

    UNCHANGED = "unchanged"
    """304: the client has it already."""
    PACKED = "packed"
    PLAIN = "plain"


def choose_form(headers: Mapping[bytes, bytes], answer: Answer) -> Form:
    known = headers.get(b"if-none-match")
    if known is not None and answer.etag.encode() in known:
        return Form.UNCHANGED
    return Form.PACKED if b"gzip" in headers.get(b"accept-encoding", b"") else Form.PLAIN


def write_form(answer: Answer, form: Form) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Return status, headers and body."""
    if form is Form.UNCHANGED:
        return HTTPStatus.NOT_MODIFIED, list(answer.headers), b""
    body = answer.packed if form is Form.PACKED else answer.body
    sent = [*answer.headers, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    return HTTPStatus.OK, [*sent, (b"content-encoding", b"gzip")] if form is Form.PACKED else sent, body


def respond(headers: Headers, answer: Answer) -> Response:
    """Send the cached answer."""
    status, sent, body = write_form(answer, choose_form(dict(headers.raw), answer))
    response = Response(body, status_code=status)
    response.raw_headers = sent
    return response
