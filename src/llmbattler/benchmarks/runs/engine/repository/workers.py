"""Heartbeats of workers."""

from uuid import UUID

from sqlalchemy import text

from llmbattler.core.db import Session, StatementConnection

from .. import timings


async def update_heartbeat(session: Session, worker: UUID, calls: int) -> list[UUID]:
    """Record a heartbeat. Return all workers that are alive, this one included."""
    statement = text(
        "WITH mine AS (INSERT INTO bench_workers (worker, beat_at, calls) VALUES (:worker, now(), :calls) "
        "ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls) "
        "SELECT worker FROM bench_workers WHERE beat_at > now() - cast(:alive AS interval)"
    )
    found = await session.execute(statement, {"worker": worker, "calls": calls, "alive": timings.ALIVE})
    return sorted({worker, *found.scalars()})


_IDLE_HEARTBEAT = """
WITH mine AS (
    INSERT INTO bench_workers (worker, beat_at, calls) VALUES (%(worker)s, now(), 0)
    ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls
)
SELECT EXISTS (SELECT FROM bench_runs WHERE status = 'running')
    OR EXISTS (SELECT FROM bench_chunks WHERE worker = %(worker)s)
"""


async def update_idle_heartbeat(connection: StatementConnection, worker: UUID) -> bool:
    """Record a heartbeat of an idle worker. Return whether a run is running or this worker still holds a chunk."""
    [[has_work]] = await connection.run(_IDLE_HEARTBEAT, {"worker": worker})
    return bool(has_work)


async def delete_worker(session: Session, worker: UUID) -> None:
    """Release all chunks of a worker and delete it."""
    await session.execute(
        text("UPDATE bench_chunks SET worker = NULL, leased_until = NULL WHERE worker = :worker"), {"worker": worker}
    )
    await session.execute(text("DELETE FROM bench_workers WHERE worker = :worker"), {"worker": worker})
