"""Server-sent events."""

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
MAX_PER_OWNER = 24
MAX_STREAMS = 500
SIGNED_OUT_EVENT = b"event: auth\ndata: {}\n\n"
"""The last event of a stream whose reader was signed out."""
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Connection": "keep-alive"}

_log = get_logger(__name__)


class TooManyStreams(Limited):
    """Too many streams are open; close a page, or try again shortly."""


class OpenStreams:
    """Limits how many streams are open, in total and for one owner."""

    def __init__(self, *, total: int = MAX_STREAMS, per_owner: int = MAX_PER_OWNER) -> None:
        self._total = total
        self._per_owner = per_owner
        self._held: Counter[str] = Counter()

    @property
    def count(self) -> int:
        return self._held.total()

    def check(self, owner: str) -> None:
        if self._held[owner] >= self._per_owner or self._held.total() >= self._total:
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
    """Sends framed events as they come. A reader that accepts nothing for 30 seconds is disconnected."""

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
            with self._watch(reader.sign_out) if self._watch else nullcontext():
                async for event in self._events:
                    await reader.send({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not reader.forget_cancellation():
                raise
            if reader.signed_out:
                await send({"type": "http.response.body", "body": SIGNED_OUT_EVENT, "more_body": False})
            _log.debug("a reader left its stream", path=scope["path"], stuck=reader.stuck, signed_out=reader.signed_out)
        finally:
            reader.close()
            listening.cancel()


class _Reader:
    """The client. One timer for all sends, which is cheaper than a timeout for each event."""

    def __init__(self, send: Send) -> None:
        self.stuck = False
        self.signed_out = False
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._waiting_since: float | None = None
        self._left = False
        self._timer = self._loop.call_later(SEND_SECONDS, self._check)

    async def send(self, message: Message) -> None:
        self._waiting_since = self._loop.time()
        await self._send(message)
        self._waiting_since = None

    def _check(self) -> None:
        since = self._waiting_since
        if since is not None and self._loop.time() >= since + SEND_SECONDS:
            self.stuck = True
            self.leave()
        else:
            self._timer = self._loop.call_at((since or self._loop.time()) + SEND_SECONDS, self._check)

    def leave(self, _: object = None) -> None:
        if not self._left and self._task is not None:
            self._left = True
            self._task.cancel()

    def sign_out(self) -> None:
        """End the stream because its reader was signed out."""
        if not self._left:
            self.signed_out = True
            self.leave()

    def forget_cancellation(self) -> bool:
        """Undo the cancellation; true when only this reader ended the stream."""
        return self._left and self._task is not None and self._task.uncancel() == 0

    def close(self) -> None:
        self._left = True
        self._timer.cancel()
