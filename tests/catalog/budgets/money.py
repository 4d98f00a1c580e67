"""Set budgets, record calls that cost something, and read the tables."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import text

from llmbattler.accounts.service import audit
from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.budgets.schemas import BudgetIn
from llmbattler.catalog.budgets.service import limits, reservations
from llmbattler.catalog.budgets.service.reservations import CallEstimate, Reservation
from llmbattler.catalog.ledger.service.calls import record_calls
from llmbattler.catalog.records import CallRecord
from llmbattler.core.db import Database

LEASE = timedelta(minutes=10)
SITE = BudgetKey(BudgetScope.SITE)
PROVIDER = "api.example.org"


async def set_budget(database: Database, key: BudgetKey, dollars: float, **more: Any) -> None:
    async with database.unit() as session:
        wanted = BudgetIn(limit_usd=dollars, **more)
        await limits.set_budget(session, actor=audit.COMMAND_LINE, key=key, wanted=wanted)


async def reserve(
    database: Database, *amounts: int, caller: str | None = "m_1", provider: str = PROVIDER, **more: Any
) -> list[Reservation]:
    """Reserve these amounts in micro-dollars."""
    async with database.unit() as session:
        estimates = [CallEstimate(caller, provider, amount) for amount in amounts]
        return await reservations.reserve(session, estimates=estimates, **{"lease": LEASE, **more})


def record(cost: int | None = 0, reservation: Reservation | None = None, **changes: Any) -> CallRecord:
    given: dict[str, Any] = {
        "model_id": "alpha",
        "purpose": "direct",
        "outcome": "ok",
        "total_ms": 1,
        "attempts": 1,
        "caller": "m_1",
        "provider": PROVIDER,
        "cost_micro_usd": cost,
        "reservation_id": reservation.reservation_id if reservation else None,
    }
    return CallRecord(**{**given, **changes})


async def add_calls(database: Database, *records: CallRecord) -> None:
    async with database.unit() as session:
        await record_calls(session, records=records)


async def ask(database: Database, query: str, **values: object) -> Sequence[Any]:
    async with database.unit() as session:
        return (await session.execute(text(query), values)).all()


async def read_spend(database: Database) -> dict[str, tuple[int, int]]:
    """Return what each budget key has spent and reserved today."""
    rows = await ask(database, "SELECT scope, subject, spent_micro_usd, reserved_micro_usd FROM spend")
    return {str(BudgetKey(BudgetScope(row[0]), row[1])): (row[2], row[3]) for row in rows}


async def alerts(database: Database) -> list[tuple[str, str]]:
    return [tuple(row) for row in await ask(database, "SELECT kind, subject FROM alerts ORDER BY created_at")]


async def ledger_equals_spend(database: Database) -> None:
    (ledger,) = await ask(database, "SELECT coalesce(sum(cost_micro_usd), 0) FROM model_calls")
    (spent,) = await ask(database, "SELECT coalesce(sum(spent_micro_usd), 0) FROM spend WHERE scope = 'site'")
    assert ledger == spent
