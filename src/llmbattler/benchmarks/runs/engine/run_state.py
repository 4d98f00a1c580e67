"""What one worker knows of one run: its waiting items, the calls in flight, and its budget."""

import asyncio
import heapq
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from llmbattler.connectors.contract import Message, Params
from llmbattler.generation.contestants.service import AnswerContext, Contestant
from llmbattler.generation.response_cache.service import NewResponse, StoredResponse

from ...suites.definition.samples import SampleView
from ...suites.scoring.turns import ModelAnswer, Turn, sum_paid
from ...suites.service.open_suite import OpenSuite
from ..models import Run
from .claims import ClaimedChunk
from .model_gate import ModelGate
from .run_budget import JudgeCost, PriorCost, RunBudget

NO_COST = PriorCost()


@dataclass(slots=True)
class WorkItem:
    """One sample to be answered by one model."""

    state: "RunState"
    chunk: ClaimedChunk
    sample: SampleView
    tries: int = 0
    cache_key: str | None = None
    messages: list[Message] | None = None
    stored: StoredResponse | None = None
    """The answer from the cache."""
    turns: list[Turn] = field(default_factory=list)
    """What was asked and answered so far; a try that failed continues after it."""
    answer: ModelAnswer | None = None
    """The model's last answer with the sums of all turns, while it could not be scored yet."""
    uncached: list[NewResponse] = field(default_factory=list)
    """New answers that are to be cached."""
    finish: str | None = None
    max_cost: int = 0
    """The most that the call can cost, in micro-dollars; only set where the run has a budget."""
    judge_cost: JudgeCost | None = None
    in_gate: bool = False
    reserved: int = 0
    prior_cost: PriorCost = NO_COST
    """Of tries by other workers, or before a retry of failed items; this worker's cost is added to it."""
    charged: int = 0
    """What the run's budget already includes."""

    def __post_init__(self) -> None:
        self.charged = self.prior_cost.micro_usd

    @property
    def model_id(self) -> str:
        return self.chunk.plan.model_id

    @property
    def needs_call(self) -> bool:
        return self.stored is None and self.answer is None

    @property
    def paid_micro_usd(self) -> int | None:
        """What the model's answers cost in this worker; `None` if nothing is known."""
        if self.turns:
            return sum_paid(self.turns)
        return None if self.answer is None else self.answer.cost_micro_usd

    def take_uncached(self) -> list[NewResponse]:
        taken, self.uncached = self.uncached, []
        return taken

    @property
    def is_free(self) -> bool:
        return not (self.needs_call or self.state.is_judged)

    @property
    def remaining_cost(self) -> int:
        """The most that the answer can still cost, without its judges."""
        return self.max_cost if self.needs_call else 0

    def acquire(self) -> None:
        """Enter the gate of the model and reserve the cost."""
        if self.needs_call:
            self.in_gate = True
            self.state.model_gates[self.model_id].enter()
        if self.state.budget is not None and not self.is_free:
            self.reserved = self.remaining_cost + self.state.budget.max_judge_cost
            self.state.budget.reserved += self.reserved

    def charge(self, micro_usd: int, judge_micro_usd: int) -> None:
        """Charge the run's budget. Both amounts are totals of this item; the first includes the second."""
        budget = self.state.budget
        if budget is not None:
            budget.unrecorded += micro_usd - self.charged
            self.charged = micro_usd
            budget.max_judge_cost = max(budget.max_judge_cost, judge_micro_usd - (self.prior_cost.judge or 0))
            budget.judge_cost_known = budget.judge_cost_known or self.judge_cost is not None

    def leave_gate(self) -> None:
        """May be called more than once."""
        if self.in_gate:
            self.in_gate = False
            self.state.model_gates[self.model_id].leave()

    def release_reservation(self) -> None:
        if self.state.budget is not None:
            self.state.budget.reserved -= self.reserved
            self.reserved = 0


@dataclass(slots=True)
class StopCause:
    """Why a model is not asked any more in a run."""

    kind: str
    error: str


