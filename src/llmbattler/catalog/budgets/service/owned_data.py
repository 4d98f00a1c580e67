"""Spend, limit and alerts of a person as owned data."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from ...alerts.service import delete_alerts
from .. import repository
from ..budget_keys import VISITORS, BudgetKey, find_member
from ..models import BudgetScope


async def export_spend(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Give the limit, if there is one. The spend is the sum of the calls and would reveal hidden models."""
    for row in await repository.list_budgets(session):
        if (row.scope, row.subject) == (BudgetScope.MEMBER, owner):
            yield {"limit_micro_usd": row.limit_micro_usd, "enabled": row.enabled}


async def erase_spend(session: Session, owner: str) -> None:
    if find_member(owner) in {None, VISITORS}:
        return
    key = BudgetKey(BudgetScope.MEMBER, owner)
    await repository.delete_member(session, key)
    await delete_alerts(session, subject=str(key))


async def move_spend(session: Session, source: str, target: str) -> None:
    """Do nothing: the ledger moves, and reconciliation computes the sums from it every hour."""


SPEND = OwnedData("budget", export_spend, erase_spend, move_spend)
