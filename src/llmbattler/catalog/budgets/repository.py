"""Queries of budgets, spend and reservations.

Every write to `spend` locks rows in one order (day; site, provider, member; subject), so that there is no deadlock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from sqlalchemy import RowMapping, TextClause, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import distinct_on

from llmbattler.core.db import Session

from ..models import Model, ModelCall
from ..purposes import list_open
from .budget_keys import VISITORS, BudgetKey
from .models import Budget, BudgetScope, Spend, SpendReservation

_TODAY = "(now() AT TIME ZONE 'utc')::date"

# The limit of a budget key: its own budget, else the one for each member (`*`), which does not apply to visitors.
_LIMIT = """
    SELECT b.subject AS budget, b.limit_micro_usd AS most, b.warn_at
    FROM budgets b
    WHERE b.enabled AND b.scope = {key}.scope
      AND (b.subject = {key}.subject
           OR b.scope = 'member' AND b.subject = '*' AND {key}.subject <> 'visitors')
    ORDER BY b.subject = '*' LIMIT 1
"""

# ON CONFLICT checks an existing row in its newest version: PostgreSQL reads it again after waiting for its lock.
_ADD_RESERVATIONS = text(
    f"""
    WITH wanted AS MATERIALIZED (
        SELECT w.scope, w.subject, w.amount, l.budget, l.most
        FROM unnest(cast(:scopes AS text[]), cast(:subjects AS text[]), cast(:amounts AS bigint[]))
             AS w(scope, subject, amount)
        LEFT JOIN LATERAL ({_LIMIT.format(key="w")}) l ON true
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
    """  # noqa: S608 - built from constants
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
    FROM changed c JOIN LATERAL ({_LIMIT.format(key="c")}) l ON true
    WHERE c.day = {_TODAY}
    ORDER BY c.scope DESC, c.subject
    """  # noqa: S608 - built from constants
)


_GET_LIMIT = text(
    f"""
    SELECT l.most FROM (SELECT cast(:scope AS text) AS scope, cast(:subject AS text) AS subject) w
    CROSS JOIN LATERAL ({_LIMIT.format(key="w")}) l
    """  # noqa: S608 - built from constants
)


@dataclass(frozen=True, slots=True)
class NewReservation:
    """The reservation of one call."""

    reservation_id: UUID
    member: str | None
    provider: str
    amount: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A budget key with too little left, and the budget that limits it."""

    key: BudgetKey
    budget: BudgetKey


@dataclass(frozen=True, slots=True)
class SpendChange:
    key: BudgetKey
    day: date | None = None
    """Today when `None`."""
    spent: int = 0
    reserved: int = 0


@dataclass(frozen=True, slots=True)
class SpendLevel:
    """The spend of a limited budget key after a change."""

    key: BudgetKey
    budget: BudgetKey
    spent: int
    most: int
    warn_at: float


async def find_enabled_budget(session: Session) -> UUID | None:
    return (await session.execute(select(Budget.budget_id).where(Budget.enabled).limit(1))).scalar_one_or_none()


async def add_reservations(
    session: Session, *, amounts: dict[BudgetKey, int], parts: Sequence[NewReservation], lease: timedelta
) -> list[Refusal]:
    """Reserve everything, or return the budgets with too little left; the caller must then roll back."""
    values = {
        "scopes": [key.scope.value for key in amounts],
        "subjects": [key.subject for key in amounts],
        "amounts": list(amounts.values()),
        "ids": [part.reservation_id for part in parts],
        "members": [part.member for part in parts],
        "providers": [part.provider for part in parts],
        "parts": [part.amount for part in parts],
        "lease": lease,
    }
    return [Refusal(_read_key(row), _read_budget(row)) for row in await _run(session, _ADD_RESERVATIONS, values)]


async def add_spend(session: Session, changes: Sequence[SpendChange]) -> list[SpendLevel]:
    """Add to spent and reserved amounts; return today's levels of the keys that have a limit."""
    values = {
        "days": [change.day for change in changes],
        "scopes": [change.key.scope.value for change in changes],
        "subjects": [change.key.subject for change in changes],
        "spent": [change.spent for change in changes],
        "reserved": [change.reserved for change in changes],
    }
    rows = await _run(session, _ADD_SPEND, values)
    return [SpendLevel(_read_key(row), _read_budget(row), row["spent"], row["most"], row["warn_at"]) for row in rows]


async def _run(session: Session, statement: TextClause, values: dict[str, object]) -> Sequence[RowMapping]:
    return (await session.execute(statement, values)).mappings().all()


def _read_key(row: RowMapping) -> BudgetKey:
    return BudgetKey(BudgetScope(row["scope"]), row["subject"])


def _read_budget(row: RowMapping) -> BudgetKey:
    return BudgetKey(BudgetScope(row["scope"]), row["budget"])


async def delete_reservations(session: Session, ids: Sequence[UUID]) -> Sequence[SpendReservation]:
    """Delete reservations and return them."""
    query = delete(SpendReservation).where(SpendReservation.reservation_id.in_(ids)).returning(SpendReservation)
    return (await session.execute(query)).scalars().all()


