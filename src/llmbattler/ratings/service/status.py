"""The status of the rating worker's last run."""

from dataclasses import dataclass
from datetime import datetime

from llmbattler.core.db import Session

from .. import repository

OK, FAILED = "ok", "failed"


async def save_run(session: Session, *, worker: str, votes: int) -> None:
    values = {"worker_name": worker, "status": OK, "votes_processed": votes, "error_message": None}
    await repository.update_status(session, values)


async def save_failure(session: Session, *, worker: str, reason: str) -> None:
    values = {"worker_name": worker, "status": FAILED, "votes_processed": 0, "error_message": reason}
    await repository.update_status(session, values)


async def save_idle(session: Session, *, worker: str) -> None:
    """Record a run without work, which clears an earlier failure."""
    await repository.update_recovered(session, worker, failed=FAILED, ok=OK)


@dataclass(frozen=True, slots=True)
class LastRun:
    worker_name: str
    last_run_at: datetime
    status: str
    votes: int
    error_message: str | None


async def list_runs(session: Session) -> list[LastRun]:
    return [
        LastRun(row.worker_name, row.last_run_at, row.status, row.votes_processed, row.error_message)
        for row in await repository.list_status(session)
    ]
