from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from llmbattler.benchmarks.runs.models import Run, Schedule
from llmbattler.benchmarks.runs.schedules import repository
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_run, build_suite

NOW = datetime.now(UTC)


async def add(session: Session, suite_id: UUID, **columns: Any) -> Schedule:
    given = {"title": "A", "cron": "0 6 * * 1", "wanted": {}, "enabled": True, "next_at": NOW - timedelta(hours=1)}
    return await repository.add_schedule(session, Schedule(suite_id=suite_id, **{**given, **columns}))


async def test_the_longest_overdue_schedule_that_nobody_has_locked_is_due(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        later = await add(session, version.suite_id)
        first = await add(session, version.suite_id, next_at=NOW - timedelta(days=1))
        await add(session, version.suite_id, enabled=False, next_at=NOW - timedelta(days=9))
        await add(session, version.suite_id, next_at=NOW + timedelta(days=9))
    async with database.unit() as session, database.unit() as other:
        due = await repository.lock_due(session)
        assert due is not None
        assert due.schedule_id == first.schedule_id
        second = await repository.lock_due(other)
        assert second is not None
        assert second.schedule_id == later.schedule_id


async def test_a_deleted_schedule_leaves_its_runs(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        schedule = await add(session, version.suite_id)
        run = await build_run(session, version=version, schedule_id=schedule.schedule_id)
    async with database.unit() as session:
        await repository.delete_schedule(session, schedule.schedule_id)
    async with database.unit() as session:
        assert (await session.get_one(Run, run.run_id)).schedule_id is None
        assert await repository.lock_schedule(session, schedule.schedule_id) is None
        assert list(await repository.list_schedules(session)) == []
        assert await repository.get_suite_name(session, uuid4()) is None
