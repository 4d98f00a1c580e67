"""Reading a large body without trusting anything that is said about it."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import AppError, Invalid, TooLarge, Unavailable

SECONDS = 25.0
# Whoever keeps to this pace may take longer: ten megabytes over a slow phone line need more than 25 seconds.
SLOWEST_BYTES_PER_SECOND = 64 * 1024


class BodyTooSlow(AppError):
    """The upload came too slowly; please try again over a better connection."""

    kind = "too-slow"
    status = HTTPStatus.REQUEST_TIMEOUT.value


class BodyCutShort(Invalid):
    """The upload ended before it was complete; please try again."""


class TooManyUploads(Unavailable):
    """Many uploads are arriving right now; please try again shortly."""


class BodyDeadline:
    """How long a body may take, given what has arrived of it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._ends = asyncio.get_running_loop().time() + seconds

    def deadline(self, arrived: int) -> float:
        return self._ends + arrived / SLOWEST_BYTES_PER_SECOND


async def read_body(request: Request, limit: int, *, seconds: float = SECONDS) -> bytes:
    """Read the whole body, but never more than `limit` bytes and never a body that dawdles."""
    if _declared_length(request.headers) > limit:
        raise _too_large(limit)
    pace = BodyDeadline(seconds)
    # One growing buffer: a list of many tiny chunks would take many times the bytes that arrived.
    body = bytearray()
    try:
        async with asyncio.timeout(seconds) as patience, aclosing(request.stream()) as chunks:
            async for chunk in chunks:
                if len(body) + len(chunk) > limit:
                    raise _too_large(limit)
                body += chunk
                patience.reschedule(pace.deadline(len(body)))
    except TimeoutError:
        raise BodyTooSlow from None
    except ClientDisconnect:
        raise BodyCutShort from None
    return bytes(body)


def _declared_length(headers: Headers) -> int:
    said = headers.get("content-length", "")
    return int(said[:19]) if said.isdecimal() else 0  # Python refuses to read a number of thousands of digits


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"At most {limit:,} bytes are accepted.")


class UploadSlots:
    """Bounds how many large bodies are in memory at once, whoever sends them."""

    def __init__(self, places: int = 16) -> None:
        self._free = places

    @contextmanager
    def take(self, places: int = 1) -> Iterator[None]:
        """Hold one place, or several for a body that may be as large as several others."""
        if self._free < places:
            raise TooManyUploads(retry_after=5)
        self._free -= places
        try:
            yield
        finally:
            self._free += places


class UnreadBodyMiddleware:
    """Ends the connection after an answer that came before the body was read.

    Otherwise the server would go on reading, and throw away, whatever the client still wants to send.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _announces_body(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        unread = True

        async def receive_and_note() -> Message:
            nonlocal unread
            message = await receive()
            unread = bool(message.get("more_body", False))
            return message

        async def send_and_close(message: Message) -> None:
            if unread and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        await self._app(scope, receive_and_note, send_and_close)


def _announces_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
