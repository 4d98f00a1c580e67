"""The requests that a scripted provider received, and how a test waits for them."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from llmbattler.connectors.contract import Params, Role


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, independent of the wire."""

    role: Role
    text: str


@dataclass(slots=True, kw_only=True)
class RecordedRequest:
    """One request; updated while its answer is sent."""

    wire: str
    model: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Mapping[str, object]
    turns: tuple[Turn, ...]
    api_key: str
    stream: bool
    received_at: datetime
    params: Params = field(default_factory=Params)
    """What the body asks for, independent of the wire; fields that no parameter stands for are only in `body`."""
    chunks_sent: int = 0
    finished: bool = False
    """The answer was sent to its scripted end."""
    closed_early: bool = False
    """The client disconnected before that."""

    @property
    def input_tokens(self) -> int:
        """Counted in words."""
        return sum(len(turn.text.split()) for turn in self.turns)

    @property
    def last_user_text(self) -> str:
        return next((turn.text for turn in reversed(self.turns) if turn.role is Role.USER), "")


class ChangeSignal:
    """Lets tests wait for a condition without polling."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def changed(self) -> None:
        event, self._event = self._event, asyncio.Event()
        event.set()

    async def until(self, condition: Callable[[], bool], timeout: float) -> None:  # noqa: ASYNC109
        """Return when the condition holds; raise `TimeoutError` if it does not in time."""
        async with asyncio.timeout(timeout):
            while not condition():
                await self._event.wait()


class Gate:
    """A point at which the streams of one model wait until the test releases them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.waiting = 0
        self._open = asyncio.Event()

    def release(self) -> None:
        self._open.set()

    async def passed(self) -> None:
        await self._open.wait()
