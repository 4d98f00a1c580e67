"""Queries of running runs and of those that are about to end."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import exists, func, or_, select

from llmbattler.core.db import Session

from ...models import Chunk, Result, Run, RunStatus
from ..claims import ActiveRun


async def list_active_runs(session: Session, held: Collection[UUID]) -> list[ActiveRun]:
    """The running runs, and those of `held` whatever their status."""
    free = exists().where(Chunk.run_id == Run.run_id, Chunk.worker.is_(None))
    query = (
        select(Run, free)
        .where(or_(Run.status == RunStatus.RUNNING, Run.run_id.in_(held)))
        .order_by(Run.created_at)
        .execution_options(populate_existing=True)
    )
    return [ActiveRun(run, has_free) for run, has_free in (await session.execute(query)).all()]


async def get_status(session: Session, run_id: UUID) -> RunStatus | None:
    return (await session.execute(select(Run.status).where(Run.run_id == run_id))).scalar_one_or_none()


async def list_spent(session: Session, runs: Collection[UUID]) -> dict[UUID, int]:
    """What runs have cost so far in micro-dollars, from their results."""
    spent = func.coalesce(func.sum(Result.cost_micro_usd), 0) + func.coalesce(func.sum(Result.judge_micro_usd), 0)
    query = select(Result.run_id, spent).where(Result.run_id.in_(runs)).group_by(Result.run_id)
    return {run_id: int(amount or 0) for run_id, amount in (await session.execute(query)).all()}


async def lock_emptied_runs(session: Session, runs: Collection[UUID]) -> list[Run]:
    """Those of these runs that are running and have no chunk left."""
    query = (
        select(Run)
        .where(Run.run_id.in_(runs), Run.status == RunStatus.RUNNING)
        .where(~exists().where(Chunk.run_id == Run.run_id))
        .order_by(Run.run_id)
        .with_for_update(skip_locked=True, key_share=True)
        .execution_options(populate_existing=True)
    )
    return list((await session.execute(query)).scalars())


async def lock_running_run(session: Session, run_id: UUID) -> Run | None:
    query = (
        select(Run)
        .where(Run.run_id == run_id, Run.status == RunStatus.RUNNING)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(query)).scalar_one_or_none()
