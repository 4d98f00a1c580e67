"""Alerts about budgets: near the limit, and reached."""

from collections.abc import Sequence

from llmbattler.core.db import Session
from llmbattler.core.money import format_money

from ...alerts.service import AlertLevel, raise_alert, resolve_alerts, resolve_alerts_before_today
from ..budget_keys import ALL_MEMBERS, VISITORS, BudgetKey
from ..models import BudgetScope
from ..repository import SpendLevel

WARNING = "budget.warning"
REACHED = "budget.reached"


async def check_levels(session: Session, *, levels: Sequence[SpendLevel]) -> None:
    """Raise an alert for each budget that is near its limit or has reached it."""
    for level in levels:
        if level.spent >= level.most:
            await raise_reached(session, budget=level.budget)
        elif level.spent >= level.most * level.warn_at:
            share = f"{level.spent / level.most:.0%}"
            message = f"{_name(level.budget)} has spent {share} of today's {format_money(level.most)}."
            await raise_alert(
                session, kind=WARNING, subject=str(level.budget), message=message, level=AlertLevel.WARNING
            )


async def raise_reached(session: Session, *, budget: BudgetKey) -> None:
    """Alert that a budget is used up and stops calls until midnight."""
    message = f"{_name(budget)} has used up today's budget; calls are refused until midnight UTC."
    await raise_alert(session, kind=REACHED, subject=str(budget), message=message, level=AlertLevel.CRITICAL)


async def resolve_budget_alerts(session: Session, *, budget: BudgetKey) -> None:
    """Resolve the alerts about the previous limit."""
    await resolve_alerts(session, kinds=(WARNING, REACHED), subject=str(budget))


async def resolve_old_budget_alerts(session: Session) -> None:
    """Resolve the alerts of earlier days: each day has a new budget."""
    await resolve_alerts_before_today(session, kinds=(WARNING, REACHED))


def _name(budget: BudgetKey) -> str:
    match budget:
        case BudgetKey(BudgetScope.SITE):
            return "The site"
        case BudgetKey(BudgetScope.MEMBER, subject) if subject == ALL_MEMBERS:
            return "A member"
        case BudgetKey(BudgetScope.MEMBER, subject) if subject == VISITORS:
            return "All visitors together"
        case _:
            return f"The {budget.scope} {budget.subject}"
