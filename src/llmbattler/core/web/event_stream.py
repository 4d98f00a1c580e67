"""Server-sent events as an answer."""

import asyncio
from collections.abc import AsyncIterable, Mapping

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from ..logs import get_logger

SEND_SECONDS = 30.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Connection": "keep-alive"}

_log = get_logger(__name__)


class EventStream(StreamingResponse):
    """Sends framed events as they come. A reader that takes nothing for half a minute is let go of."""

    def __init__(
        self, events: AsyncIterable[bytes], *, status_code: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(
            events, status_code=status_code, media_type="text/event-stream", headers={**_HEADERS, **(headers or {})}
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reader = _Reader(send)
        listening = asyncio.create_task(self.listen_for_disconnect(receive))
        listening.add_done_callback(reader.leave)
        try:
            await self.stream_response(reader.give)
        except asyncio.CancelledError:
            if not reader.forget_cancellation():
                raise
            _log.debug("a reader left its stream", path=scope["path"], stuck=reader.stuck)
        finally:
            reader.close()
            listening.cancel()


class _Reader:
    """Whoever is at the other end. One timer watches all that is sent; a timeout for each event would cost more."""

    def __init__(self, send: Send) -> None:
        self.stuck = False
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

    def forget_cancellation(self) -> bool:
        """True when it was this reader who ended the stream, and nobody else wants it to end."""
        return self._left and self._task is not None and self._task.uncancel() == 0

    def close(self) -> None:
        self._left = True
        self._timer.cancel()
