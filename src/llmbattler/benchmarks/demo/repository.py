"""Bulk writes of demo runs."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update

from llmbattler.core.db import Session, copy_rows

from ..runs.models import Chunk, Result, Run, Schedule
from ..suites.models import Origin, Suite, SuiteVersion

RESULT = (
    "run_id",
    "model_id",
    "prompt",
    "position",
    "epoch",
    "sample_id",
    "outcome",
    "value",
    "scores",
    "answer",
    "finish",
    "input_tokens",
    "output_tokens",
    "cost_micro_usd",
    "first_token_ms",
    "total_ms",
    "tries",
    "error_kind",
    "error",
    "worker",
    "recorded_at",
)
_CHUNK = ("run_id", "number", "model_id", "prompt", "epoch", "first", "count")


async def count_suites(session: Session, name: str) -> int:
    return (await session.execute(select(func.count()).where(Suite.name == name))).scalar_one()


async def add_schedule(session: Session, schedule: Schedule) -> None:
    session.add(schedule)
    await session.flush()


async def add_runs(session: Session, runs: Sequence[Run]) -> None:
    session.add_all(runs)
    await session.flush()


async def add_results(session: Session, rows: Iterable[Sequence[Any]]) -> None:
    await copy_rows(session, Result, RESULT, rows)


async def add_chunks(session: Session, rows: Iterable[Sequence[Any]]) -> None:
    await copy_rows(session, Chunk, _CHUNK, rows)


async def update_included_dates(session: Session, *, at: datetime) -> None:
    """Set the dates of the built-in suites to the start of the demo period."""
    included = Suite.origin == Origin.INCLUDED
    versions = SuiteVersion.suite_id.in_(select(Suite.suite_id).where(included))
    await session.execute(update(SuiteVersion).where(versions).values(created_at=at))
    await session.execute(update(Suite).where(included).values(created_at=at, updated_at=at))


async def update_suite_dates(session: Session, *, suite_id: UUID, version_id: UUID, at: datetime, first: bool) -> None:
    """Set the date of the newest version of a suite."""
    changes = {"updated_at": at, "created_at": at} if first else {"updated_at": at}
    await session.execute(update(SuiteVersion).where(SuiteVersion.version_id == version_id).values(created_at=at))
    await session.execute(update(Suite).where(Suite.suite_id == suite_id).values(**changes))


async def update_planner_statistics(session: Session) -> None:
    """Update the planner's statistics now, without waiting for autovacuum."""
    await session.execute(text("ANALYZE bench_results, bench_samples"))
