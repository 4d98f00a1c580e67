"""Queries of chunks: claim, renew, release, reclaim."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import exists, func, select, text

from llmbattler.core.db import Session

from ...chunks import ChunkPlan
from ...models import Chunk, Run
from ..claims import ClaimedChunk

CLAIM = """
WITH wanted AS (SELECT * FROM unnest(cast(:runs AS uuid[]), cast(:counts AS int[])) AS w(run_id, many)),
picked AS MATERIALIZED (
    SELECT c.run_id, c.number FROM wanted w CROSS JOIN LATERAL (
        SELECT run_id, number FROM bench_chunks
        WHERE run_id = w.run_id AND worker IS NULL AND deaths BETWEEN :least AND :most
        ORDER BY number LIMIT w.many FOR UPDATE SKIP LOCKED
    ) c LIMIT cast(:limit AS int)
)
UPDATE bench_chunks b SET worker = :worker, leased_until = now() + cast(:lease AS interval)
FROM picked p WHERE b.run_id = p.run_id AND b.number = p.number
RETURNING b.run_id, b.number, b.model_id, b.prompt, b.epoch, b.first, b.count, b.deaths
"""


async def update_claimed_chunks(
    session: Session,
    worker: UUID,
    *,
    wanted: Mapping[UUID, int],
    lease: timedelta,
    deaths: tuple[int, int],
    limit: int | None = None,
) -> list[ClaimedChunk]:
    """Lease up to `wanted` free chunks of each run with a number of deaths in this range. Locked chunks are skipped."""
    given = {
        "worker": worker,
        "runs": list(wanted),
        "counts": list(wanted.values()),
        "lease": lease,
        "least": deaths[0],
        "most": deaths[1],
        "limit": limit,
    }
    rows = (await session.execute(text(CLAIM), given)).all()
    return sorted((_to_claimed(row) for row in rows), key=lambda one: (one.run_id, one.plan.number))


def _to_claimed(row: Any) -> ClaimedChunk:  # noqa: ANN401 - a row of the statements in this module
    return ClaimedChunk(
        row.run_id,
        ChunkPlan(
            number=row.number,
            model_id=row.model_id,
            prompt=row.prompt,
            epoch=row.epoch,
            first=row.first,
            count=row.count,
            deaths=row.deaths,
        ),
    )


async def update_leases(session: Session, worker: UUID, lease: timedelta) -> set[tuple[UUID, int]]:
    """Extend the leases of a worker. Return the chunks that it still holds."""
    statement = text(
        "UPDATE bench_chunks SET leased_until = now() + cast(:lease AS interval) WHERE worker = :worker "
        "RETURNING run_id, number"
    )
    rows = await session.execute(statement, {"worker": worker, "lease": lease})
    return {(row.run_id, row.number) for row in rows}


async def update_released_chunks(session: Session, worker: UUID, chunks: Collection[tuple[UUID, int]]) -> None:
    statement = text(
        "UPDATE bench_chunks b SET worker = NULL, leased_until = NULL "
        "FROM unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number AND b.worker = :worker"
    )
    await session.execute(statement, {"worker": worker, **_split_keys(chunks)})


def _split_keys(chunks: Collection[tuple[UUID, int]]) -> dict[str, list[Any]]:
    return {"runs": [run_id for run_id, _ in chunks], "numbers": [number for _, number in chunks]}


async def delete_chunks(session: Session, chunks: Collection[tuple[UUID, int]], worker: UUID | None = None) -> None:
    """Delete chunks; with a worker, only those that it still holds."""
    statement = text(
        "DELETE FROM bench_chunks b USING unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number AND (cast(:worker AS uuid) IS NULL OR b.worker = :worker)"
    )
    await session.execute(statement, {"worker": worker, **_split_keys(chunks)})


EXPIRED = """
SELECT run_id, number, model_id, prompt, epoch, first, count, deaths FROM bench_chunks
WHERE run_id = ANY(:runs) AND worker <> :me AND leased_until < now()
ORDER BY run_id, number LIMIT :limit FOR UPDATE SKIP LOCKED
"""


async def lock_expired(session: Session, runs: Sequence[UUID], me: UUID, limit: int) -> list[ClaimedChunk]:
    """Chunks of other workers whose lease has expired.

    Their runs are locked first, so that two workers never give the same number to new chunks.
    """
    locked = await session.execute(
        select(Run.run_id)
        .where(Run.run_id.in_(runs), exists().where(Chunk.run_id == Run.run_id, Chunk.leased_until < func.now()))
        .order_by(Run.run_id)
        .with_for_update(skip_locked=True, key_share=True)
    )
    found = list(locked.scalars())
    if not found:
        return []
    return [_to_claimed(row) for row in await session.execute(text(EXPIRED), {"runs": found, "me": me, "limit": limit})]


async def get_last_number(session: Session, run_id: UUID) -> int:
    query = select(func.coalesce(func.max(Chunk.number), -1)).where(Chunk.run_id == run_id)
    return (await session.execute(query)).scalar_one()


async def update_orphaned_chunks(session: Session, chunks: Collection[tuple[UUID, int]]) -> None:
    """Release chunks whose worker died and count the death."""
    statement = text(
        "UPDATE bench_chunks b SET worker = NULL, leased_until = NULL, deaths = deaths + 1 "
        "FROM unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number"
    )
    await session.execute(statement, _split_keys(chunks))


def add_chunks(session: Session, run_id: UUID, plans: Sequence[ChunkPlan]) -> None:
    session.add_all(
        Chunk(
            run_id=run_id,
            number=plan.number,
            model_id=plan.model_id,
            prompt=plan.prompt,
            epoch=plan.epoch,
            first=plan.first,
            count=plan.count,
            deaths=plan.deaths,
        )
        for plan in plans
    )
