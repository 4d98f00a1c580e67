"""What one worker knows of one run: its questions that wait, those that are being asked, and what it may spend."""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from llmbattler.catalog.service import OfferedModel
from llmbattler.connectors.contract import Message, Params
from llmbattler.connectors.errors import CircuitOpen, ConnectorError

from ...suites.definition.samples import SampleView
from ...suites.scoring.marks import ModelAnswer
from ...suites.service.open_suite import OpenSuite
from ..chunks import ChunkPlan
from ..models import Run
from .answers import StoredAnswer
from .gates import Gate

ENOUGH = 2
"""With so many times what can be asked at once, no more is fetched: fetching takes as long as asking."""
MOST_WAITING = 1_000
"""Questions of one run that a worker holds and cannot ask now."""


@dataclass(slots=True)
class HeldChunk:
    """A piece that this worker holds."""

    plan: ChunkPlan
    left: int
    """Samples without a final result."""


@dataclass(frozen=True, slots=True)
class PriorCost:
    """What a question has cost, in millionths of a dollar; nothing where nobody knows."""

    asking: int | None = None
    judging: int | None = None

    @property
    def micro_usd(self) -> int:
        return (self.asking or 0) + (self.judging or 0)


@dataclass(slots=True)
class JudgeCost:
    """What judges have cost for one item, over all its tries."""

    micro_usd: int | None = None

    def add(self, micro_usd: int | None) -> None:
        if micro_usd is not None:
            self.micro_usd = (self.micro_usd or 0) + micro_usd


@dataclass(slots=True)
class WorkItem:
    """One question to one model."""

    state: "RunState"
    held: HeldChunk
    sample: SampleView
    tries: int = 0
    key: str | None = None
    messages: list[Message] | None = None
    kept: StoredAnswer | None = None
    said: ModelAnswer | None = None
    """An answer that could not be marked yet."""
    finish: str | None = None
    estimate: int = 0
    """The most that asking can cost, in millionths of a dollar; only where the run has a budget."""
    judge_cost: JudgeCost | None = None
    """The same from try to try, since it knows what all of them cost."""
    in_gate: bool = False
    reserved: int = 0
    before: PriorCost = PriorCost()
    """By earlier tries that are not this worker's, or that somebody had asked again; this one's cost comes on top."""
    paid: int = 0
    """What the budget of the run knows of already."""

    def __post_init__(self) -> None:
        self.paid = self.before.micro_usd

    @property
    def model_id(self) -> str:
        return self.held.plan.model_id

    @property
    def needs_call(self) -> bool:
        return self.kept is None and self.said is None

    @property
    def is_free(self) -> bool:
        return not (self.needs_call or self.state.is_judged)

    @property
    def price(self) -> int:
        """The most that the answer can still cost, without its grade."""
        return self.estimate if self.needs_call else 0

    def enter(self) -> None:
        """Take a place at the endpoint, and set money aside."""
        if self.needs_call:
            self.in_gate = True
            self.state.model_gates[self.model_id].enter()
        if self.state.budget is not None and not self.is_free:
            self.reserved = self.price + self.state.budget.judging
            self.state.budget.reserved += self.reserved

    def pay(self, micro_usd: int, judging: int) -> None:
        """So much it has cost up to now, and so much of that its grade."""
        budget = self.state.budget
        if budget is not None:
            budget.fresh += micro_usd - self.paid
            self.paid = micro_usd
            budget.judging = max(budget.judging, judging - (self.before.judging or 0))
            budget.graded = budget.graded or self.judge_cost is not None

    def leave(self) -> None:
        """Make room at the endpoint; again and again does no harm."""
        if self.in_gate:
            self.in_gate = False
            self.state.model_gates[self.model_id].leave()

    def settle(self) -> None:
        """What it cost is known now, or nothing was asked."""
        if self.state.budget is not None:
            self.state.budget.reserved -= self.reserved
            self.reserved = 0


class ModelGate:
    """One model as this worker finds it, for all runs alike."""

    def __init__(self, gate: Gate, clock: Callable[[], float]) -> None:
        self.gate = gate
        self.opens_at = float("-inf")
        self.running = 0
        self.unhealthy_since: float | None = None
        self.last_error: ConnectorError | None = None
        self._clock = clock

    @property
    def is_open(self) -> bool:
        """While it is sick one question at a time finds out whether it is well again."""
        if self._clock() < self.opens_at or (self.unhealthy_since is not None and self.running):
            return False
        return self.gate.has_room

    @property
    def next_at(self) -> float:
        return max(self.opens_at, self.gate.opens_at)

    @property
    def is_paused(self) -> bool:
        return self.unhealthy_since is not None or self._clock() < self.next_at

    def enter(self) -> None:
        self.running += 1
        self.gate.enter()

    def leave(self) -> None:
        self.running -= 1
        self.gate.leave()

    def mark_unhealthy(self, error: ConnectorError, wait: float, since: float) -> float:
        """Rest for a while; gives the seconds without a sign of life, counted from `since` at the earliest."""
        now = self._clock()
        self.unhealthy_since = self.unhealthy_since or now
        if self.last_error is None or not isinstance(error, CircuitOpen):
            self.last_error = error
        self.opens_at = now + wait
        return now - max(self.unhealthy_since, since)

    def mark_healthy(self) -> None:
        self.unhealthy_since = self.last_error = None
        self.opens_at = float("-inf")


