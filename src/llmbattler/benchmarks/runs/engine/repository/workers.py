"""Heartbeats of workers. Times are the database's: the clocks of workers may differ."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import text

from llmbattler.core.db import Session, StatementConnection

ALIVE = timedelta(seconds=10)
"""A worker that was not heard of for so long is dead."""


async def update_heartbeat(session: Session, worker: UUID, calls: int) -> list[UUID]:
    """Say that this worker lives, and give all that do."""
    statement = text(
        "WITH mine AS (INSERT INTO bench_workers (worker, beat_at, calls) VALUES (:worker, now(), :calls) "
        "ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls) "
        "SELECT worker FROM bench_workers WHERE beat_at > now() - cast(:alive AS interval)"
    )
    found = await session.execute(statement, {"worker": worker, "calls": calls, "alive": ALIVE})
    return sorted({worker, *found.scalars()})


_BEAT_IDLY = """
WITH mine AS (
    INSERT INTO bench_workers (worker, beat_at, calls) VALUES (%(worker)s, now(), 0)
    ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls
)
SELECT EXISTS (SELECT FROM bench_runs WHERE status = 'running')
    OR EXISTS (SELECT FROM bench_chunks WHERE worker = %(worker)s)
"""


async def update_idle_heartbeat(connection: StatementConnection, worker: UUID) -> bool:
    """Say that this worker lives and does nothing; true when there is something to do, or to give back."""
    [[wanted]] = await connection.run(_BEAT_IDLY, {"worker": worker})
    return bool(wanted)


async def delete_worker(session: Session, worker: UUID) -> None:
    """Give everything back that this worker holds, and take it off the list."""
    await session.execute(
        text("UPDATE bench_chunks SET worker = NULL, leased_until = NULL WHERE worker = :worker"), {"worker": worker}
    )
    await session.execute(text("DELETE FROM bench_workers WHERE worker = :worker"), {"worker": worker})
