"""Offer models, record calls and probes, and read what the catalog shows."""

from collections.abc import Awaitable, Callable
from typing import Any

from llmbattler.catalog import repository, service
from llmbattler.catalog.health import OK
from llmbattler.catalog.ledger.service.calls import record_calls, record_probe
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.records import CallRecord
from llmbattler.core.db import Database, Session


async def sync(database: Database, *offers: OfferedModel) -> service.SyncReport:
    async with database.unit() as session:
        return await service.sync_catalog(session, offers=offers)


async def ask(database: Database, work: Callable[..., Awaitable[Any]], **given: Any) -> Any:
    async with database.unit() as session:
        return await work(session, **given)


def called(model_id: str, outcome: str = OK, purpose: str = "battle") -> CallRecord:
    return CallRecord(model_id=model_id, purpose=purpose, outcome=outcome, total_ms=1, attempts=1)


async def probe(database: Database, model_id: str, outcome: str = OK) -> None:
    await ask(database, record_probe, record=called(model_id, outcome, "probe"))


async def call(database: Database, model_id: str, *outcomes: str) -> None:
    await ask(database, record_calls, records=[called(model_id, outcome) for outcome in outcomes])


async def live(database: Database, model_id: str) -> str:
    health = await ask(database, service.list_live_health)
    return health[model_id].state.value if model_id in health else "unknown"


async def shown(database: Database, model_id: str) -> str:
    return (await ask(database, service.get_model, model_id=model_id)).health.value


async def age_rows(database: Database, minutes: float) -> None:
    """Move the times of all rows into the past."""

    async def age(session: Session) -> None:
        for table, column in (("model_health", "changed_at"), ("model_calls", "created_at")):
            statement = f"UPDATE {table} SET {column} = {column} - make_interval(secs => {minutes * 60})"  # noqa: S608
            await session.execute(repository.text(statement))

    await ask(database, age)
