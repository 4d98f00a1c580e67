"""How many calls an endpoint bears at once: more while all is well, fewer when it says so, the same for all workers."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from ..endpoints import max_width_of
from .retries import LONGEST_RETRY_AFTER

START_WIDTH = 32.0
MIN_WIDTH = 1.0
CUT = 0.7
CUT_SECONDS = 1.0
"""Refusals within so short a time have one cause and count once."""


@dataclass(frozen=True, slots=True)
class GateUpdate:
    """What one worker learnt about an endpoint since its last beat."""

    endpoint: str
    grown: float
    cut: bool
    cool: float


@dataclass(frozen=True, slots=True)
class GateState:
    width: float
    cool: float


class Gate:
    """One endpoint. Its width is that of all workers together; this process lets its share through.

    Before the first refusal each answer widens it by one, which doubles it in every round trip; afterwards a whole
    round trip does.
    """

    def __init__(self, endpoint: str, clock: Callable[[], float]) -> None:
        self.endpoint = endpoint
        self._max_width = max_width_of(endpoint)
        self.width = min(START_WIDTH, self._max_width)
        self.running = 0
        self.workers = 1
        self._clock = clock
        self._racing = True
        self._grown = 0.0
        self._cut = False
        self._cut_at = float("-inf")
        self._cools_until = float("-inf")
        self._told_until = float("-inf")
        self._queue: deque[asyncio.Future[None]] = deque()

    @property
    def limit(self) -> int:
        return max(1, int(self.width / self.workers))

    @property
    def opens_at(self) -> float:
        """When it may be tried again, after the provider asked for a pause."""
        return self._cools_until

    @property
    def has_room(self) -> bool:
        return self.running < self.limit and not self._queue and self._clock() >= self._cools_until

    def enter(self) -> None:
        self.running += 1

    def leave(self) -> None:
        self.running -= 1
        self._let_in()

    async def wait(self) -> None:
        """Enter as soon as there is room; whoever waits here goes before new questions."""
        while not self.has_room:
            pause = self._cools_until - self._clock()
            if pause > 0:
                await asyncio.sleep(pause)
                continue
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queue.append(future)
            try:
                await future
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self.leave()  # it was let in at the same moment
                raise
            return
        self.enter()

    def _let_in(self) -> None:
        while self._queue and self.running < self.limit:
            future = self._queue.popleft()
            if not future.done():
                self.running += 1
                future.set_result(None)

    def answered(self) -> None:
        """An answer came without trouble. A gate that is not used to its width learns nothing."""
        if 2 * self.running < self.limit:
            return
        step = 1.0 if self._racing else 1.0 / self.width
        step = min(step, self._max_width - self.width)
        self.width += step
        self._grown += step
        self._let_in()

    def refused(self, retry_after: float | None = None) -> None:
        """The endpoint asked for less."""
        now = self._clock()
        if now - self._cut_at >= CUT_SECONDS:
            self.width = max(MIN_WIDTH, self.width * CUT)
            self._cut_at = now
            self._cut = True
            self._racing = False
            self._grown = 0.0
        if retry_after:
            self._cools_until = max(self._cools_until, now + min(retry_after, LONGEST_RETRY_AFTER))

    def tell(self) -> GateUpdate:
        """What was learnt since the last time; forgets it."""
        # Only what is new: told again and again, each beat would make the pause as much longer as telling takes.
        fresh = self._cools_until > self._told_until
        cool = max(0.0, self._cools_until - self._clock()) if fresh else 0.0
        self._told_until = self._cools_until
        news = GateUpdate(self.endpoint, self._grown, self._cut, cool)
        self._grown, self._cut = 0.0, False
        return news

    def take_back(self, news: GateUpdate) -> None:
        """It could not be told; the next beat tells it."""
        self._grown += news.grown
        self._cut = self._cut or news.cut
        if news.cool:
            self._told_until = float("-inf")

    def hear(self, state: GateState, workers: int) -> None:
        self.width = min(self._max_width, max(MIN_WIDTH, state.width + self._grown))
        self.workers = max(1, workers)
        if state.cool > 0:
            self._cools_until = max(self._cools_until, self._clock() + state.cool)
            self._told_until = self._cools_until
        self._let_in()


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

    def tell(self) -> list[GateUpdate]:
        return [gate.tell() for gate in self._gates.values()]

    def take_back(self, news: list[GateUpdate]) -> None:
        for one in news:
            self._gates[one.endpoint].take_back(one)

    def hear(self, states: dict[str, GateState], workers: int) -> None:
        self._workers = workers
        for endpoint, state in states.items():
            self._gates[endpoint].hear(state, workers)
