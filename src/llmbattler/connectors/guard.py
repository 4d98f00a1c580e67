"""Time and size limits around every connector, built in or not.

A model may be slow, stall, repeat itself or never stop. The guard wraps the stream of a connector and costs almost
nothing per delta: no task and no new timer, only a stored deadline.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from .contract import Delta, Finish, FinishReason, LogprobsDelta, ReasoningDelta, TextDelta, ToolCallDelta, Usage
from .errors import BrokenStream, ConnectorError, TimedOut, TooLarge

RECANCEL_SECONDS = 1.0
LOOP_CHECK_CHARS = 4096
LOOP_PROBE_CHARS = 256
MIN_LOOP_ROUNDS = 4

NO_START = "The first token did not arrive in time (MODEL_FIRST_TOKEN_TIMEOUT)."
IDLE = "The answer paused for too long (MODEL_IDLE_TIMEOUT)."
NO_END = "The whole answer took too long (MODEL_TOTAL_TIMEOUT)."


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how large an answer may be, in seconds and characters."""

    first_token: float = 60.0
    between_tokens: float = 30.0
    total: float = 600.0
    answer: int = 1_000_000
    """Reasoning and tool calls count too. A longer answer fails."""
    loop: int = 20_000
    """An answer that repeats the same phrase over this many characters ends with the reason `length`."""


async def guard_stream(upstream: AsyncIterator[Delta], limits: Limits, choices: int = 1) -> AsyncGenerator[Delta, None]:
    """Pass deltas on; end with exactly one `Finish`, or raise a named error.

    Only a delta with content is progress. The time that the reader takes does not count against the model. Choices
    beyond the number that was asked for are dropped: readers of one answer do not look at the number of a delta.
    """
    watch = Watchdog(limits.total)
    size = AnswerSize(limits)
    finish: Finish | None = None
    try:
        watch.start(limits.first_token, NO_START)
        async for delta in upstream:
            watch.pause()
            if finish is not None:
                raise BrokenStream("The connector continued after the end.")
            if isinstance(delta, Finish):
                finish = delta
                watch.start(limits.between_tokens)
                continue
            if delta.choice >= choices or not size.add(delta):
                watch.resume()
                continue
            yield delta
            if size.is_looping:
                finish = Finish(FinishReason.LENGTH, Usage())
                break
            watch.start(limits.between_tokens)
        watch.pause()
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
    """One timer for a whole stream. It is set again only if it fires too early, which is rare."""

    def __init__(self, total: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = self._loop.time() + total
        self._deadline = self._end
        self._missed = IDLE
        self._fires_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = False
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0
        self._cancels = 0

    def start(self, seconds: float, missed: str = IDLE) -> None:
        """Give the model this much time for its next delta; `missed` is the detail of the error if it fails to."""
        self._missed = missed
        self._deadline = min(self._loop.time() + seconds, self._end)
        self.resume()

    def resume(self) -> None:
        """Wait for the same deadline again."""
        self._waiting = True
        task = asyncio.current_task(self._loop)
        if task is not self._task and task is not None:
            self._task, self._cancelling = task, task.cancelling()
        if self._timer is None or self._deadline < self._fires_at:
            self._set_timer(self._deadline)

    def pause(self) -> None:
        """Stop the clock while the reader handles a delta."""
        self._waiting = False
        self.raise_if_expired()

    def stop(self) -> None:
        self._waiting = False
        if self._timer is not None:
            self._timer.cancel()

    def raise_if_expired(self) -> None:
        """Turn the cancellation of this watchdog into `TimedOut`; other cancellations stay as they are."""
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
        self._fires_at = when
        self._timer = self._loop.call_at(when, self._fire)

    def _fire(self) -> None:
        self._timer = None
        if not self._waiting or self._task is None:
            return
        if self._loop.time() < self._deadline:
            self._set_timer(self._deadline)
            return
        self._cancels += 1
        self._task.cancel()
        # A connector may swallow a cancellation, so it is cancelled again.
        self._set_timer(self._loop.time() + RECANCEL_SECONDS)


class AnswerSize:
    """Counts the characters of an answer and detects one that repeats itself."""

    def __init__(self, limits: Limits) -> None:
        self.is_looping = False
        self._left = limits.answer
        self._window = limits.loop
        self._recent: dict[int, list[str]] = {}
        self._unchecked = 0

    def add(self, delta: TextDelta | ReasoningDelta | ToolCallDelta | LogprobsDelta) -> int:
        """Count a delta; 0 means that it is empty."""
        if isinstance(delta, LogprobsDelta):
            return self._take(len(delta.tokens))
        text = delta.name + delta.arguments if isinstance(delta, ToolCallDelta) else delta.text
        length = self._take(len(text))
        self._recent.setdefault(delta.choice, []).append(text)
        self._unchecked += length
        if self._unchecked >= LOOP_CHECK_CHARS:
            self._check_loop(delta.choice)
        return length

    def _take(self, length: int) -> int:
        self._left -= length
        if self._left < 0:
            raise TooLarge
        return length

    def _check_loop(self, choice: int) -> None:
        self._unchecked = 0
        recent = "".join(self._recent[choice])[-self._window :]
        self._recent[choice] = [recent]
        self.is_looping = len(recent) == self._window and is_loop(recent)


def is_loop(text: str) -> bool:
    """Whether a text is one phrase repeated at least `MIN_LOOP_ROUNDS` times."""
    before = text.rfind(text[-LOOP_PROBE_CHARS:], 0, len(text) - 1)
    period = len(text) - LOOP_PROBE_CHARS - before
    return before >= 0 and period * MIN_LOOP_ROUNDS <= len(text) and text.endswith(text[:-period])
