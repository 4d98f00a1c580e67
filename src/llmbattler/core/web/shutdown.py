"""The signal that the server is about to stop, so that open streams can finish."""

import asyncio


class Shutdown:
    """Set once by the server when it receives a stop signal."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def begun(self) -> bool:
        return self._event.is_set()

    def begin(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        await self._event.wait()
