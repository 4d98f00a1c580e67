"""Read all streams of a process at the same moments, so that one wake-up serves many tokens."""

import asyncio
import socket
from collections.abc import Awaitable, Generator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Self

import aiohttp

TICK_SECONDS = 0.1
EARLY_SHARE = 0.1
SMALL_READ = 4096
PAUSED_LOW_WATER_MARK = 32 * 1024
"""While a stream is paused, the kernel reports it only when it holds this many bytes, or when it ends."""
STREAMS_PER_BATCH = 32
"""This many streams are read before other callbacks of the loop run."""

unpaced_reads: ContextVar[int] = ContextVar("unpaced_reads", default=0)
"""The first reads of a stream that do not wait for the tick. For callers who want whole answers soon and show no
partial text: short answers arrive as fast as the network allows, long ones cost no more than elsewhere."""


class Ticker:
    """One timer for all streams of a process, aligned to a time grid that other code can follow too.

    Models send tokens, and waking up for each one costs more than processing it. Text is shown about ten times a
    second anyway, so between two reads a stream waits for the next tick while the kernel buffers its bytes silently.
    (Pausing alone is not enough: libuv stops polling a socket only after one more wake-up from it.) At the tick the
    socket is read first and the stream's task is woken afterwards, so that one wake-up is enough.
    """

    def __init__(self, seconds: float = TICK_SECONDS) -> None:
        self.seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._paused: list[StreamPacer] = []
        self._followers: list[asyncio.Future[None]] = []
        self._scheduled = False

    def pause(self, pacer: "StreamPacer") -> asyncio.Future[None]:
        """A future that completes at the next tick, after this stream was read."""
        self._paused.append(pacer)
        return self._next_tick()

    async def after_tick(self) -> None:
        """Return after the next tick, when all paused streams were read and their tasks have run.

        Code that forwards what arrived runs in the same wake-up; another one would cost as much as the forwarding.
        """
        future = self._next_tick()
        self._followers.append(future)
        await future

    def _next_tick(self) -> asyncio.Future[None]:
        # Cached: asyncio.get_running_loop() asks the kernel for the process id each time.
        loop = self._loop = self._loop or asyncio.get_running_loop()
        if not self._scheduled:
            self._scheduled = True
            # A timer may fire a little early, and must not fire twice for one tick.
            passed = (loop.time() + EARLY_SHARE * self.seconds) // self.seconds
            loop.call_at((passed + 1) * self.seconds, self._tick)
        return loop.create_future()

    def _tick(self) -> None:
        paused, self._paused = self._paused, []
        followers, self._followers = self._followers, []
        self._scheduled = False
        self._read(paused, followers)

    def _read(self, paused: list["StreamPacer"], followers: list[asyncio.Future[None]]) -> None:
        loop = asyncio.get_running_loop()
        now, later = paused[:STREAMS_PER_BATCH], paused[STREAMS_PER_BATCH:]
        for pacer in now:
            # A cancelled pause means that the connection may serve another stream by now.
            if pacer.pause is not None and not pacer.pause.done():
                pacer.resume()
        # The loop polls its sockets between two iterations: they are read in the next one and empty in the one after.
        loop.call_soon(loop.call_soon, _complete, [pacer.pause for pacer in now])
        if later:
            loop.call_soon(loop.call_soon, self._read, later, followers)
        else:
            loop.call_soon(loop.call_soon, self._complete_followers, followers)

    def _complete_followers(self, followers: list[asyncio.Future[None]]) -> None:
        # The streams were woken just before this callback, so their tasks run before the followers do.
        asyncio.get_running_loop().call_soon(_complete, followers)


class StreamPacer:
    """Pauses one response between two ticks, for as long as it is read."""

    def __init__(self, ticker: Ticker, response: aiohttp.ClientResponse) -> None:
        connection = response.connection
        self.pause: asyncio.Future[None] | None = None
        self._ticker = ticker
        self._content = response.content
        self._transport = connection.transport if connection is not None else None
        self._socket = _wrap_socket(self._transport)

    def wait(self, size: int) -> Awaitable[None]:
        """What to await before the next read: nothing if the stream has ended or the last read was large."""
        transport = self._transport
        if transport is None or size >= SMALL_READ or self._content.is_eof() or transport.is_closing():
            return _NOTHING
        if self._ticker.seconds <= 0:
            return _NOTHING
        # Paused as well: an end of file that is read before the bytes that came with it would make them unreadable.
        transport.pause_reading()
        self._set_low_water_mark(PAUSED_LOW_WATER_MARK)
        self.pause = self._ticker.pause(self)
        return self.pause

    def resume(self) -> None:
        """Let the event loop report every byte again."""
        if self._transport is not None and not self._transport.is_closing():
            self._set_low_water_mark(1)
            self._transport.resume_reading()

    def _set_low_water_mark(self, size: int) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, size)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None or (self.pause is not None and not self.pause.done()):
            self.resume()  # the connection may serve another call, whose answer is short
        if self._socket is not None:
            self._socket.detach()
            self._socket = None


class _Nothing:
    def __await__(self) -> Generator[None, None, None]:
        yield from ()


_NOTHING = _Nothing()


def _wrap_socket(transport: asyncio.Transport | None) -> socket.socket | None:
    """A Python socket on the transport's file descriptor; uvloop builds a new wrapper on every access."""
    given = None if transport is None or transport.is_closing() else transport.get_extra_info("socket")
    if given is None or given.family not in {socket.AF_INET, socket.AF_INET6}:
        return None
    return socket.socket(given.family, given.type, given.proto, given.fileno())


def _complete(futures: Sequence[asyncio.Future[None] | None]) -> None:
    for future in futures:
        if future is not None and not future.done():
            future.set_result(None)
