"""Chunks as a worker knows them, from their job until they are finished or released."""

from dataclasses import dataclass, field
from typing import TypeAlias
from uuid import UUID

from ..chunks import ChunkPlan

ChunkKey: TypeAlias = tuple[UUID, int]
"""A run and the number of one of its chunks."""


@dataclass(frozen=True, slots=True)
class EnqueuedChunk:
    """A chunk together with its job. When a chunk is released it gets another job, and this one means nothing."""

    run_id: UUID
    number: int
    job_id: int

    @property
    def key(self) -> ChunkKey:
        return self.run_id, self.number


@dataclass(frozen=True, slots=True)
class PriorResult:
    """A result that is already recorded."""

    final: bool
    tries: int = 0
    wait: float = 0.0
    """Seconds until the next try; 0 for a final result."""
    cost_micro_usd: int | None = None
    judge_micro_usd: int | None = None


@dataclass(slots=True, eq=False)
class ClaimedChunk:
    """A chunk whose job this worker has claimed."""

    enqueued: EnqueuedChunk
    plan: ChunkPlan
    solo_starts: int = 0
    prior: dict[int, PriorResult] = field(default_factory=dict)
    """Its recorded results by position, when it was read."""
    left: int = 0
    """Samples without a final result."""
    running: int = 0
    """Attempts in flight."""
    parked: bool = False
    """As recorded in the database."""
    releasing: bool = False
    """It is given back as soon as nothing of it is in flight."""

    @property
    def missing(self) -> list[int]:
        """The positions without a final result when it was read."""
        return [at for at in self.plan.positions if at not in self.prior or not self.prior[at].final]
