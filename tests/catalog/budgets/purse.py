"""Setting budgets, making calls that cost something, and reading what the tables say."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import text

from llmbattler.accounts.service import audit
from llmbattler.catalog import service
from llmbattler.catalog.budgets.pots import BudgetScope, Pot
from llmbattler.catalog.budgets.schemas import BudgetIn
from llmbattler.catalog.budgets.service import keeping, reserving
from llmbattler.catalog.budgets.service.reserving import Ask, Hold
from llmbattler.catalog.models import Purpose
from llmbattler.catalog.records import CallRecord
from llmbattler.core.db import Database

LEASE = timedelta(minutes=10)
SITE = Pot(BudgetScope.SITE)
PROVIDER = "api.example.org"


async def set_budget(database: Database, pot: Pot, dollars: float, **more: Any) -> None:
    async with database.unit() as session:
        wanted = BudgetIn(limit_usd=dollars, **more)
        await keeping.set_budget(session, actor=audit.COMMAND_LINE, pot=pot, wanted=wanted)


async def reserve(
    database: Database, *amounts: int, caller: str | None = "m_1", provider: str = PROVIDER, **more: Any
) -> list[Hold]:
    """Set aside so many millionths of a dollar."""
    async with database.unit() as session:
        asks = [Ask(caller, provider, amount) for amount in amounts]
        return await reserving.reserve(session, asks=asks, **{"lease": LEASE, **more})


def record(cost: int | None = 0, hold: Hold | None = None, **changes: Any) -> CallRecord:
    given: dict[str, Any] = {
        "model_id": "alpha",
        "purpose": Purpose.DIRECT,
        "outcome": "ok",
        "total_ms": 1,
        "attempts": 1,
        "caller": "m_1",
        "provider": PROVIDER,
        "cost_micro_usd": cost,
        "reservation_id": hold.reservation_id if hold else None,
    }
    return CallRecord(**{**given, **changes})


async def write_down(database: Database, *records: CallRecord) -> None:
    async with database.unit() as session:
        await service.record_calls(session, records=records)


async def ask(database: Database, query: str, **values: object) -> Sequence[Any]:
    async with database.unit() as session:
        return (await session.execute(text(query), values)).all()


async def pots(database: Database) -> dict[str, tuple[int, int]]:
    """What each pot spent and has set aside today."""
    rows = await ask(database, "SELECT scope, subject, spent_micro_usd, reserved_micro_usd FROM spend")
    return {str(Pot(BudgetScope(row[0]), row[1])): (row[2], row[3]) for row in rows}


async def alerts(database: Database) -> list[tuple[str, str]]:
    return [tuple(row) for row in await ask(database, "SELECT kind, subject FROM alerts ORDER BY created_at")]


async def ledger_equals_spend(database: Database) -> None:
    (ledger,) = await ask(database, "SELECT coalesce(sum(cost_micro_usd), 0) FROM model_calls")
    (spent,) = await ask(database, "SELECT coalesce(sum(spent_micro_usd), 0) FROM spend WHERE scope = 'site'")
    assert ledger == spent