class RunBudget:
    """What a run with a budget may still spend in this process, so that all workers together never pass it."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.workers = 1
        self.spent: int | None = None
        """By all workers, as their results say; unknown before the first look."""
        self.fresh = 0
        """By this one since it looked."""
        self.reserved = 0
        """At most, by what is being asked now."""
        self.judging = 0
        """The most that grading one answer has cost so far."""
        self.graded = False
        """Before the first grade nobody knows what one costs."""

    def allows(self, estimate: int) -> bool:
        if self.spent is None:
            return False
        share = (self.budget - self.spent) // self.workers
        return self.fresh + self.reserved + estimate + self.judging <= share

    @property
    def is_idle(self) -> bool:
        return self.spent is not None and not self.fresh and not self.reserved

    def look(self, spent: int, known: int, workers: int) -> None:
        """The results say that so much is spent; so much of what this process spent is in it."""
        self.spent = spent
        self.fresh -= known
        self.workers = max(1, workers)


@dataclass(slots=True)
class StopCause:
    """Why no further question to a model makes sense."""

    kind: str
    error: str


@dataclass(slots=True)
class RunState:
    run: Run
    suite: OpenSuite
    models: Mapping[str, OfferedModel]
    model_gates: Mapping[str, ModelGate]
    params: Mapping[str, Params]
    """By the model: one that reasons gets room to think."""
    identities: Mapping[str, bytes]
    opened_at: float
    share: int = 0
    target_backlog: int = 0
    """So many questions should wait here, ready to be asked: no more than this process can ask soon."""
    running: int = 0
    closing: bool = False
    has_free: bool = True
    budget: RunBudget | None = None
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    held: dict[int, HeldChunk] = field(default_factory=dict)
    stop_causes: dict[str, StopCause] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    """Failures in a row that are the model's."""
    _ready: dict[str, deque[WorkItem]] = field(default_factory=dict)
    _easy: deque[WorkItem] = field(default_factory=deque)
    """Those that need no call."""
    _later: list[tuple[float, int, WorkItem]] = field(default_factory=list)
    _count: int = 0
    stop_reason: str | None = None
    """Why this run is to be stopped; no further question is asked."""

    @property
    def run_id(self) -> UUID:
        return self.run.run_id

    @property
    def is_judged(self) -> bool:
        return "judge" in self.suite.marker.needs

    @property
    def backlog(self) -> int:
        """Questions that could be asked as soon as there is room."""
        ready = (len(queue) for model_id, queue in self._ready.items() if not self.model_gates[model_id].is_paused)
        return len(self._easy) + sum(ready)

    @property
    def has_capacity(self) -> bool:
        """One model that rests does not hold up the others, as long as not too many wait for it."""
        if not self.has_free or self.is_ending or self.backlog >= ENOUGH * self.target_backlog:
            return False
        waiting = len(self._later) + sum(len(queue) for queue in self._ready.values())
        return waiting < MOST_WAITING + 2 * self.share

    @property
    def is_ending(self) -> bool:
        return self.closing or self.stop_reason is not None

    def add(self, item: WorkItem, *, at: float | None = None) -> None:
        if at is not None:
            self._count += 1
            heapq.heappush(self._later, (at, self._count, item))
        elif not item.needs_call:
            self._easy.append(item)
        else:
            self._ready.setdefault(item.model_id, deque()).append(item)

    def wake(self, now: float) -> None:
        """Put those in line whose time has come."""
        while self._later and self._later[0][0] <= now:
            self.add(heapq.heappop(self._later)[2])

    def next(self) -> WorkItem | None:
        """The next question that may be asked now; the models take turns."""
        if self.is_ending or self.running >= self.share:
            return None
        if self._easy and self._can_pay(self._easy[0]):
            return self._easy.popleft()
        for model_id, queue in list(self._ready.items()):
            if not queue:
                del self._ready[model_id]
            elif self.model_gates[model_id].is_open and self._can_pay(queue[0]):
                item = queue.popleft()
                self._ready[model_id] = self._ready.pop(model_id)
                return item
        return None

    def _can_pay(self, item: WorkItem) -> bool:
        if self.budget is None or item.is_free:
            return True
        if self.is_judged and not self.budget.graded and self.running:
            return False  # the first one finds out what grading costs
        return self.budget.allows(item.price)

    def find_unpaid(self) -> WorkItem | None:
        """A question that the budget does not allow although nothing else is being paid for."""
        if self.budget is None or not self.budget.is_idle or self.running:
            return None
        waiting = (queue[0] for queue in (self._easy, *self._ready.values()) if queue)
        return next((item for item in waiting if not self._can_pay(item)), None)

    def list_times(self) -> Iterator[float]:
        """When something may change by itself."""
        yield from (self.model_gates[model_id].next_at for model_id, queue in self._ready.items() if queue)
        if self._later:
            yield self._later[0][0]

    def take_model(self, model_id: str) -> Iterator[WorkItem]:
        """Everything that waits for a model, which nobody will ask."""
        yield from self._ready.pop(model_id, ())
        later, self._later = self._later, []
        for at, count, item in later:
            if item.model_id == model_id and item.needs_call:
                yield item
            else:
                heapq.heappush(self._later, (at, count, item))

    def clear_stop_causes(self) -> None:
        self.stop_causes.clear()
        self.refusals.clear()

    def drop(self, numbers: set[int]) -> None:
        """Forget pieces that this worker no longer holds."""
        for number in numbers:
            self.held.pop(number, None)
        self._easy = deque(item for item in self._easy if item.held.plan.number not in numbers)
        for model_id, queue in self._ready.items():
            self._ready[model_id] = deque(item for item in queue if item.held.plan.number not in numbers)
        self._later = [one for one in self._later if one[2].held.plan.number not in numbers]
        heapq.heapify(self._later)

    def clear(self) -> None:
        self._easy.clear()
        self._ready.clear()
        self._later.clear()
