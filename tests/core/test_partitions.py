"""Partitions of coming months, added by the job and at the start."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from llmbattler.core import clock, partitions
from llmbattler.core.db import Database
from llmbattler.core.db.partitions import Month, list_divided, list_missing
from llmbattler.core.manifests import list_starts, list_worker_starts
from llmbattler.core.resources import Resources


async def list_names(database: Database) -> set[str]:
    async with database.unit() as session:
        query = text("SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r'")
        return set((await session.execute(query)).scalars())


async def test_the_job_adds_what_is_missing(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    database = resources.get(Database)
    before = await list_names(database)
    await partitions.add_partitions_daily(resources)
    assert await list_names(database) == before
    later = Month.of(datetime.now(UTC)).plus(2).start
    monkeypatch.setattr(clock, "now", lambda: later)
    await partitions.add_partitions_daily(resources)
    added = await list_names(database) - before
    assert len(added) == 4
    assert f"bench_results_{Month.of(later).plus(3).year}_{Month.of(later).plus(3).number:02}" in added
    async with database.unit() as session:
        for table in list_divided():
            assert await list_missing(session, table, later) == []


async def test_a_start_does_not_wait_for_a_busy_table(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows go to the default partition meanwhile, so this is not a reason to fail."""
    monkeypatch.setattr("llmbattler.core.db.partitions.LOCK_TIMEOUT", "50ms")
    database = resources.get(Database)
    later = Month.of(datetime.now(UTC)).plus(1).start
    monkeypatch.setattr(clock, "now", lambda: later)
    before = await list_names(database)
    async with database.unit() as session:
        await session.execute(text("SELECT count(*) FROM model_calls"))
        await partitions.add_partitions(resources)
    assert {name for name in await list_names(database) - before if name.startswith("model_calls")} == set()
    await partitions.add_partitions(resources)
    assert len(await list_names(database) - before) == 2


def test_servers_and_workers_add_them_at_the_start() -> None:
    assert partitions.add_partitions in list_starts()
    assert partitions.add_partitions in list_worker_starts()
