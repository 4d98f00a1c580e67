"""Limits that hold for every connector, also for one that a stranger wrote.

A model may be slow, stall, repeat itself or never stop. The guard stands between a connector and whoever reads its
deltas, and costs almost nothing for each of them: no task and no timer object, only a time to remember.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from .contract import Delta, Finish, FinishReason, ReasoningDelta, TextDelta, ToolCallDelta, Usage
from .errors import BrokenStream, ConnectorError, TimedOut, TooLarge

NAG_SECONDS = 1.0
LOOK_EVERY = 4096
PROBE = 256
FEWEST_ROUNDS = 4

NO_BEGINNING = "Its first word did not come in time (MODEL_FIRST_TOKEN_TIMEOUT)."
LONG_PAUSE = "It paused for too long within the answer (MODEL_IDLE_TIMEOUT)."
NO_END = "It took longer than a whole answer may (MODEL_TOTAL_TIMEOUT)."


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how large an answer may be, in seconds and characters."""

    first_token: float = 60.0
    between_tokens: float = 30.0
    total: float = 600.0
    answer: int = 1_000_000
    """Reasoning and tool calls count in. Past this the call fails."""
    loop: int = 20_000
    """So much of the same words over and over, and the answer ends here with the reason `length`."""


async def guarded(upstream: AsyncIterator[Delta], limits: Limits) -> AsyncGenerator[Delta, None]:
    """Pass deltas on; end with exactly one `Finish`, or raise an error with a name.

    Only a delta with something in it is progress. The time that the reader takes is not held against the model.
    """
    watch = Watchdog(limits.total)
    size = Size(limits)
    finish: Finish | None = None
    try:
        watch.wait(limits.first_token, NO_BEGINNING)
        async for delta in upstream:
            watch.rest()
            if finish is not None:
                raise BrokenStream("The connector went on after the end.")
            if isinstance(delta, Finish):
                finish = delta
                watch.wait(limits.between_tokens)
                continue
            if not size.add(delta):
                watch.wait_on()
                continue
            yield delta
            if size.looping:
                finish = Finish(FinishReason.LENGTH, Usage())
                break
            watch.wait(limits.between_tokens)
        watch.rest()
        if finish is None:
            raise BrokenStream
        yield finish
    except (asyncio.CancelledError, ConnectorError):
        watch.raise_if_expired()
        raise
    finally:
        watch.stop()
        await _close(upstream)


async def _close(upstream: AsyncIterator[Delta]) -> None:
    if isinstance(upstream, AsyncGenerator):
        await upstream.aclose()


class Watchdog:
    """One timer for a whole stream. It is set again only when it rings too early, which is rare."""

    def __init__(self, total: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = self._loop.time() + total
        self._deadline = self._end
        self._missed = LONG_PAUSE
        self._rings_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = False
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0
        self._cancels = 0

    def wait(self, seconds: float, missed: str = LONG_PAUSE) -> None:
        """From now on the model has so much time to say something; `missed` is what an admin reads if it does not."""
        self._missed = missed
        self._deadline = min(self._loop.time() + seconds, self._end)
        self.wait_on()

    def wait_on(self) -> None:
        """Wait for the same deadline as before."""
        self._waiting = True
        task = asyncio.current_task(self._loop)
        if task is not self._task and task is not None:
            self._task, self._cancelling = task, task.cancelling()
        if self._timer is None or self._deadline < self._rings_at:
            self._set_timer(self._deadline)

    def rest(self) -> None:
        """The model has spoken; it is the reader's turn."""
        self._waiting = False
        self.raise_if_expired()

    def stop(self) -> None:
        self._waiting = False
        if self._timer is not None:
            self._timer.cancel()

    def raise_if_expired(self) -> None:
        """Turn our own cancellation into `TimedOut`; somebody else's stays what it is."""
        if not self._cancels or self._task is None:
            return
        left = 0
        while self._cancels:
            self._cancels -= 1
            left = self._task.uncancel()
        if left <= self._cancelling:
            raise TimedOut(NO_END if self._deadline >= self._end else self._missed)

    def _set_timer(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings_at = when
        self._timer = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if not self._waiting or self._task is None:
            return
        if self._loop.time() < self._deadline:
            self._set_timer(self._deadline)
            return
        self._cancels += 1
        self._task.cancel()
        # A connector may swallow a cancellation; it is told again.
        self._set_timer(self._loop.time() + NAG_SECONDS)


class Size:
    """Counts an answer and notices when it goes round in circles."""

    def __init__(self, limits: Limits) -> None:
        self.looping = False
        self._left = limits.answer
        self._window = limits.loop
        self._recent: list[str] = []
        self._unseen = 0

    def add(self, delta: TextDelta | ReasoningDelta | ToolCallDelta) -> int:
        """Count a delta; 0 means that there was nothing in it."""
        text = delta.name + delta.arguments if isinstance(delta, ToolCallDelta) else delta.text
        length = len(text)
        self._left -= length
        if self._left < 0:
            raise TooLarge
        self._recent.append(text)
        self._unseen += length
        if self._unseen >= LOOK_EVERY:
            self._look()
        return length

    def _look(self) -> None:
        self._unseen = 0
        recent = "".join(self._recent)[-self._window :]
        self._recent = [recent]
        self.looping = len(recent) == self._window and is_loop(recent)


def is_loop(text: str) -> bool:
    """True where a text is one phrase again and again, at least four times."""
    before = text.rfind(text[-PROBE:], 0, len(text) - 1)
    period = len(text) - PROBE - before
    return before >= 0 and period * FEWEST_ROUNDS <= len(text) and text.endswith(text[:-period])
