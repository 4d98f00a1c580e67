"""Queries of schedules."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Row, delete, func, select, update

from llmbattler.core.db import Session

from ...suites.models import Suite
from ..models import Run, Schedule


async def add_schedule(session: Session, schedule: Schedule) -> Schedule:
    session.add(schedule)
    await session.flush()
    return schedule


async def list_schedules(session: Session) -> Sequence[Row[Schedule, str]]:
    query = (
        select(Schedule, Suite.name)
        .join(Suite, Suite.suite_id == Schedule.suite_id)
        .order_by(Schedule.created_at, Schedule.schedule_id)
    )
    return (await session.execute(query)).all()


async def get_suite_name(session: Session, suite_id: UUID) -> str | None:
    return (await session.execute(select(Suite.name).where(Suite.suite_id == suite_id))).scalar_one_or_none()


async def lock_schedule(session: Session, schedule_id: UUID) -> Schedule | None:
    query = select(Schedule).where(Schedule.schedule_id == schedule_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def lock_due(session: Session) -> Schedule | None:
    """One due schedule that no other worker has locked."""
    query = (
        select(Schedule)
        .where(Schedule.enabled, Schedule.next_at <= func.clock_timestamp())
        .order_by(Schedule.next_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_schedule(session: Session, schedule_id: UUID) -> None:
    await session.execute(update(Run).where(Run.schedule_id == schedule_id).values(schedule_id=None))
    await session.execute(delete(Schedule).where(Schedule.schedule_id == schedule_id))


async def list_owned(session: Session, owner: str) -> Sequence[Schedule]:
    query = select(Schedule).where(Schedule.owner == owner).order_by(Schedule.created_at)
    return (await session.execute(query)).scalars().all()


async def delete_owner(session: Session, owner: str) -> None:
    """Remove the owner of schedules and disable them."""
    await session.execute(
        update(Schedule).where(Schedule.owner == owner).values(owner=None, enabled=False, next_at=None)
    )


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(update(Schedule).where(Schedule.owner == source).values(owner=target))
