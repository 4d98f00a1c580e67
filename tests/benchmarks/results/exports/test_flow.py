import json
import time
from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from sqlalchemy import AsyncAdaptedQueuePool
from typing_extensions import Buffer

from llmbattler.benchmarks.results.exports.flow import write_file
from llmbattler.benchmarks.results.schemas import ExportFormat
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.benchmarks.results.exports.sample_run import add_sample_run
from tests.benchmarks.results.large_runs import add_large_run

SAMPLES = 4_000
PORTION = 256 * 1024
HASTE = 1.0


def count_taken(database: Database) -> int:
    pool = database.engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool)
    return pool.checkedout()


class WatchingFile(BytesIO):
    """Notes how many connections are in use whenever something is written."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self.taken: list[int] = []

    def write(self, data: Buffer, /) -> int:
        self.taken.append(count_taken(self._database))
        return super().write(data)


class SlowFile(BytesIO):
    """On a disk that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self._waited = 0

    def write(self, data: Buffer, /) -> int:
        written = super().write(data)
        if self.tell() // PORTION > self._waited:
            self._waited += 1
            time.sleep(0.25)
        return written


async def test_no_connection_is_held_while_pages_are_set(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
    file = WatchingFile(database)
    name = await write_file(database, run_id=run.run_id, kind=ExportFormat.PDF, file=file)
    assert (name, file.getvalue()[:4]) == (f"odd-things-2026-03-04-{run.run_id.hex[-6:]}.pdf", b"%PDF")
    assert file.taken == [0]


class TestInHaste:
    @pytest.fixture
    async def impatient_database(self, settings: Settings, address: DatabaseAddress) -> AsyncIterator[Database]:
        changes = {"database_statement_timeout": HASTE, "database_idle_timeout": HASTE}
        database = Database(address, settings.model_copy(update=changes))
        yield database
        await database.close()

    async def test_an_export_may_take_longer_than_any_query(
        self, database: Database, impatient_database: Database
    ) -> None:
        async with database.unit() as session:
            run = await add_large_run(session, samples=SAMPLES, models=["alpha"])
        file, started = SlowFile(), time.monotonic()
        await write_file(impatient_database, run_id=run.run_id, kind=ExportFormat.JSON, file=file)
        assert time.monotonic() - started > HASTE
        assert len(json.loads(file.getvalue())["results"]) == SAMPLES
