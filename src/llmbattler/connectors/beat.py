"""Reading all streams at the same moments, so that waking up is paid once for many tokens."""

import asyncio
import socket
from collections.abc import Awaitable, Generator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Self

import aiohttp

BEAT_SECONDS = 0.1
EARLY_SHARE = 0.1
SMALL_READ = 4096
PATIENT_BYTES = 32 * 1024
"""While a stream rests, the kernel tells of it when it has so much, or when it ends."""
AT_ONCE = 32
"""So many streams are read before anything else gets its turn."""

haste: ContextVar[int] = ContextVar("haste", default=0)
"""So many reads of a stream do not wait for the beat. For callers who want whole answers soon and show nobody a part:
short ones come as fast as the network brings them, long ones cost no more than elsewhere."""


class Beat:
    """One timer for all streams of a process, on a grid of time that others can keep to as well.

    Models speak in tokens, and waking for each of them costs more than all the work done with it. People are shown
    text some ten times a second anyway, so between two reads a stream waits for the next beat while the kernel
    keeps its bytes and says nothing. (Pausing alone is not enough: libuv forgets a socket only after it was woken by
    it once more.) At the beat the socket is read first and its task woken afterwards, so that once is enough.
    """

    def __init__(self, seconds: float = BEAT_SECONDS) -> None:
        self.seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._resting: list[Seat] = []
        self._followers: list[asyncio.Future[None]] = []
        self._counting = False

    def rest(self, seat: "Seat") -> asyncio.Future[None]:
        """What comes with the next beat, after the seat's stream was read."""
        self._resting.append(seat)
        return self._await_strike()

    async def after(self) -> None:
        """Return when all streams that rest were read at the next beat and had their turn.

        Whoever passes on what came does it in the same moment: waking up once more would cost as much as the rest.
        """
        future = self._await_strike()
        self._followers.append(future)
        await future

    def _await_strike(self) -> asyncio.Future[None]:
        # Python asks the kernel for the process id whenever it is asked for the running loop.
        loop = self._loop = self._loop or asyncio.get_running_loop()
        if not self._counting:
            self._counting = True
            # A timer may ring a little early, and must not ring twice for one beat.
            passed = (loop.time() + EARLY_SHARE * self.seconds) // self.seconds
            loop.call_at((passed + 1) * self.seconds, self._strike)
        return loop.create_future()

    def _strike(self) -> None:
        resting, self._resting = self._resting, []
        followers, self._followers = self._followers, []
        self._counting = False
        self._read(resting, followers)

    def _read(self, resting: list["Seat"], followers: list[asyncio.Future[None]]) -> None:
        loop = asyncio.get_running_loop()
        now, later = resting[:AT_ONCE], resting[AT_ONCE:]
        for seat in now:
            if seat.pause is not None and not seat.pause.done():  # or its connection serves another stream by now
                seat.listen()
        # The loop looks at its sockets between two rounds: they are read in the next one and empty in the one after.
        loop.call_soon(loop.call_soon, _wake, [seat.pause for seat in now])
        if later:
            loop.call_soon(loop.call_soon, self._read, later, followers)
        else:
            loop.call_soon(loop.call_soon, self._call_followers, followers)

    def _call_followers(self, followers: list[asyncio.Future[None]]) -> None:
        # Called right after streams were woken, so they have their turn before this has its own.
        asyncio.get_running_loop().call_soon(_wake, followers)


class Seat:
    """The place of one stream at the beat, for as long as it is read."""

    def __init__(self, beat: Beat, response: aiohttp.ClientResponse) -> None:
        connection = response.connection
        self.pause: asyncio.Future[None] | None = None
        self._beat = beat
        self._content = response.content
        self._transport = connection.transport if connection is not None else None
        self._socket = _borrow_socket(self._transport)

    def rest(self, size: int) -> Awaitable[None]:
        """What to wait for before the next read: nothing where a stream has ended or comes in torrents."""
        transport = self._transport
        if transport is None or size >= SMALL_READ or self._content.is_eof() or transport.is_closing():
            return _NOTHING
        if self._beat.seconds <= 0:
            return _NOTHING
        # Paused as well: an end that was read before the words that came with it would make them unreadable.
        transport.pause_reading()
        self._set_least(PATIENT_BYTES)
        self.pause = self._beat.rest(self)
        return self.pause

    def listen(self) -> None:
        """Take again whatever comes."""
        if self._transport is not None and not self._transport.is_closing():
            self._set_least(1)
            self._transport.resume_reading()

    def _set_least(self, least: int) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, least)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None or (self.pause is not None and not self.pause.done()):
            self.listen()  # the connection may serve another call, whose answer is short
        if self._socket is not None:
            self._socket.detach()
            self._socket = None


class _Nothing:
    def __await__(self) -> Generator[None, None, None]:
        yield from ()


_NOTHING = _Nothing()


def _borrow_socket(transport: asyncio.Transport | None) -> socket.socket | None:
    """The transport's own socket as Python's: that of uvloop is made anew for every call."""
    given = None if transport is None or transport.is_closing() else transport.get_extra_info("socket")
    if given is None or given.family not in {socket.AF_INET, socket.AF_INET6}:
        return None
    return socket.socket(given.family, given.type, given.proto, given.fileno())


def _wake(futures: Sequence[asyncio.Future[None] | None]) -> None:
    for future in futures:
        if future is not None and not future.done():
            future.set_result(None)
