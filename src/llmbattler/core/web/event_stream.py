"""Server-sent events as an answer."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from ..errors import Limited
from ..logs import get_logger
from .middleware import DIRECT_SEND
from .staff_access import RevocationWatch

SEND_SECONDS = 30.0
MOST_OF_ONE = 24
MOST = 500
SIGNED_OUT_EVENT = b"event: auth\ndata: {}\n\n"
"""The last event of a stream whose reader was signed out meanwhile."""
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Connection": "keep-alive"}

_log = get_logger(__name__)


class TooManyStreams(Limited):
    """Too many streams are open; close a page, or try again shortly."""


class OpenStreams:
    """Counts who holds how many streams. Past a bound nobody may watch more; starting battles has bounds of its own."""

    def __init__(self, *, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._held: Counter[str] = Counter()

    def check(self, owner: str) -> None:
        if self._held[owner] >= self._most_of_one or self._held.total() >= self._most:
            raise TooManyStreams(retry_after=5)

    @contextmanager
    def hold(self, owner: str) -> Iterator[None]:
        self._held[owner] += 1
        try:
            yield
        finally:
            self._held[owner] -= 1
            if not self._held[owner]:
                del self._held[owner]


class EventStream(StreamingResponse):
    """Sends framed events as they come. A reader that takes nothing for half a minute is let go of."""

    def __init__(
        self,
        events: AsyncIterable[bytes],
        *,
        held: AbstractContextManager[None] | None = None,
        watch: RevocationWatch | None = None,
    ) -> None:
        super().__init__(events, media_type="text/event-stream", headers=_HEADERS)
        self._events = events
        self._held = held or nullcontext()
        self._watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await self._send(scope, receive, send)

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        reader = _Reader(scope.get(DIRECT_SEND, send))
        listening = asyncio.create_task(self.listen_for_disconnect(receive))
        listening.add_done_callback(reader.leave)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            with self._watch(reader.dismiss) if self._watch else nullcontext():
                async for event in self._events:
                    await reader.give({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not reader.forget_cancellation():
                raise
            if reader.dismissed:
                await send({"type": "http.response.body", "body": SIGNED_OUT_EVENT, "more_body": False})
            _log.debug("a reader left its stream", path=scope["path"], stuck=reader.stuck, dismissed=reader.dismissed)
        finally:
            reader.close()
            listening.cancel()


class _Reader:
    """Whoever is at the other end. One timer watches all that is sent; a timeout for each event would cost more."""

    def __init__(self, send: Send) -> None:
        self.stuck = False
        self.dismissed = False
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._waiting_since: float | None = None
        self._left = False
        self._timer = self._loop.call_later(SEND_SECONDS, self._look)

    async def give(self, message: Message) -> None:
        self._waiting_since = self._loop.time()
        await self._send(message)
        self._waiting_since = None

    def _look(self) -> None:
        since = self._waiting_since
        if since is not None and self._loop.time() >= since + SEND_SECONDS:
            self.stuck = True
            self.leave()
        else:
            self._timer = self._loop.call_at((since or self._loop.time()) + SEND_SECONDS, self._look)

    def leave(self, _: object = None) -> None:
        if not self._left and self._task is not None:
            self._left = True
            self._task.cancel()

    def dismiss(self) -> None:
        """End the stream from this side: whoever reads it was signed out."""
        if not self._left:
            self.dismissed = True
            self.leave()

    def forget_cancellation(self) -> bool:
        """True when it was this reader who ended the stream, and nobody else wants it to end."""
        return self._left and self._task is not None and self._task.uncancel() == 0

    def close(self) -> None:
        self._left = True
        self._timer.cancel()
