"""Queries of the table of alerts."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from llmbattler.core.db import Session

from .models import Alert, AlertLevel, Delivery

_TODAY = "(now() AT TIME ZONE 'utc')::date"


async def add_alert(session: Session, *, kind: str, subject: str, message: str, level: AlertLevel) -> UUID | None:
    """Add an alert, or return `None` when the same one is there and unresolved."""
    query = (
        insert(Alert)
        .values(kind=kind, subject=subject, message=message, level=level, day=text(_TODAY))
        .on_conflict_do_nothing(
            index_elements=[Alert.kind, Alert.subject, Alert.day], index_where=Alert.resolved_at.is_(None)
        )
        .returning(Alert.alert_id)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def update_resolved(session: Session, *, kinds: Sequence[str], subject: str) -> int:
    """Mark the alerts of these kinds and this subject as resolved; return how many."""
    query = (
        update(Alert)
        .where(Alert.kind.in_(kinds), Alert.subject == subject, Alert.resolved_at.is_(None))
        .values(resolved_at=func.now())
        .returning(Alert.alert_id)
    )
    return len((await session.execute(query)).all())


async def update_resolved_before_today(session: Session, *, kinds: Sequence[str]) -> int:
    """Mark the alerts of these kinds from earlier days as resolved; return how many."""
    query = (
        update(Alert)
        .where(Alert.kind.in_(kinds), Alert.day < text(_TODAY), Alert.resolved_at.is_(None))
        .values(resolved_at=func.now())
        .returning(Alert.alert_id)
    )
    return len((await session.execute(query)).all())


async def list_alerts(session: Session, *, limit: int) -> Sequence[Alert]:
    """List the newest alerts, first those that are neither acknowledged nor resolved."""
    waiting = Alert.acknowledged_at.is_(None) & Alert.resolved_at.is_(None)
    query = select(Alert).order_by(waiting.desc(), Alert.created_at.desc(), Alert.alert_id.desc()).limit(limit)
    return (await session.execute(query)).scalars().all()


async def get_alert(session: Session, alert_id: UUID) -> Alert | None:
    return await session.get(Alert, alert_id)


async def lock_alert(session: Session, alert_id: UUID) -> Alert | None:
    return await session.get(Alert, alert_id, with_for_update=True)


async def update_delivery(session: Session, alert_id: UUID, delivery: Delivery) -> None:
    await session.execute(update(Alert).where(Alert.alert_id == alert_id).values(delivery=delivery))


async def delete_alerts(session: Session, *, subject: str) -> None:
    await session.execute(delete(Alert).where(Alert.subject == subject))
