from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from llmbattler.benchmarks.demo import repository
from llmbattler.benchmarks.runs.models import Run, Schedule
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_run, build_suite

AT = datetime(2026, 1, 2, tzinfo=UTC)


async def test_a_schedule_gets_the_runs_with_its_suite_and_title(database: Database) -> None:
    async with database.unit() as session:
        mine, other = await build_suite(session), await build_suite(session)
        for title, version, day in (("old", mine, 1), ("new", mine, 2), ("else", mine, 3), ("other", other, 4)):
            shown = "Every Monday" if title != "else" else "Once"
            await build_run(session, version=version, title=shown, created_at=AT + timedelta(days=day))
        schedule = Schedule(
            suite_id=mine.suite_id, title="Every Monday", cron="0 6 * * 1", wanted={}, enabled=True, next_at=None
        )
        session.add(schedule)
        await session.flush()
        await repository.update_schedule_of_runs(session, schedule.schedule_id, mine.suite_id, "Every Monday")
        query = select(Run.run_id, Run.created_at).where(Run.schedule_id == schedule.schedule_id)
        found = {at: run_id for run_id, at in await session.execute(query)}
        assert sorted(found) == [AT + timedelta(days=1), AT + timedelta(days=2)]
        await session.refresh(schedule)
        assert schedule.last_run_id == found[AT + timedelta(days=2)]


async def test_statistics_are_updated_within_a_transaction(database: Database) -> None:
    async with database.unit() as session:
        await repository.update_planner_statistics(session)
