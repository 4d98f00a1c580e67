"""What a worker reads from the database when it claims chunks."""

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
    """A result that is there already."""

    position: int
    final: bool
    tries: int
    wait: float
    """Seconds until it is due again; for one that is not final."""
    cost_micro_usd: int | None = None
    judge_micro_usd: int | None = None
    """What its tries have cost so far, and what judges took for them."""


@dataclass(frozen=True, slots=True)
class ActiveRun:
    run: Run
    has_free: bool
    """Some of its pieces wait for a worker."""
