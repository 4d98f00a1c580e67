"""Unfinished runs as long jobs."""

from collections.abc import Sequence

from llmbattler.core.db import Session
from llmbattler.core.long_jobs import JobState, LongJob

from .. import repository
from ..models import RunStatus
from .listing import total_of

MAX_LISTED = 200


async def list_unfinished_runs(session: Session, owner: str | None) -> Sequence[LongJob]:
    """List the newest running and paused runs."""
    unfinished = repository.RunFilter(statuses=(RunStatus.RUNNING, RunStatus.PAUSED), owner=owner, limit=MAX_LISTED)
    rows = await repository.list_runs(session, unfinished)
    done = await repository.count_done(session, [run.run_id for run, _, _ in rows])
    return [
        LongJob(
            kind="run",
            id=str(run.run_id),
            owner=run.owner,
            title=run.title or suite.title,
            state=JobState(run.status),
            done=done.get(run.run_id, 0),
            total=total_of(run),
            started_at=run.created_at,
            cost_micro_usd=await repository.get_spent(session, run.run_id),
            reason=run.reason,
        )
        for run, suite, _ in rows
    ]
