"""Limits on concurrent calls per endpoint. They grow with success, shrink when the endpoint throttles, and are shared
by all workers."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from llmbattler.connectors.errors import ConnectorError

from ..endpoints import max_width_of
from .retries import MAX_RETRY_AFTER, THROTTLING
from .silence import Silence

START_WIDTH = 32.0
MIN_WIDTH = 1.0
CUT = 0.7
CUT_SECONDS = 1.0
"""Throttled calls within this time have one cause and count once."""


@dataclass(frozen=True, slots=True)
class GateUpdate:
    """What one worker has learned about an endpoint since its last heartbeat."""

    endpoint: str
    grown: float
    cut: bool
    cool: float
    """Seconds of a pause that the provider asked for."""
    heard: float | None = None
    """Seconds since the server last sent something, if that is news."""
    silent: float | None = None
    """Seconds without an answer, while calls wait for one."""
    error: str | None = None
    """The last failure in this time."""


@dataclass(frozen=True, slots=True)
class GateState:
    """What all workers together have learned about an endpoint."""

    width: float
    cool: float


class Gate:
    """One endpoint. Its width applies to all workers together; this process uses its share.

    Until the first throttled call each answer adds one to the width, which doubles it every round trip; afterwards a
    whole round trip adds one.
    """

    def __init__(self, endpoint: str, clock: Callable[[], float]) -> None:
        self.endpoint = endpoint
        self._max_width = max_width_of(endpoint)
        self.width = min(START_WIDTH, self._max_width)
        self.running = 0
        self.workers = 1
        self._clock = clock
        self._slow_start = True
        self._grown = 0.0
        self._cut = False
        self._cut_at = float("-inf")
        self._paused_until = float("-inf")
        self._reported_until = float("-inf")
        self._queue: deque[asyncio.Future[None]] = deque()
        self.silence = Silence(clock)

    @property
    def limit(self) -> int:
        return max(1, int(self.width / self.workers))

    @property
    def opens_at(self) -> float:
        """The end of the pause that the provider asked for."""
        return self._paused_until

    @property
    def has_room(self) -> bool:
        return self.running < self.limit and not self._queue and self._clock() >= self._paused_until

    def enter(self) -> None:
        self.silence.note_asked(self.running)
        self.running += 1

    def leave(self) -> None:
        self.running -= 1
        self._admit()

    async def wait(self) -> None:
        """Enter as soon as there is room, in order of arrival and before calls that check `has_room`."""
        while not self.has_room:
            pause = self._paused_until - self._clock()
            if pause > 0:
                await asyncio.sleep(pause)
                continue
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queue.append(future)
            try:
                await future
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self.leave()  # it was admitted before the cancellation arrived
                raise
            return
        self.enter()

    def _admit(self) -> None:
        while self._queue and self.running < self.limit:
            future = self._queue.popleft()
            if not future.done():
                self.silence.note_asked(self.running)
                self.running += 1
                future.set_result(None)

    def record_heard(self) -> None:
        """The server has sent a part of an answer."""
        self.silence.note_heard(self.running)

    def record_failure(self, error: ConnectorError) -> None:
        self.silence.note_failure(error, self.running)
        if error.kind in THROTTLING:
            self.record_throttling(error.retry_after)

    def record_success(self) -> None:
        """Grow after an answer, unless less than half of the width is in use."""
        if 2 * self.running < self.limit:
            return
        step = 1.0 if self._slow_start else 1.0 / self.width
        step = min(step, self._max_width - self.width)
        self.width += step
        self._grown += step
        self._admit()

    def record_throttling(self, retry_after: float | None = None) -> None:
        now = self._clock()
        if now - self._cut_at >= CUT_SECONDS:
            self.width = max(MIN_WIDTH, self.width * CUT)
            self._cut_at = now
            self._cut = True
            self._slow_start = False
            self._grown = 0.0
        if retry_after:
            self._paused_until = max(self._paused_until, now + min(retry_after, MAX_RETRY_AFTER))

    def take_update(self) -> GateUpdate:
        """Return and reset what was learned since the last call."""
        # A pause is reported once. Reported with every heartbeat, it would grow by the time that reporting takes.
        is_new = self._paused_until > self._reported_until
        cool = max(0.0, self._paused_until - self._clock()) if is_new else 0.0
        self._reported_until = self._paused_until
        silent = self.silence.measure(self.running)
        error = self.silence.error if silent is not None else None
        update = GateUpdate(
            self.endpoint,
            self._grown,
            self._cut,
            cool,
            heard=self.silence.take_heard(),
            silent=silent,
            error=None if error is None else str(error),
        )
        self._grown, self._cut = 0.0, False
        return update

    def restore_update(self, update: GateUpdate) -> None:
        """Undo `take_update` after the update could not be stored."""
        self._grown += update.grown
        self._cut = self._cut or update.cut
        self.silence.restore_heard(update.heard)
        if update.cool:
            self._reported_until = float("-inf")

    def apply_state(self, state: GateState, workers: int) -> None:
        self.width = min(self._max_width, max(MIN_WIDTH, state.width + self._grown))
        self.workers = max(1, workers)
        if state.cool > 0:
            self._paused_until = max(self._paused_until, self._clock() + state.cool)
            self._reported_until = self._paused_until
        self._admit()


class Gates:
    """All endpoints that this process calls in runs."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._gates: dict[str, Gate] = {}
        self._workers = 1

    def get(self, endpoint: str) -> Gate:
        if endpoint not in self._gates:
            self._gates[endpoint] = Gate(endpoint, self._clock)
            self._gates[endpoint].workers = self._workers
        return self._gates[endpoint]

    def take_updates(self) -> list[GateUpdate]:
        return [gate.take_update() for gate in self._gates.values()]

    def restore_updates(self, updates: list[GateUpdate]) -> None:
        for update in updates:
            self._gates[update.endpoint].restore_update(update)

    def apply_states(self, states: dict[str, GateState], workers: int) -> None:
        self._workers = workers
        for endpoint, state in states.items():
            self._gates[endpoint].apply_state(state, workers)
