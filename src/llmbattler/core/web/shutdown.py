"""The moment between the wish to stop and the end: open streams hear of it and finish."""

import asyncio


class Shutdown:
    """Set once, by the server, when it is told to stop."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def begun(self) -> bool:
        return self._event.is_set()

    def begin(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        await self._event.wait()
