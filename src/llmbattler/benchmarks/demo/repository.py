"""The queries of the demo that no importer has."""

from uuid import UUID

from sqlalchemy import select, text, update

from llmbattler.core.db import Session

from ..runs.models import Run, Schedule


async def update_schedule_of_runs(session: Session, schedule_id: UUID, suite_id: UUID, title: str) -> None:
    """Let the schedule have started the runs with its suite and title."""
    mine = (Run.suite_id == suite_id) & (Run.title == title)
    newest = select(Run.run_id).where(mine).order_by(Run.created_at.desc()).limit(1).scalar_subquery()
    await session.execute(update(Run).where(mine).values(schedule_id=schedule_id))
    await session.execute(update(Schedule).where(Schedule.schedule_id == schedule_id).values(last_run_id=newest))


async def update_planner_statistics(session: Session) -> None:
    """Update the planner's statistics now, without waiting for autovacuum."""
    await session.execute(text("ANALYZE bench_results, bench_samples"))
