"""Close connections that make no progress, which Uvicorn would keep open forever."""

import socket
import struct
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..logs import get_logger

HEAD_SECONDS = 20.0
"""For the whole head of a request, however steadily its bytes arrive."""
HEAD_BYTES = 65_536
READ_SECONDS = 25.0
"""For a client to read what was sent to it. Request bodies have a limit of their own, in `bodies`."""

_NO_LINGER = struct.pack("ii", 1, 0)

_log = get_logger(__name__)


class TimeoutProtocol(HttpToolsProtocol):
    """HTTP with time limits: an endless head or a stuck reader ends the connection."""

    head_seconds = HEAD_SECONDS
    read_seconds = READ_SECONDS

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._began, self._head_bytes, self._lost = False, 0, False
        self._head = _Timeout(self.loop, self.head_seconds, self._on_head_timeout)
        self._reader = _Timeout(self.loop, self.read_seconds, lambda: self._abort("the client reads nothing"))
        self._head.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._head.end()
        self._reader.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        was_inside = self._head.begun
        self._began = False
        super().data_received(data)
        # Data that ended an earlier request is not counted: it may contain a whole body.
        if was_inside and self._head.begun and not self._began:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self._abort("the head is too long")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began = True
        self._head_bytes = 0
        self._head.begin()

    def on_headers_complete(self) -> None:
        self._head.end()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.end()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._await_reader()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._await_reader()

    def _await_reader(self) -> None:
        if not self._lost:  # Uvicorn's timer can fire after the connection was reset
            self._reader.begin()

    def _on_head_timeout(self) -> None:
        if self.flow.read_paused:  # the server paused reading, since an earlier request of this connection still runs
            self._head.begin()
        else:
            self._abort("the head takes too long")

    def _abort(self, reason: str) -> None:
        _log.debug("aborted a connection", reason=reason)
        # Reset at once; otherwise the kernel keeps unsent data and tries to deliver it.
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()


class _Timeout:
    """A time limit that can be started and stopped repeatedly."""

    def __init__(self, loop: AbstractEventLoop, seconds: float, then: Callable[[], None]) -> None:
        self._loop, self._seconds, self._then = loop, seconds, then
        self._timer: TimerHandle | None = None

    @property
    def begun(self) -> bool:
        return self._timer is not None

    def begin(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._expire)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        self._timer = None
        self._then()
