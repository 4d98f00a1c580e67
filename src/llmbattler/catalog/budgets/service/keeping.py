"""Budgets as whoever runs the site keeps them, and as members see theirs."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.accounts.service.naming import describe_people
from llmbattler.core.db import Session
from llmbattler.core.live import publish
from llmbattler.core.money import to_dollars, to_micro

from .. import repository
from ..errors import BadBudget, BudgetNotFound
from ..models import Budget, Spend
from ..pots import ALL_MEMBERS, SITE_SUBJECT, BudgetScope, Pot, find_member
from ..schemas import BudgetIn, BudgetOut, BudgetsOut, DaySpendOut, MySpendOut, PotOut
from .alerts import REACHED, TOPIC, WARNING, resolve_alerts

SHOWN_DAYS = 30
LONGEST_SUBJECT = 255
STEPS = 10


def name_pot(scope: BudgetScope, subject: str) -> Pot:
    """Read how addresses and commands name a budget."""
    if scope is BudgetScope.SITE:
        if subject != SITE_SUBJECT:
            raise BadBudget
        return Pot(scope)
    plain = subject.strip()
    if scope is BudgetScope.PROVIDER:
        plain = plain.lower()
    if not plain or plain != plain.strip("/") or len(plain) > LONGEST_SUBJECT or not plain.isprintable():
        raise BadBudget
    return Pot(scope, plain)


async def set_budget(session: Session, *, actor: Visitor | str, pot: Pot, wanted: BudgetIn) -> None:
    """Set or change what may be spent in a day. What was spent today counts at once."""
    if not pot.can_pay:
        raise BadBudget
    row = await repository.lock_budget(session, pot)
    after = _facts(to_micro(wanted.limit_usd), wanted.warn_at, wanted.enabled)
    before = {} if row is None else _facts(row.limit_micro_usd, row.warn_at, row.enabled)
    if row is None:
        row = Budget(scope=pot.scope, subject=pot.subject)
    row.limit_micro_usd, row.warn_at, row.enabled = to_micro(wanted.limit_usd), wanted.warn_at, wanted.enabled
    await repository.add_budget(session, row)
    if before != after:
        changed = audit.changes(before, after)
        await audit.record(
            session,
            actor=actor,
            action="budget.set",
            subject=str(pot),
            before=changed[0] if before else {},
            after=changed[1],
        )
        await _announce(session, pot)


async def remove_budget(session: Session, *, actor: Visitor | str, pot: Pot) -> None:
    row = await repository.lock_budget(session, pot)
    if row is None:
        raise BudgetNotFound
    before = _facts(row.limit_micro_usd, row.warn_at, row.enabled)
    await repository.delete_budget(session, row)
    await audit.record(session, actor=actor, action="budget.removed", subject=str(pot), before=before)
    await _announce(session, pot)


async def _announce(session: Session, pot: Pot) -> None:
    # What the old limit had to say does not hold for the new one.
    await resolve_alerts(session, kinds=(WARNING, REACHED), subject=str(pot))
    await publish(session, TOPIC, "budgets")


def _facts(limit: int, warn_at: float, enabled: bool) -> dict[str, object]:
    return {"limit_usd": to_dollars(limit), "warn_at": warn_at, "enabled": enabled}


async def show_budgets(session: Session) -> BudgetsOut:
    """All limits with today's spending and that of the last thirty days."""
    today = await repository.get_today(session)
    since = today - timedelta(days=SHOWN_DAYS - 1)
    by_pot: dict[Pot, list[Spend]] = {}
    for row in await repository.list_shown_spend(session, since=since):
        by_pot.setdefault(Pot(row.scope, row.subject), []).append(row)
    by_pot[Pot(BudgetScope.MEMBER, ALL_MEMBERS)] = list(await repository.list_largest_spend(session, since=since))
    providers = sorted(pot.subject for pot in by_pot if pot.scope is BudgetScope.PROVIDER)
    rows = await repository.list_budgets(session)
    names = await describe_people(session, account_ids=[row.subject for row in rows])
    return BudgetsOut(
        day=today,
        budgets=[_budget_out(row, by_pot, today, names.get(row.subject)) for row in rows],
        site=_pot_out(SITE_SUBJECT, by_pot.get(Pot(BudgetScope.SITE), ()), today),
        providers=[_pot_out(name, by_pot[Pot(BudgetScope.PROVIDER, name)], today) for name in providers],
    )


async def show_budget(session: Session, *, pot: Pot) -> BudgetOut:
    shown = await show_budgets(session)
    subject = pot.subject or SITE_SUBJECT
    return next(one for one in shown.budgets if (one.scope, one.subject) == (pot.scope, subject))


def _budget_out(row: Budget, by_pot: dict[Pot, list[Spend]], today: date, name: str | None) -> BudgetOut:
    spend = by_pot.get(Pot(row.scope, row.subject), ())
    shown = _pot_out(row.subject or SITE_SUBJECT, spend, today)
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


def _pot_out(subject: str, spend: Sequence[Spend], today: date) -> PotOut:
    now = [row for row in spend if row.day == today]
    return PotOut(
        subject=subject,
        spent_usd=to_dollars(sum(row.spent_micro_usd for row in now)),
        reserved_usd=to_dollars(sum(row.reserved_micro_usd for row in now)),
        days=[DaySpendOut(day=row.day, spent_usd=to_dollars(row.spent_micro_usd)) for row in spend],
    )


async def show_my_spend(session: Session, *, caller: str) -> MySpendOut:
    """Somebody's own spending today. What a hidden model costs would give it away, so battles show only in steps."""
    own = Pot(BudgetScope.MEMBER, find_member(caller) or "")
    limit = await repository.get_limit(session, own)
    spend = await repository.get_spend(session, own)
    share = None
    if limit:
        used = 0 if spend is None else spend.spent_micro_usd
        share = min(1.0, math.ceil(used / limit * STEPS) / STEPS)
    return MySpendOut(
        day=await repository.get_today(session),
        limit_usd=None if limit is None else to_dollars(limit),
        known_usd=to_dollars(await repository.sum_known_calls(session, caller)),
        share=share,
    )
