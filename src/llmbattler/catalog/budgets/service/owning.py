"""What is kept of somebody besides their calls: sums of these, a limit of their own, and alerts about it."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository
from ..pots import VISITORS, BudgetScope, Pot, find_member


async def export_spend(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Give the limit, if there is one; what was spent is the sum of the calls, and tells of hidden models."""
    for row in await repository.list_budgets(session):
        if (row.scope, row.subject) == (BudgetScope.MEMBER, owner):
            yield {"limit_micro_usd": row.limit_micro_usd, "enabled": row.enabled}


async def erase_spend(session: Session, owner: str) -> None:
    if find_member(owner) not in {None, VISITORS}:
        await repository.forget_member(session, Pot(BudgetScope.MEMBER, owner))


async def move_spend(session: Session, source: str, target: str) -> None:
    """Leave the sums: the ledger moves, and they are worked out from it every hour."""


SPEND = OwnedData("budget", export_spend, erase_spend, move_spend)
