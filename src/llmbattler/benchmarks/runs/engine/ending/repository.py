"""Queries for the ends of runs and pieces."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, func, select, text

from llmbattler.core.db import Session

from ...chunks import ChunkPlan
from ...models import Chunk, Run, RunStatus
from ..repository import Claimed, split_keys, to_claimed

EXPIRED = """
SELECT run_id, number, model_id, prompt, epoch, first, count, deaths FROM bench_chunks
WHERE run_id = ANY(:runs) AND worker <> :me AND leased_until < now()
ORDER BY run_id, number LIMIT :limit FOR UPDATE SKIP LOCKED
"""


async def lock_expired(session: Session, runs: Sequence[UUID], me: UUID, limit: int) -> list[Claimed]:
    """Pieces of others who vanished. Their runs are locked first, so that two workers never number new ones alike."""
    locked = await session.execute(
        select(Run.run_id)
        .where(Run.run_id.in_(runs), exists().where(Chunk.run_id == Run.run_id, Chunk.leased_until < func.now()))
        .order_by(Run.run_id)
        .with_for_update(skip_locked=True, key_share=True)
    )
    found = list(locked.scalars())
    if not found:
        return []
    return [to_claimed(row) for row in await session.execute(text(EXPIRED), {"runs": found, "me": me, "limit": limit})]


async def get_last_number(session: Session, run_id: UUID) -> int:
    query = select(func.coalesce(func.max(Chunk.number), -1)).where(Chunk.run_id == run_id)
    return (await session.execute(query)).scalar_one()


async def free_dead(session: Session, chunks: Collection[tuple[UUID, int]]) -> None:
    """Give back pieces whose worker died, and remember that it did."""
    statement = text(
        "UPDATE bench_chunks b SET worker = NULL, leased_until = NULL, deaths = deaths + 1 "
        "FROM unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number"
    )
    await session.execute(statement, split_keys(chunks))


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


QUARANTINE = """
INSERT INTO bench_results (run_id, model_id, prompt, position, epoch, sample_id, outcome, tries, error_kind, error)
SELECT c.run_id, c.model_id, c.prompt, c.first, c.epoch, s.sample_id, 'quarantined', c.deaths + 1, 'poison', :error
FROM bench_chunks c JOIN bench_runs r ON r.run_id = c.run_id JOIN bench_versions v ON v.version_id = r.version_id
JOIN bench_samples s ON s.dataset_id = v.dataset_id AND s.position = c.first
WHERE c.run_id = :run_id AND c.number = :number
ON CONFLICT (run_id, model_id, prompt, position, epoch) DO UPDATE SET outcome = 'quarantined', tries = excluded.tries,
    error_kind = excluded.error_kind, error = excluded.error, next_try_at = NULL, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""


async def quarantine(session: Session, run_id: UUID, number: int, error: str) -> None:
    """Write down that workers died of the one sample of this piece."""
    await session.execute(text(QUARANTINE), {"run_id": run_id, "number": number, "error": error})


async def lock_emptied(session: Session, runs: Collection[UUID]) -> list[Run]:
    """Of these the running ones without any piece left, locked."""
    query = (
        select(Run)
        .where(Run.run_id.in_(runs), Run.status == RunStatus.RUNNING)
        .where(~exists().where(Chunk.run_id == Run.run_id))
        .order_by(Run.run_id)
        .with_for_update(skip_locked=True, key_share=True)
        .execution_options(populate_existing=True)
    )
    return list((await session.execute(query)).scalars())


async def lock_running(session: Session, run_id: UUID) -> Run | None:
    query = (
        select(Run)
        .where(Run.run_id == run_id, Run.status == RunStatus.RUNNING)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def count_final(session: Session, run_id: UUID) -> int:
    statement = text("SELECT count(*) FROM bench_results WHERE run_id = :run_id AND outcome <> 'retrying'")
    return int((await session.execute(statement, {"run_id": run_id})).scalar_one())


MISSING = """
SELECT m.model_id, p.prompt, e.epoch, array_agg(s.position ORDER BY s.position) AS positions
FROM bench_runs r CROSS JOIN unnest(r.models) AS m(model_id) CROSS JOIN unnest(r.prompts) AS p(prompt)
CROSS JOIN generate_series(1, r.epochs) AS e(epoch) CROSS JOIN generate_series(0, r.sample_count - 1) AS s(position)
WHERE r.run_id = :run_id AND NOT EXISTS (
    SELECT 1 FROM bench_results x WHERE x.run_id = r.run_id AND x.model_id = m.model_id AND x.prompt = p.prompt
    AND x.position = s.position AND x.epoch = e.epoch AND x.outcome <> 'retrying')
GROUP BY 1, 2, 3 ORDER BY 3, 2, 1
"""


async def list_missing(session: Session, run_id: UUID) -> list[tuple[str, str, int, list[int]]]:
    """What has no final result: model, prompt, epoch and positions."""
    rows = await session.execute(text(MISSING), {"run_id": run_id})
    return [(row.model_id, row.prompt, row.epoch, row.positions) for row in rows]


async def get_now(session: Session) -> datetime:
    return (await session.execute(select(func.now()))).scalar_one()
