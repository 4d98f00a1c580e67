"""Read large bodies with limits on size, time and number."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import AppError, Invalid, TooLarge, Unavailable

SECONDS = 25.0
# A client at this rate may take longer: ten megabytes over a slow line need more than 25 seconds.
SLOWEST_BYTES_PER_SECOND = 64 * 1024


class BodyTooSlow(AppError):
    """The upload was too slow; please try again over a better connection."""

    kind = "too-slow"
    status = HTTPStatus.REQUEST_TIMEOUT.value


class BodyCutShort(Invalid):
    """The upload ended before it was complete; please try again."""


class TooManyUploads(Unavailable):
    """Many uploads are arriving right now; please try again shortly."""


class BodyDeadline:
    """Until when a body must be complete, which grows with the bytes that arrived."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._ends = asyncio.get_running_loop().time() + seconds

    def at(self, arrived: int) -> float:
        return self._ends + arrived / SLOWEST_BYTES_PER_SECOND


async def read_body(request: Request, limit: int, *, seconds: float = SECONDS) -> bytes:
    """Read the whole body, at most `limit` bytes; raise when it is larger or too slow."""
    if _declared_length(request.headers) > limit:
        raise _too_large(limit)
    deadline = BodyDeadline(seconds)
    # One buffer, since a list of many tiny chunks takes many times their bytes.
    body = bytearray()
    try:
        async with asyncio.timeout(seconds) as timeout, aclosing(request.stream()) as chunks:
            async for chunk in chunks:
                if len(body) + len(chunk) > limit:
                    raise _too_large(limit)
                body += chunk
                timeout.reschedule(deadline.at(len(body)))
    except TimeoutError:
        raise BodyTooSlow from None
    except ClientDisconnect:
        raise BodyCutShort from None
    return bytes(body)


def _declared_length(headers: Headers) -> int:
    declared = headers.get("content-length", "")
    return int(declared[:19]) if declared.isdecimal() else 0  # Python refuses to parse numbers with thousands of digits


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"At most {limit:,} bytes are accepted.")


class UploadSlots:
    """Limits how many large bodies are in memory at once."""

    def __init__(self, slots: int = 16) -> None:
        self._free = slots

    @contextmanager
    def take(self, slots: int = 1) -> Iterator[None]:
        """Hold one slot, or several for a body that may be as large as several others."""
        if self._free < slots:
            raise TooManyUploads(retry_after=5)
        self._free -= slots
        try:
            yield
        finally:
            self._free += slots


class UnreadBodyMiddleware:
    """Closes the connection after an answer that was sent before the body was read.

    Otherwise the server would go on reading and discarding what the client still sends.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _announces_body(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        unread = True

        async def track_receive() -> Message:
            nonlocal unread
            message = await receive()
            unread = bool(message.get("more_body", False))
            return message

        async def send_with_close(message: Message) -> None:
            if unread and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        await self._app(scope, track_receive, send_with_close)


def _announces_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
