"""Every query about budgets and what is spent.

Whoever writes to `spend` locks rows in one order (day, site before provider before member, subject), so that nobody
waits in a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy import RowMapping, TextClause, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from llmbattler.core.db import Session

from ..models import Model, ModelCall, Provider, ProviderKey, Purpose
from .models import Alert, AlertLevel, Budget, Delivery, Reservation, Spend
from .pots import VISITORS, BudgetScope, Pot

_TODAY = "(now() AT TIME ZONE 'utc')::date"

# The budget that holds for a pot: its own, else the one for each member. Visitors have only their own.
_LIMIT = """
    SELECT b.subject AS budget, b.limit_micro_usd AS most, b.warn_at
    FROM budgets b
    WHERE b.enabled AND b.scope = {pot}.scope
      AND (b.subject = {pot}.subject
           OR b.scope = 'member' AND b.subject = '*' AND {pot}.subject <> 'visitors')
    ORDER BY b.subject = '*' LIMIT 1
"""

# A row that is there already is checked in its newest version: PostgreSQL reads it again after waiting for its lock.
_RESERVE = text(
    f"""
    WITH wanted AS MATERIALIZED (
        SELECT w.scope, w.subject, w.amount, l.budget, l.most
        FROM unnest(cast(:scopes AS text[]), cast(:subjects AS text[]), cast(:amounts AS bigint[]))
             AS w(scope, subject, amount)
        LEFT JOIN LATERAL ({_LIMIT.format(pot="w")}) l ON true
    ), kept AS (
        INSERT INTO spend AS s (day, scope, subject, spent_micro_usd, reserved_micro_usd)
        SELECT {_TODAY}, scope, subject, 0, amount FROM wanted
        WHERE most IS NULL OR amount <= most
        ORDER BY scope DESC, subject
        ON CONFLICT (day, scope, subject) DO UPDATE SET
            reserved_micro_usd = s.reserved_micro_usd + excluded.reserved_micro_usd
        WHERE s.spent_micro_usd + s.reserved_micro_usd + excluded.reserved_micro_usd <= coalesce(
            (SELECT most FROM wanted WHERE wanted.scope = excluded.scope AND wanted.subject = excluded.subject),
            9223372036854775807)
        RETURNING s.scope, s.subject
    ), held AS (
        INSERT INTO spend_reservations (reservation_id, day, member, provider, amount_micro_usd, expires_at)
        SELECT r.id, {_TODAY}, r.member, r.provider, r.amount, now() + :lease
        FROM unnest(cast(:ids AS uuid[]), cast(:members AS text[]), cast(:providers AS text[]),
                    cast(:parts AS bigint[])) AS r(id, member, provider, amount)
    )
    SELECT w.scope, w.subject, w.budget FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM kept k WHERE k.scope = w.scope AND k.subject = w.subject)
    ORDER BY w.scope DESC, w.subject
    """  # noqa: S608 - of constants
)

_ADD_SPEND = text(
    f"""
    WITH changed AS (
        INSERT INTO spend AS s (day, scope, subject, spent_micro_usd, reserved_micro_usd)
        SELECT coalesce(c.day, {_TODAY}), c.scope, c.subject, sum(c.spent), sum(c.reserved)
        FROM unnest(cast(:days AS date[]), cast(:scopes AS text[]), cast(:subjects AS text[]),
                    cast(:spent AS bigint[]), cast(:reserved AS bigint[])) AS c(day, scope, subject, spent, reserved)
        GROUP BY 1, 2, 3 ORDER BY 1, 2 DESC, 3
        ON CONFLICT (day, scope, subject) DO UPDATE SET
            spent_micro_usd = s.spent_micro_usd + excluded.spent_micro_usd,
            reserved_micro_usd = greatest(s.reserved_micro_usd + excluded.reserved_micro_usd, 0)
        RETURNING s.day, s.scope, s.subject, s.spent_micro_usd
    )
    SELECT c.scope, c.subject, c.spent_micro_usd AS spent, l.budget, l.most, l.warn_at
    FROM changed c JOIN LATERAL ({_LIMIT.format(pot="c")}) l ON true
    WHERE c.day = {_TODAY}
    ORDER BY c.scope DESC, c.subject
    """  # noqa: S608 - of constants
)


_GET_LIMIT = text(
    f"""
    SELECT l.most FROM (SELECT cast(:scope AS text) AS scope, cast(:subject AS text) AS subject) w
    CROSS JOIN LATERAL ({_LIMIT.format(pot="w")}) l
    """  # noqa: S608 - of constants
)


@dataclass(frozen=True, slots=True)
class Part:
    """What one call needs."""

    reservation_id: UUID
    member: str | None
    provider: str
    amount: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A pot with too little left, and the budget that says so."""

    pot: Pot
    budget: Pot


