"""Connections that make no progress are closed: Uvicorn alone would wait for them without end."""

import socket
import struct
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..logs import get_logger

HEAD_SECONDS = 20.0
"""For all lines of a request's head together, however often a byte of them arrives."""
HEAD_BYTES = 65_536
READ_SECONDS = 25.0
"""For a client to take what waits for it. Its body has a limit of its own, in `bodies`."""

_AT_ONCE = struct.pack("ii", 1, 0)

_log = get_logger(__name__)


class TimeoutProtocol(HttpToolsProtocol):
    """HTTP for clients that also finish what they began: an endless head or a stuck reader ends the connection."""

    head_seconds = HEAD_SECONDS
    read_seconds = READ_SECONDS

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begins, self._head_bytes, self._left = False, 0, False
        self._head = _Patience(self.loop, self.head_seconds, self._give_up_head)
        self._reader = _Patience(self.loop, self.read_seconds, lambda: self._give_up("it reads nothing"))
        self._head.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._left = True
        self._head.end()
        self._reader.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        was_inside = self._head.begun
        self._begins = False
        super().data_received(data)
        # What came along with the end of an earlier request is not counted: it may be a whole body.
        if was_inside and self._head.begun and not self._begins:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self._give_up("its head is too long")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begins = True
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
        if not self._left:  # Uvicorn's timer outlives a connection that was reset
            self._reader.begin()

    def _give_up_head(self) -> None:
        if self.flow.read_paused:  # it is we who do not listen: an earlier request of this connection still runs
            self._head.begin()
        else:
            self._give_up("its head takes too long")

    def _give_up(self, reason: str) -> None:
        _log.debug("gave up a connection", reason=reason)
        # Without this the kernel would keep what was not taken, and try to deliver it for a while.
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()


class _Patience:
    """A time limit that can begin and end again and again."""

    def __init__(self, loop: AbstractEventLoop, seconds: float, then: Callable[[], None]) -> None:
        self._loop, self._seconds, self._then = loop, seconds, then
        self._timer: TimerHandle | None = None

    @property
    def begun(self) -> bool:
        return self._timer is not None

    def begin(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._run_out)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _run_out(self) -> None:
        self._timer = None
        self._then()
