"""Recompute spend from the ledger, which is the source, and report differences."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from llmbattler.core.db import Session

from .. import repository
from ..budget_keys import BudgetKey, find_member, find_provider, list_budget_keys
from ..models import BudgetScope, Spend
from .alerts import resolve_old_budget_alerts
from .reservations import release_expired

KEPT_DAYS = 400


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the stored spend was not the sum of the ledger."""

    day: date
    key: BudgetKey
    stored: int
    ledger: int


async def reconcile(session: Session, *, days: int) -> list[Difference]:
    """Recompute the spend of today and the days before it, and return what differed.

    Writes to `spend` wait meanwhile: a call is either in the ledger, and then in the new sum, or its own transaction
    adds it afterwards.
    """
    await repository.lock_spend(session)
    await release_expired(session)
    today = await repository.get_today(session)
    since = today - timedelta(days=days - 1)
    spent: Counter[tuple[date, BudgetKey]] = Counter()
    for one in await repository.list_ledger_sums(session, since=since):
        provider = find_provider(connector=one.connector, base_url=one.base_url or "") if one.connector else None
        for key in list_budget_keys(member=find_member(one.caller), provider=provider):
            spent[one.day, key] += one.cost
    reserved: Counter[tuple[date, BudgetKey]] = Counter()
    for row in await repository.list_reservations(session, since=since):
        for key in list_budget_keys(member=row.member, provider=row.provider):
            reserved[row.day, key] += row.amount_micro_usd
    stored = {
        (row.day, BudgetKey(row.scope, row.subject)): row.spent_micro_usd
        for row in await repository.list_spend(session, since=since)
    }
    differences = [
        Difference(day, key, stored.get((day, key), 0), spent[day, key])
        for day, key in sorted({*stored, *spent}, key=str)
        if stored.get((day, key), 0) != spent[day, key]
    ]
    differences = [one for one in differences if not _is_moved(one, differences)]
    await repository.update_spend(
        session,
        since=since,
        rows=[
            Spend(
                day=day,
                scope=key.scope,
                subject=key.subject,
                spent_micro_usd=spent[day, key],
                reserved_micro_usd=reserved[day, key],
            )
            for day, key in {*spent, *reserved}
        ],
    )
    await repository.delete_old_spend(session, before=today - timedelta(days=KEPT_DAYS))
    await resolve_old_budget_alerts(session)
    return differences


def _is_moved(one: Difference, differences: Sequence[Difference]) -> bool:
    """Tell whether a visitor who signed up moved their calls: the keys differ, the sum of all members does not."""
    members = [each for each in differences if each.day == one.day and each.key.scope is BudgetScope.MEMBER]
    return one in members and sum(each.stored for each in members) == sum(each.ledger for each in members)