async def delete_expired_reservations(session: Session) -> Sequence[SpendReservation]:
    """Delete expired reservations and return them; skip those that another transaction is deleting."""
    expired = (
        select(SpendReservation.reservation_id)
        .where(SpendReservation.expires_at < func.now())
        .with_for_update(skip_locked=True)
    )
    query = delete(SpendReservation).where(SpendReservation.reservation_id.in_(expired)).returning(SpendReservation)
    return (await session.execute(query)).scalars().all()


async def list_spent_providers(session: Session) -> set[str]:
    """List the providers whose budget is used up today."""
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


async def get_today(session: Session) -> date:
    found: date = (await session.execute(select(text(_TODAY)))).scalar_one()
    return found


async def list_budgets(session: Session) -> Sequence[Budget]:
    query = select(Budget).order_by(Budget.scope.desc(), Budget.subject)
    return (await session.execute(query)).scalars().all()


async def lock_budget(session: Session, key: BudgetKey) -> Budget | None:
    """Lock changes of budgets, also of one that does not exist yet, and return the budget of this key."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtext("budgets.set"))))
    query = select(Budget).where(Budget.scope == key.scope, Budget.subject == key.subject).with_for_update()
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
    """List spend without that of members who have no limit of their own: there may be thousands a day."""
    limited = select(Budget.subject).where(Budget.scope == BudgetScope.MEMBER)
    shown = or_(Spend.scope != BudgetScope.MEMBER, Spend.subject.in_(limited))
    return (await session.execute(select(Spend).where(Spend.day >= since, shown).order_by(Spend.day))).scalars().all()


async def list_largest_spend(session: Session, *, since: date) -> Sequence[Spend]:
    """List the largest spend of a member for each day."""
    query = (
        select(Spend)
        .ext(distinct_on(Spend.day))
        .where(Spend.day >= since, Spend.scope == BudgetScope.MEMBER, Spend.subject != VISITORS)
        .order_by(Spend.day, Spend.spent_micro_usd.desc(), Spend.subject)
    )
    return (await session.execute(query)).scalars().all()


async def get_limit(session: Session, key: BudgetKey) -> int | None:
    """Return the daily limit of a key in micro-dollars, or `None` when it has none."""
    values = {"scope": key.scope.value, "subject": key.subject}
    return (await session.execute(_GET_LIMIT, values)).scalar_one_or_none()


async def get_spend(session: Session, key: BudgetKey) -> Spend | None:
    query = select(Spend).where(Spend.day == text(_TODAY), Spend.scope == key.scope, Spend.subject == key.subject)
    return (await session.execute(query)).scalar_one_or_none()


async def get_known_cost(session: Session, caller: str) -> int:
    """Return the cost of a caller's calls today, without blind battles, whose models are hidden from them."""
    query = select(func.sum(ModelCall.cost_micro_usd)).where(
        ModelCall.caller == caller,
        ModelCall.purpose.in_(list_open()),
        ModelCall.created_at >= text("date_trunc('day', now(), 'UTC')"),
    )
    return int((await session.execute(query)).scalar_one() or 0)


async def delete_member(session: Session, key: BudgetKey) -> None:
    """Delete the spend and the budget of a member; reservations lose their name."""
    await session.execute(delete(Spend).where(Spend.scope == key.scope, Spend.subject == key.subject))
    await session.execute(delete(Budget).where(Budget.scope == key.scope, Budget.subject == key.subject))
    await session.execute(update(SpendReservation).where(SpendReservation.member == key.subject).values(member=None))


async def lock_spend(session: Session) -> None:
    """Block writes to `spend` until this transaction ends; reads go on."""
    await session.execute(text("LOCK TABLE spend IN SHARE ROW EXCLUSIVE MODE"))


@dataclass(frozen=True, slots=True)
class LedgerSum:
    """The cost of one caller at one address on one day."""

    day: date
    caller: str | None
    connector: str | None
    base_url: str | None
    cost: int


async def list_ledger_sums(session: Session, *, since: date) -> list[LedgerSum]:
    day = func.date(func.timezone("UTC", ModelCall.created_at))
    query = (
        select(day, ModelCall.caller, Model.connector, Model.base_url, func.sum(ModelCall.cost_micro_usd))
        .outerjoin(Model, Model.model_id == ModelCall.model_id)
        .where(ModelCall.created_at >= func.timezone("UTC", since), ModelCall.cost_micro_usd > 0, ~ModelCall.own_key)
        .group_by(day, ModelCall.caller, Model.connector, Model.base_url)
    )
    rows = (await session.execute(query)).all()
    return [
        LedgerSum(on, caller, connector, base_url, int(cost or 0)) for on, caller, connector, base_url, cost in rows
    ]


async def list_reservations(session: Session, *, since: date) -> Sequence[SpendReservation]:
    return (await session.execute(select(SpendReservation).where(SpendReservation.day >= since))).scalars().all()


async def update_spend(session: Session, *, since: date, rows: Sequence[Spend]) -> None:
    """Replace all spend since this day."""
    await session.execute(delete(Spend).where(Spend.day >= since))
    session.add_all(rows)
    await session.flush()


async def delete_old_spend(session: Session, *, before: date) -> None:
    await session.execute(delete(Spend).where(Spend.day < before))
