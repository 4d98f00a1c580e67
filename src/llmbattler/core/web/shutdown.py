"""The signal that the server is about to stop, so that open streams can finish."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Shutdown:
    """Set once by the server when it receives a stop signal."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._waited_for = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def begun(self) -> bool:
        return self._event.is_set()

    def begin(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        await self._event.wait()

    @contextmanager
    def delay(self) -> Iterator[None]:
        """Let the server wait for this block, which ends soon after the signal: a socket sends its last message."""
        self._waited_for += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._waited_for -= 1
            if not self._waited_for:
                self._idle.set()

    async def wait_for_delays(self, seconds: float) -> None:
        """Wait until all those blocks have ended, for this long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()
