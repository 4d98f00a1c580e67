"""The ledger is the source: what was spent is worked out from it again, and differences are told."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from llmbattler.core.db import Session

from .. import repository
from ..models import Spend
from ..pots import BudgetScope, Pot, find_member, find_provider, list_pots
from .alerts import resolve_old_alerts
from .reserving import release_expired

KEPT_DAYS = 400


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the kept sum was not that of the ledger."""

    day: date
    pot: Pot
    kept: int
    ledger: int


async def reconcile(session: Session, *, days: int) -> list[Difference]:
    """Work out today and the days before it anew, and give what differed.

    Writers wait meanwhile: a call that is in the ledger is then in the sum, and one that is not will be added by
    the transaction that brings it.
    """
    await repository.lock_spend(session)
    await release_expired(session)
    today = await repository.get_today(session)
    since = today - timedelta(days=days - 1)
    spent: Counter[tuple[date, Pot]] = Counter()
    for one in await repository.sum_ledger(session, since=since):
        provider = find_provider(connector=one.connector, base_url=one.base_url or "") if one.connector else None
        for pot in list_pots(member=find_member(one.caller), provider=provider):
            spent[one.day, pot] += one.cost
    reserved: Counter[tuple[date, Pot]] = Counter()
    for held in await repository.list_reservations(session, since=since):
        for pot in list_pots(member=held.member, provider=held.provider):
            reserved[held.day, pot] += held.amount_micro_usd
    kept = {
        (row.day, Pot(row.scope, row.subject)): row.spent_micro_usd
        for row in await repository.list_spend(session, since=since)
    }
    differing = [
        Difference(day, pot, kept.get((day, pot), 0), spent[day, pot])
        for day, pot in sorted({*kept, *spent}, key=str)
        if kept.get((day, pot), 0) != spent[day, pot]
    ]
    differing = [one for one in differing if not _is_moved(one, differing)]
    await repository.replace_spend(
        session,
        since=since,
        rows=[
            Spend(
                day=day,
                scope=pot.scope,
                subject=pot.subject,
                spent_micro_usd=spent[day, pot],
                reserved_micro_usd=reserved[day, pot],
            )
            for day, pot in {*spent, *reserved}
        ],
    )
    await repository.delete_old_spend(session, before=today - timedelta(days=KEPT_DAYS))
    await resolve_old_alerts(session)
    return differing


def _is_moved(one: Difference, differing: Sequence[Difference]) -> bool:
    """Whoever signs up takes along what they spent as a visitor: another pot, but no other sum."""
    members = [each for each in differing if each.day == one.day and each.pot.scope is BudgetScope.MEMBER]
    return one in members and sum(each.kept for each in members) == sum(each.ledger for each in members)
