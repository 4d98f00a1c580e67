"""Reading all streams at the same moments, so that waking up is paid once for many tokens."""

import asyncio
from contextvars import ContextVar
from typing import TypeAlias

import aiohttp

BEAT_SECONDS = 0.1
SMALL_READ = 4096
AT_ONCE = 32
"""So many streams are read before anything else gets its turn."""

haste: ContextVar[int] = ContextVar("haste", default=0)
"""So many reads of a stream do not wait for the beat. For callers who want whole answers soon and show nobody a part:
short ones come as fast as the network brings them, long ones cost no more than elsewhere."""


_Resting: TypeAlias = tuple[asyncio.Future[None], asyncio.Transport]


class Beat:
    """One timer for all streams of a process, on a grid of time that others can keep to as well.

    Models speak in tokens, and waking for each of them costs more than all the work done with it. People are shown
    text some ten times a second anyway, so between two reads a stream waits for the next beat while the kernel
    keeps its bytes. At the beat its socket is read first and its task woken afterwards, so that waking once is enough.
    """

    def __init__(self, seconds: float = BEAT_SECONDS) -> None:
        self._seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[_Resting] = []
        self._followers: list[asyncio.Future[None]] = []
        self._counting = False

    async def rest(self, response: aiohttp.ClientResponse, size: int) -> None:
        """Leave a stream alone until the next beat, unless it has ended or comes in torrents."""
        connection = response.connection
        transport = connection.transport if connection is not None else None
        if transport is None or size >= SMALL_READ or response.content.is_eof() or transport.is_closing():
            return
        if self._seconds <= 0:
            return
        transport.pause_reading()
        await self.next(transport)

    async def next(self, transport: asyncio.Transport) -> None:
        """Return at the next beat, after what came in the meantime was read."""
        future = self._await_strike()
        self._waiting.append((future, transport))
        await future

    async def after(self) -> None:
        """Return when all streams that rest were read at the next beat and had their turn, or at once if none does.

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
            loop.call_at((loop.time() // self._seconds + 1) * self._seconds, self._strike)
        return loop.create_future()

    def _strike(self) -> None:
        waiting, self._waiting = self._waiting, []
        followers, self._followers = self._followers, []
        self._counting = False
        self._read(waiting, followers)

    def _read(self, waiting: list[_Resting], followers: list[asyncio.Future[None]]) -> None:
        loop = asyncio.get_running_loop()
        now, later = waiting[:AT_ONCE], waiting[AT_ONCE:]
        for future, transport in now:
            if not future.done() and not transport.is_closing():
                transport.resume_reading()
        # The loop looks at its sockets between two rounds: they are read in the next one and empty in the one after.
        loop.call_soon(loop.call_soon, _wake, [future for future, _ in now])
        if later:
            loop.call_soon(loop.call_soon, self._read, later, followers)
        else:
            loop.call_soon(loop.call_soon, self._call_followers, followers)

    def _call_followers(self, followers: list[asyncio.Future[None]]) -> None:
        # Called right after streams were woken, so they have their turn before this has its own.
        asyncio.get_running_loop().call_soon(_wake, followers)


def _wake(futures: list[asyncio.Future[None]]) -> None:
    for future in futures:
        if not future.done():
            future.set_result(None)
