"""Set, remove and show budgets, and show members their own spend."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.accounts.service.names import describe_people
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.core.money import to_dollars, to_micro

from .. import repository
from ..budget_keys import ALL_MEMBERS, SITE_SUBJECT, VISITORS, BudgetKey, find_member
from ..errors import BadBudget, BudgetNotFound
from ..models import Budget, BudgetScope, Spend
from ..schemas import BudgetIn, BudgetOut, BudgetsOut, DaySpendOut, MySpendOut, SpendOut
from .alerts import resolve_budget_alerts

__all__ = ["ALL_MEMBERS", "SITE_SUBJECT", "VISITORS", "BudgetKey", "BudgetScope"]

SHOWN_DAYS = 30
LONGEST_SUBJECT = 255
STEPS = 10


def parse_key(scope: BudgetScope, subject: str) -> BudgetKey:
    """Read a budget key as addresses and commands write it."""
    if scope is BudgetScope.SITE:
        if subject != SITE_SUBJECT:
            raise BadBudget
        return BudgetKey(scope)
    plain = subject.strip()
    if scope is BudgetScope.PROVIDER:
        plain = plain.lower()
    if not plain or plain != plain.strip("/") or len(plain) > LONGEST_SUBJECT or not plain.isprintable():
        raise BadBudget
    return BudgetKey(scope, plain)


async def set_budget(session: Session, *, actor: Visitor | str, key: BudgetKey, wanted: BudgetIn) -> BudgetOut:
    """Set or change a daily limit. Today's spend counts from the start."""
    if not key.can_pay:
        raise BadBudget
    row = await repository.lock_budget(session, key)
    after = _facts(to_micro(wanted.limit_usd), wanted.warn_at, wanted.enabled)
    before = {} if row is None else _facts(row.limit_micro_usd, row.warn_at, row.enabled)
    if row is None:
        row = Budget(scope=key.scope, subject=key.subject)
    row.limit_micro_usd, row.warn_at, row.enabled = to_micro(wanted.limit_usd), wanted.warn_at, wanted.enabled
    await repository.add_budget(session, row)
    if before != after:
        changed = audit.changes(before, after)
        await audit.record(
            session,
            actor=actor,
            action="budget.set",
            subject=str(key),
            before=changed[0] if before else {},
            after=changed[1],
        )
        await _announce(session, key)
    return await show_budget(session, key=key)


async def remove_budget(session: Session, *, actor: Visitor | str, key: BudgetKey) -> None:
    row = await repository.lock_budget(session, key)
    if row is None:
        raise BudgetNotFound
    before = _facts(row.limit_micro_usd, row.warn_at, row.enabled)
    await repository.delete_budget(session, row)
    await audit.record(session, actor=actor, action="budget.removed", subject=str(key), before=before)
    await _announce(session, key)


async def _announce(session: Session, key: BudgetKey) -> None:
    await resolve_budget_alerts(session, budget=key)
    await publish(session, ADMIN_TOPIC, "budgets")


def _facts(limit: int, warn_at: float, enabled: bool) -> dict[str, object]:
    return {"limit_usd": to_dollars(limit), "warn_at": warn_at, "enabled": enabled}


async def show_budgets(session: Session) -> BudgetsOut:
    """Show all limits with the spend of today and of the last thirty days."""
    today = await repository.get_today(session)
    since = today - timedelta(days=SHOWN_DAYS - 1)
    by_key: dict[BudgetKey, list[Spend]] = {}
    for row in await repository.list_shown_spend(session, since=since):
        by_key.setdefault(BudgetKey(row.scope, row.subject), []).append(row)
    by_key[BudgetKey(BudgetScope.MEMBER, ALL_MEMBERS)] = list(await repository.list_largest_spend(session, since=since))
    providers = sorted(key.subject for key in by_key if key.scope is BudgetScope.PROVIDER)
    rows = await repository.list_budgets(session)
    names = await describe_people(session, account_ids=[row.subject for row in rows])
    return BudgetsOut(
        day=today,
        budgets=[_budget_out(row, by_key, today, names.get(row.subject)) for row in rows],
        site=_spend_out(SITE_SUBJECT, by_key.get(BudgetKey(BudgetScope.SITE), ()), today),
        providers=[_spend_out(name, by_key[BudgetKey(BudgetScope.PROVIDER, name)], today) for name in providers],
    )


async def show_budget(session: Session, *, key: BudgetKey) -> BudgetOut:
    shown = await show_budgets(session)
    subject = key.subject or SITE_SUBJECT
    return next(one for one in shown.budgets if (one.scope, one.subject) == (key.scope, subject))


def _budget_out(row: Budget, by_key: dict[BudgetKey, list[Spend]], today: date, name: str | None) -> BudgetOut:
    spend = by_key.get(BudgetKey(row.scope, row.subject), ())
    shown = _spend_out(row.subject or SITE_SUBJECT, spend, today)
    used = sum(one.spent_micro_usd + one.reserved_micro_usd for one in spend if one.day == today)
    return BudgetOut(
        **shown.model_dump(),
        scope=row.scope,
        name=name,
        limit_usd=to_dollars(row.limit_micro_usd),
        warn_at=row.warn_at,
        enabled=row.enabled,
        share=round(used / row.limit_micro_usd, 4) if row.limit_micro_usd else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _spend_out(subject: str, spend: Sequence[Spend], today: date) -> SpendOut:
    now = [row for row in spend if row.day == today]
    return SpendOut(
        subject=subject,
        spent_usd=to_dollars(sum(row.spent_micro_usd for row in now)),
        reserved_usd=to_dollars(sum(row.reserved_micro_usd for row in now)),
        days=[DaySpendOut(day=row.day, spent_usd=to_dollars(row.spent_micro_usd)) for row in spend],
    )


async def show_my_spend(session: Session, *, caller: str) -> MySpendOut:
    """Show a member's own spend today. Battles show only in steps, because the cost would reveal a hidden model."""
    own = BudgetKey(BudgetScope.MEMBER, find_member(caller) or "")
    limit = await repository.get_limit(session, own)
    spend = await repository.get_spend(session, own)
    share = None
    if limit:
        used = 0 if spend is None else spend.spent_micro_usd
        share = min(1.0, math.ceil(used / limit * STEPS) / STEPS)
    return MySpendOut(
        day=await repository.get_today(session),
        limit_usd=None if limit is None else to_dollars(limit),
        known_usd=to_dollars(await repository.get_known_cost(session, caller)),
        share=share,
    )