@dataclass(frozen=True, slots=True)
class Change:
    pot: Pot
    day: date | None = None
    """Today, where it is not said."""
    spent: int = 0
    reserved: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a limited pot is after a change."""

    pot: Pot
    budget: Pot
    spent: int
    most: int
    warn_at: float


async def has_budgets(session: Session) -> bool:
    query = select(Budget.budget_id).where(Budget.enabled).limit(1)
    return (await session.execute(query)).first() is not None


async def reserve(
    session: Session, *, amounts: dict[Pot, int], parts: Sequence[Part], lease: timedelta
) -> list[Refused]:
    """Set everything aside, or say what has too little left; then the caller must roll back."""
    values = {
        "scopes": [pot.scope.value for pot in amounts],
        "subjects": [pot.subject for pot in amounts],
        "amounts": list(amounts.values()),
        "ids": [part.reservation_id for part in parts],
        "members": [part.member for part in parts],
        "providers": [part.provider for part in parts],
        "parts": [part.amount for part in parts],
        "lease": lease,
    }
    return [Refused(_pot(row), _budget(row)) for row in await _run(session, _RESERVE, values)]


async def add_spend(session: Session, changes: Sequence[Change]) -> list[Mark]:
    """Add to what was spent and set aside; gives today's state of the pots that have a limit."""
    values = {
        "days": [change.day for change in changes],
        "scopes": [change.pot.scope.value for change in changes],
        "subjects": [change.pot.subject for change in changes],
        "spent": [change.spent for change in changes],
        "reserved": [change.reserved for change in changes],
    }
    rows = await _run(session, _ADD_SPEND, values)
    return [Mark(_pot(row), _budget(row), row["spent"], row["most"], row["warn_at"]) for row in rows]


async def _run(session: Session, statement: TextClause, values: dict[str, object]) -> Sequence[RowMapping]:
    return (await session.execute(statement, values)).mappings().all()


def _pot(row: RowMapping) -> Pot:
    return Pot(BudgetScope(row["scope"]), row["subject"])


def _budget(row: RowMapping) -> Pot:
    return Pot(BudgetScope(row["scope"]), row["budget"])


async def take_reservations(session: Session, ids: Sequence[UUID]) -> Sequence[Reservation]:
    query = delete(Reservation).where(Reservation.reservation_id.in_(ids)).returning(Reservation)
    return (await session.execute(query)).scalars().all()


async def take_expired(session: Session) -> Sequence[Reservation]:
    """Remove what nobody came back for; what somebody else removes right now is theirs."""
    expired = (
        select(Reservation.reservation_id).where(Reservation.expires_at < func.now()).with_for_update(skip_locked=True)
    )
    query = delete(Reservation).where(Reservation.reservation_id.in_(expired)).returning(Reservation)
    return (await session.execute(query)).scalars().all()