@dataclass(slots=True)
class RunState:
    run: Run
    suite: OpenSuite
    contestants: Mapping[str, Contestant]
    model_gates: Mapping[str, ModelGate]
    params: Mapping[str, Params]
    """By model: reasoning models get extra output tokens."""
    fingerprints: Mapping[str, bytes]
    """By model: the part of the cache key that all its questions share."""
    context: AnswerContext
    opened_at: float
    share: int | None = None
    """How many of the run's concurrent calls this worker may make; none before the first heartbeat."""
    running: int = 0
    closing: bool = False
    budget: RunBudget | None = None
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    chunks: dict[int, ClaimedChunk] = field(default_factory=dict)
    """By job."""
    stop_causes: dict[str, StopCause] = field(default_factory=dict)
    model_failures: dict[str, int] = field(default_factory=dict)
    """By model: consecutive failures that every further call would repeat."""
    _ready: dict[str, deque[WorkItem]] = field(default_factory=dict)
    _without_call: deque[WorkItem] = field(default_factory=deque)
    _delayed: list[tuple[float, int, WorkItem]] = field(default_factory=list)
    _sequence: int = 0
    stop_reason: str | None = None
    """Why this run is about to be stopped; nothing more is asked."""

    @property
    def run_id(self) -> UUID:
        return self.run.run_id

    @property
    def is_judged(self) -> bool:
        return "judge" in self.suite.marker.needs

    def list_parked(self) -> set[ClaimedChunk]:
        """The chunks of which nothing can be asked now: their items are delayed, or their models are paused."""
        active = {item.chunk for item in self._without_call}
        for model_id, queue in self._ready.items():
            if not self.model_gates[model_id].is_paused:
                active.update(item.chunk for item in queue)
        return {chunk for chunk in self.chunks.values() if not chunk.running and chunk not in active}

    @property
    def has_reserve(self) -> bool:
        """Whether as many items wait as may be in flight, so that there is time until more are needed."""
        waiting = len(self._without_call) + sum(len(queue) for queue in self._ready.values())
        return waiting >= (self.share or 1)

    @property
    def is_ending(self) -> bool:
        return self.closing or self.stop_reason is not None

    def add(self, item: WorkItem, *, at: float | None = None) -> None:
        """Queue an item, or delay it until `at`."""
        if at is not None:
            self._sequence += 1
            heapq.heappush(self._delayed, (at, self._sequence, item))
        elif not item.needs_call:
            self._without_call.append(item)
        else:
            self._ready.setdefault(item.model_id, deque()).append(item)

    def queue_due(self, now: float) -> None:
        """Queue the delayed items whose time has come."""
        while self._delayed and self._delayed[0][0] <= now:
            self.add(heapq.heappop(self._delayed)[2])

    def take_next(self) -> WorkItem | None:
        """The next item that may start now; models take turns."""
        if self.is_ending or self.share is None or self.running >= self.share:
            return None
        if self._without_call and self._fits_budget(self._without_call[0]):
            return self._without_call.popleft()
        for model_id, queue in list(self._ready.items()):
            if not queue:
                del self._ready[model_id]
            elif self.model_gates[model_id].is_open and self._fits_budget(queue[0]):
                item = queue.popleft()
                self._ready[model_id] = self._ready.pop(model_id)
                return item
        return None

    def _fits_budget(self, item: WorkItem) -> bool:
        if self.budget is None or item.is_free:
            return True
        if self.is_judged and not self.budget.judge_cost_known and self.running:
            return False  # the first answer tells what judges cost
        return self.budget.allows(item.remaining_cost)

    def find_unaffordable(self) -> WorkItem | None:
        """A waiting item that the budget does not allow although no other cost is pending."""
        if self.budget is None or not self.budget.is_settled or self.running:
            return None
        waiting = (queue[0] for queue in (self._without_call, *self._ready.values()) if queue)
        return next((item for item in waiting if not self._fits_budget(item)), None)

    def list_wake_times(self) -> Iterator[float]:
        """When an item may become startable without any other event."""
        yield from (self.model_gates[model_id].next_at for model_id, queue in self._ready.items() if queue)
        if self._delayed:
            yield self._delayed[0][0]

    def remove_model(self, model_id: str) -> Iterator[WorkItem]:
        """Remove and return all waiting items that need a call to this model."""
        yield from self._ready.pop(model_id, ())
        delayed, self._delayed = self._delayed, []
        for at, sequence, item in delayed:
            if item.model_id == model_id and item.needs_call:
                yield item
            else:
                heapq.heappush(self._delayed, (at, sequence, item))

    def clear_stop_causes(self) -> None:
        self.stop_causes.clear()
        self.model_failures.clear()

    def drop_items(self, chunks: Collection[ClaimedChunk]) -> None:
        """Remove the waiting items of these chunks."""
        self._without_call = deque(item for item in self._without_call if item.chunk not in chunks)
        for model_id, queue in self._ready.items():
            self._ready[model_id] = deque(item for item in queue if item.chunk not in chunks)
        self._delayed = [one for one in self._delayed if one[2].chunk not in chunks]
        heapq.heapify(self._delayed)
