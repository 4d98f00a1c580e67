"""Long jobs that people follow, such as runs. Slices register their kinds in their manifests."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from .db import Session
from .manifests import list_job_kinds, load


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    STOPPED = "stopped"
    """By a budget or a failure; `reason` says which."""
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class LongJob:
    """One job, in the same shape for every kind."""

    kind: str
    id: str
    owner: str | None
    title: str
    state: JobState
    done: int
    total: int
    started_at: datetime
    cost_micro_usd: int | None = None
    reason: str | None = None


ListUnfinished: TypeAlias = Callable[[Session, str | None], Awaitable[Sequence[LongJob]]]


async def list_long_jobs(session: Session, *, owner: str | None = None) -> list[LongJob]:
    """List the unfinished jobs of all kinds, newest first; without an owner those of everybody."""
    jobs: list[LongJob] = []
    for kind in list_job_kinds().values():
        list_unfinished: ListUnfinished = load(kind.list_unfinished)
        jobs += await list_unfinished(session, owner)
    return sorted(jobs, key=lambda job: job.started_at, reverse=True)