async def list_spent_providers(session: Session) -> set[str]:
    """The providers that have nothing left today."""
    query = (
        select(Budget.subject)
        .outerjoin(
            Spend, (Spend.scope == Budget.scope) & (Spend.subject == Budget.subject) & (Spend.day == text(_TODAY))
        )
        .where(
            Budget.enabled,
            Budget.scope == BudgetScope.PROVIDER,
            func.coalesce(Spend.spent_micro_usd + Spend.reserved_micro_usd, 0) >= Budget.limit_micro_usd,
        )
    )
    return set((await session.execute(query)).scalars())


async def list_own_providers(session: Session, owner: str) -> set[str]:
    query = (
        select(ProviderKey.provider_id)
        .join(Provider, Provider.provider_id == ProviderKey.provider_id)
        .where(ProviderKey.owner == owner, Provider.own_keys)
    )
    return set((await session.execute(query)).scalars())


async def get_now(session: Session) -> datetime:
    return (await session.execute(select(func.now()))).scalar_one()


async def get_today(session: Session) -> date:
    found: date = (await session.execute(select(text(_TODAY)))).scalar_one()
    return found


async def list_budgets(session: Session) -> Sequence[Budget]:
    query = select(Budget).order_by(Budget.scope.desc(), Budget.subject)
    return (await session.execute(query)).scalars().all()


async def lock_budget(session: Session, pot: Pot) -> Budget | None:
    """Let one admin at a time set or remove limits, also one that is not there yet."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtext("budgets.set"))))
    query = select(Budget).where(Budget.scope == pot.scope, Budget.subject == pot.subject).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def add_budget(session: Session, budget: Budget) -> None:
    session.add(budget)
    await session.flush()


async def delete_budget(session: Session, budget: Budget) -> None:
    await session.delete(budget)
    await session.flush()


async def list_spend(session: Session, *, since: date) -> Sequence[Spend]:
    return (await session.execute(select(Spend).where(Spend.day >= since).order_by(Spend.day))).scalars().all()


async def list_shown_spend(session: Session, *, since: date) -> Sequence[Spend]:
    """All but the sums of members without a limit of their own, who may be thousands a day."""
    limited = select(Budget.subject).where(Budget.scope == BudgetScope.MEMBER)
    shown = or_(Spend.scope != BudgetScope.MEMBER, Spend.subject.in_(limited))
    return (await session.execute(select(Spend).where(Spend.day >= since, shown).order_by(Spend.day))).scalars().all()


async def list_largest_spend(session: Session, *, since: date) -> Sequence[Spend]:
    """Of each day, the member who spent most."""
    query = (
        select(Spend)
        .ext(distinct_on(Spend.day))
        .where(Spend.day >= since, Spend.scope == BudgetScope.MEMBER, Spend.subject != VISITORS)
        .order_by(Spend.day, Spend.spent_micro_usd.desc(), Spend.subject)
    )
    return (await session.execute(query)).scalars().all()


async def get_limit(session: Session, pot: Pot) -> int | None:
    """What a pot may pay in a day, if anything limits it."""
    values = {"scope": pot.scope.value, "subject": pot.subject}
    return (await session.execute(_GET_LIMIT, values)).scalar_one_or_none()


async def get_spend(session: Session, pot: Pot) -> Spend | None:
    query = select(Spend).where(Spend.day == text(_TODAY), Spend.scope == pot.scope, Spend.subject == pot.subject)
    return (await session.execute(query)).scalar_one_or_none()


async def sum_known_calls(session: Session, caller: str) -> int:
    """What somebody's calls cost today, without battles, whose models they do not know."""
    query = select(func.sum(ModelCall.cost_micro_usd)).where(
        ModelCall.caller == caller,
        ModelCall.purpose != Purpose.BATTLE,
        ModelCall.created_at >= text("date_trunc('day', now(), 'UTC')"),
    )
    return int((await session.execute(query)).scalar_one() or 0)


async def forget_member(session: Session, pot: Pot) -> None:
    """Delete everything that names a member."""
    await session.execute(delete(Spend).where(Spend.scope == pot.scope, Spend.subject == pot.subject))
    await session.execute(delete(Budget).where(Budget.scope == pot.scope, Budget.subject == pot.subject))
    await session.execute(delete(Alert).where(Alert.subject == str(pot)))
    await session.execute(update(Reservation).where(Reservation.member == pot.subject).values(member=None))


