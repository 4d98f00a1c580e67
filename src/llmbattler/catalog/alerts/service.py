"""Raise, resolve, list and acknowledge alerts."""

from collections.abc import Sequence
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.jobs import JobName, defer
from llmbattler.core.live import ADMIN_TOPIC, publish

from . import repository
from .errors import AlertNotFound
from .models import Alert, AlertLevel, Delivery
from .schemas import AlertOut, AlertsOut

__all__ = ["AlertLevel", "Delivery"]

SEND_JOB = JobName("budgets.send_alert")
SHOWN = 200


async def raise_alert(session: Session, *, kind: str, subject: str, message: str, level: AlertLevel) -> bool:
    """Alert the admins. The same kind for the same subject is one alert a day until it is resolved."""
    alert_id = await repository.add_alert(session, kind=kind, subject=subject, message=message, level=level)
    if alert_id is None:
        return False
    await publish(session, ADMIN_TOPIC, "alerts")
    await defer(session, SEND_JOB, alert_id=str(alert_id))
    return True


async def resolve_alerts(session: Session, *, kinds: Sequence[str], subject: str) -> None:
    if await repository.update_resolved(session, kinds=kinds, subject=subject):
        await publish(session, ADMIN_TOPIC, "alerts")


async def resolve_alerts_before_today(session: Session, *, kinds: Sequence[str]) -> None:
    if await repository.update_resolved_before_today(session, kinds=kinds):
        await publish(session, ADMIN_TOPIC, "alerts")


async def delete_alerts(session: Session, *, subject: str) -> None:
    await repository.delete_alerts(session, subject=subject)


async def list_alerts(session: Session) -> AlertsOut:
    rows = await repository.list_alerts(session, limit=SHOWN)
    waiting = sum(row.acknowledged_at is None and row.resolved_at is None for row in rows)
    return AlertsOut(alerts=[_to_out(row) for row in rows], waiting=waiting)


async def acknowledge_alert(session: Session, *, actor: Visitor, alert_id: UUID) -> AlertOut:
    """Store who acknowledged an alert first."""
    row = await repository.lock_alert(session, alert_id)
    if row is None:
        raise AlertNotFound
    if row.acknowledged_at is None:
        row.acknowledged_by = actor.owner
        row.acknowledged_at = await get_transaction_time(session)
        await audit.record(
            session, actor=actor, action="alert.acknowledged", subject=str(alert_id), after={"kind": row.kind}
        )
        await publish(session, ADMIN_TOPIC, "alerts")
    return _to_out(row)


def _to_out(row: Alert) -> AlertOut:
    return AlertOut(
        alert_id=row.alert_id,
        kind=row.kind,
        subject=row.subject,
        message=row.message,
        level=row.level,
        delivery=row.delivery,
        created_at=row.created_at,
        resolved_at=row.resolved_at,
        acknowledged_by=row.acknowledged_by,
        acknowledged_at=row.acknowledged_at,
    )


async def get_alert(session: Session, *, alert_id: UUID) -> Alert | None:
    """Return the stored alert for the job that sends it."""
    return await repository.get_alert(session, alert_id)


async def record_delivery(session: Session, *, alert_id: UUID, delivery: Delivery) -> None:
    await repository.update_delivery(session, alert_id, delivery)
    await publish(session, ADMIN_TOPIC, "alerts")
