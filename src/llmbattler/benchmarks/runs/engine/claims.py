"""What a worker reads from the database before it claims chunks and while it loads them."""

from dataclasses import dataclass
from uuid import UUID

from ..chunks import ChunkPlan
from ..models import Run


@dataclass(frozen=True, slots=True)
class ClaimedChunk:
    run_id: UUID
    plan: ChunkPlan


@dataclass(frozen=True, slots=True)
class PriorResult:
    """A result that is already recorded."""

    position: int
    final: bool
    tries: int
    wait: float
    """Seconds until the next try; 0 for a final result."""
    cost_micro_usd: int | None = None
    judge_micro_usd: int | None = None


@dataclass(frozen=True, slots=True)
class ActiveRun:
    run: Run
    has_free: bool
    """Whether some of its chunks wait for a worker."""
