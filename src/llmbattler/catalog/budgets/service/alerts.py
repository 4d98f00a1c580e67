"""Alerts: what an admin has to know, said once on the page and once to the webhook."""

from collections.abc import Sequence
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.jobs import defer
from llmbattler.core.live import publish
from llmbattler.core.money import format_money

from .. import repository
from ..errors import AlertNotFound
from ..models import Alert, AlertLevel, Delivery
from ..pots import ALL_MEMBERS, VISITORS, BudgetScope, Pot
from ..repository import Mark
from ..schemas import AlertOut, AlertsOut

TOPIC = "admin"
WARNING = "budget.warning"
REACHED = "budget.reached"
KEY_REFUSED = "provider.key_refused"
SEND_JOB = "budgets.send_alert"
SHOWN = 200


async def raise_alert(session: Session, *, kind: str, subject: str, message: str, level: AlertLevel) -> bool:
    """Tell whoever runs the site. The same kind for the same subject is one alert a day, until it is resolved."""
    alert_id = await repository.add_alert(session, kind=kind, subject=subject, message=message, level=level)
    if alert_id is None:
        return False
    await publish(session, TOPIC, "alerts")
    await defer(session, SEND_JOB, alert_id=str(alert_id))
    return True


async def resolve_alerts(session: Session, *, kinds: Sequence[str], subject: str) -> None:
    """Say that what these alerts told of is over."""
    if await repository.resolve_alerts(session, kinds=kinds, subject=subject):
        await publish(session, TOPIC, "alerts")


async def resolve_old_alerts(session: Session) -> None:
    """Say that yesterday's budgets stop nobody any more."""
    if await repository.resolve_old_alerts(session, kinds=(WARNING, REACHED)):
        await publish(session, TOPIC, "alerts")


async def mark_spend(session: Session, *, marks: Sequence[Mark]) -> None:
    """Warn where a pot has come near its limit, or over it."""
    for mark in marks:
        if mark.spent >= mark.most:
            await mark_reached(session, budget=mark.budget)
        elif mark.spent >= mark.most * mark.warn_at:
            share = f"{mark.spent / mark.most:.0%}"
            message = f"{_name(mark.budget)} has spent {share} of today's {format_money(mark.most)}."
            await raise_alert(
                session, kind=WARNING, subject=str(mark.budget), message=message, level=AlertLevel.WARNING
            )


async def mark_reached(session: Session, *, budget: Pot) -> None:
    """Tell that a budget is used up and stops calls until midnight."""
    message = f"{_name(budget)} has used up today's budget; calls are refused until midnight UTC."
    await raise_alert(session, kind=REACHED, subject=str(budget), message=message, level=AlertLevel.CRITICAL)


def _name(budget: Pot) -> str:
    match budget:
        case Pot(BudgetScope.SITE):
            return "The site"
        case Pot(BudgetScope.MEMBER, subject) if subject == ALL_MEMBERS:
            return "A member"
        case Pot(BudgetScope.MEMBER, subject) if subject == VISITORS:
            return "All visitors together"
        case _:
            return f"The {budget.scope} {budget.subject}"


async def refuse_key(session: Session, *, provider: str) -> None:
    """Tell that a provider does not accept its key; its models are not drawn until it does."""
    message = f"{provider} does not accept its key. Its models take no part in battles until the key is replaced."
    await raise_alert(session, kind=KEY_REFUSED, subject=provider, message=message, level=AlertLevel.CRITICAL)


async def accept_key(session: Session, *, provider: str) -> None:
    await resolve_alerts(session, kinds=(KEY_REFUSED,), subject=provider)


async def list_alerts(session: Session) -> AlertsOut:
    rows = await repository.list_alerts(session, limit=SHOWN)
    waiting = sum(row.acknowledged_at is None and row.resolved_at is None for row in rows)
    return AlertsOut(alerts=[_alert_out(row) for row in rows], waiting=waiting)


async def acknowledge(session: Session, *, actor: Visitor, alert_id: UUID) -> AlertOut:
    """Note who has seen an alert; the first one stands."""
    row = await repository.lock_alert(session, alert_id)
    if row is None:
        raise AlertNotFound
    if row.acknowledged_at is None:
        row.acknowledged_by = actor.owner
        row.acknowledged_at = await repository.get_now(session)
        await audit.record(
            session, actor=actor, action="alert.acknowledged", subject=str(alert_id), after={"kind": row.kind}
        )
        await publish(session, TOPIC, "alerts")
    return _alert_out(row)


def _alert_out(row: Alert) -> AlertOut:
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
    """One alert as it is stored, for whoever sends it."""
    return await repository.get_alert(session, alert_id)


async def note_delivery(session: Session, *, alert_id: UUID, delivery: Delivery) -> None:
    await repository.set_delivery(session, alert_id, delivery)
    await publish(session, TOPIC, "alerts")
