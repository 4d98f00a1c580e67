import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from llmbattler.catalog import repository
from llmbattler.catalog.ledger import flow
from llmbattler.catalog.ledger.flow import LedgerWriter
from llmbattler.catalog.records import CallRecord
from llmbattler.core.db import Database, Session
from llmbattler.core.db.failures import DatabaseUnavailable


def record(outcome: str = "ok", **changes: str) -> CallRecord:
    return CallRecord(model_id="a", purpose="test", outcome=outcome, total_ms=1, attempts=1, **changes)


async def count(database: Database) -> int:
    async with database.unit() as session:
        return int((await session.execute(repository.text("SELECT count(*) FROM model_calls"))).scalar_one())


class Outage:
    """A database that is away for a number of tries."""

    def __init__(self, database: Database, tries: int) -> None:
        self._database = database
        self.left = tries

    @asynccontextmanager
    async def unit(self) -> AsyncIterator[Session]:
        if self.left:
            self.left -= 1
            raise DatabaseUnavailable
        async with self._database.unit() as session:
            yield session


def ledger_for(database: object) -> LedgerWriter:
    return LedgerWriter(database)  # type: ignore[arg-type]


async def test_many_calls_are_written_in_few_transactions(database: Database) -> None:
    ledger = LedgerWriter(database)
    for _ in range(450):
        ledger.add(record())
    await ledger.flush()
    assert await count(database) == 450
    await ledger.close()


async def test_calls_wait_for_a_database_that_is_away(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "RETRY_SECONDS", (0.01,))
    outage = Outage(database, 3)
    ledger = ledger_for(outage)
    for _ in range(5):
        ledger.add(record())
    await ledger.flush()
    assert outage.left == 0
    assert await count(database) == 5


async def test_the_wait_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "QUEUE_LIMIT", 3)
    monkeypatch.setattr(flow, "RETRY_SECONDS", (0.01,))
    outage = Outage(database, 2)
    ledger = ledger_for(outage)
    for _ in range(10):
        ledger.add(record())
    await ledger.flush()
    assert await count(database) == 3


async def test_closing_does_not_wait_for_ever(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "CLOSE_SECONDS", 0.05)
    ledger = ledger_for(Outage(database, 10_000))
    ledger.add(record())
    await asyncio.wait_for(ledger.close(), 2)


async def test_a_refused_batch_does_not_stop_the_next(database: Database) -> None:
    ledger = LedgerWriter(database)
    ledger.add(record(caller="a\0b"))
    with pytest.raises(Exception, match="NUL"):
        await ledger.flush()
    ledger.add(record())
    await ledger.flush()
    assert await count(database) == 1