async def lock_spend(session: Session) -> None:
    """Let nobody write to `spend` until this transaction ends; those who only read go on."""
    await session.execute(text("LOCK TABLE spend IN SHARE ROW EXCLUSIVE MODE"))


@dataclass(frozen=True, slots=True)
class Sum:
    day: date
    caller: str | None
    connector: str | None
    base_url: str | None
    cost: int


async def sum_ledger(session: Session, *, since: date) -> list[Sum]:
    day = func.date(func.timezone("UTC", ModelCall.created_at))
    query = (
        select(day, ModelCall.caller, Model.connector, Model.base_url, func.sum(ModelCall.cost_micro_usd))
        .outerjoin(Model, Model.model_id == ModelCall.model_id)
        .where(ModelCall.created_at >= func.timezone("UTC", since), ModelCall.cost_micro_usd > 0, ~ModelCall.own_key)
        .group_by(day, ModelCall.caller, Model.connector, Model.base_url)
    )
    rows = (await session.execute(query)).all()
    return [Sum(on, caller, connector, base_url, int(cost or 0)) for on, caller, connector, base_url, cost in rows]


async def list_reservations(session: Session, *, since: date) -> Sequence[Reservation]:
    return (await session.execute(select(Reservation).where(Reservation.day >= since))).scalars().all()


async def replace_spend(session: Session, *, since: date, rows: Sequence[Spend]) -> None:
    await session.execute(delete(Spend).where(Spend.day >= since))
    session.add_all(rows)
    await session.flush()


async def delete_old_spend(session: Session, *, before: date) -> None:
    await session.execute(delete(Spend).where(Spend.day < before))


async def add_alert(session: Session, *, kind: str, subject: str, message: str, level: AlertLevel) -> UUID | None:
    """Add an alert unless the same one stands already."""
    query = (
        insert(Alert)
        .values(kind=kind, subject=subject, message=message, level=level, day=text(_TODAY))
        .on_conflict_do_nothing(
            index_elements=[Alert.kind, Alert.subject, Alert.day], index_where=Alert.resolved_at.is_(None)
        )
        .returning(Alert.alert_id)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def resolve_alerts(session: Session, *, kinds: Sequence[str], subject: str) -> int:
    query = (
        update(Alert)
        .where(Alert.kind.in_(kinds), Alert.subject == subject, Alert.resolved_at.is_(None))
        .values(resolved_at=func.now())
        .returning(Alert.alert_id)
    )
    return len((await session.execute(query)).all())


async def resolve_old_alerts(session: Session, *, kinds: Sequence[str]) -> int:
    """Resolve those of earlier days: a new day has new money."""
    query = (
        update(Alert)
        .where(Alert.kind.in_(kinds), Alert.day < text(_TODAY), Alert.resolved_at.is_(None))
        .values(resolved_at=func.now())
        .returning(Alert.alert_id)
    )
    return len((await session.execute(query)).all())


async def list_alerts(session: Session, *, limit: int) -> Sequence[Alert]:
    """The newest; those that nobody has acknowledged come first."""
    waiting = Alert.acknowledged_at.is_(None) & Alert.resolved_at.is_(None)
    query = select(Alert).order_by(waiting.desc(), Alert.created_at.desc(), Alert.alert_id.desc()).limit(limit)
    return (await session.execute(query)).scalars().all()


async def get_alert(session: Session, alert_id: UUID) -> Alert | None:
    return await session.get(Alert, alert_id)


async def lock_alert(session: Session, alert_id: UUID) -> Alert | None:
    return await session.get(Alert, alert_id, with_for_update=True)


async def set_delivery(session: Session, alert_id: UUID, delivery: Delivery) -> None:
    await session.execute(update(Alert).where(Alert.alert_id == alert_id).values(delivery=delivery))
