"""Queries for the samples that a report shows."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Select, case, func, select

from llmbattler.core.db import Session

from ....runs.models import SCORED, Outcome, Result
from ...repository import get_value_column

HALF = 0.5


async def list_hardest(session: Session, run_id: UUID, limit: int) -> Sequence[int]:
    """Samples with the lowest mean value over all lines and epochs, the lowest first."""
    mean = func.avg(get_value_column())
    query = _group_samples(run_id).having(mean < HALF).order_by(mean, Result.position).limit(limit)
    return (await session.execute(query)).scalars().all()


async def list_most_disputed(session: Session, run_id: UUID, limit: int) -> Sequence[int]:
    """Samples on which right and wrong answers are most evenly split."""
    right = func.avg(case((Result.outcome == Outcome.RIGHT, 1.0), else_=0.0))
    query = (
        _group_samples(run_id)
        .having(right > 0, right < 1)
        .order_by(func.abs(right - HALF), Result.position)
        .limit(limit)
    )
    return (await session.execute(query)).scalars().all()


def _group_samples(run_id: UUID) -> Select[int]:
    scored = (Result.run_id == run_id, Result.outcome.in_(SCORED))
    return select(Result.position).where(*scored).group_by(Result.position)
