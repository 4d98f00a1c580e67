from llmbattler.benchmarks.runs.models import Run, Schedule
from llmbattler.benchmarks.runs.schedules.service.owned_data import SCHEDULES
from llmbattler.benchmarks.runs.service.owned_data import RUNS
from llmbattler.core.db import Database, Session
from llmbattler.core.ownership import list_owned
from tests.benchmarks.building import build_run, build_suite


async def fill(session: Session) -> tuple[Run, Schedule]:
    version = await build_suite(session)
    run = await build_run(session, version=version, owner="m_1", webhook_url="https://hooks.example.org/secret")
    schedule = Schedule(
        suite_id=version.suite_id, title="Weekly", owner="m_1", cron="0 6 * * 1", wanted={"models": ["a"]}, enabled=True
    )
    session.add(schedule)
    await session.flush()
    await session.refresh(schedule)
    return run, schedule


async def test_runs_and_schedules_are_exported_and_moved(database: Database) -> None:
    assert RUNS in list_owned()
    assert SCHEDULES in list_owned()
    async with database.unit() as session:
        run, schedule = await fill(session)
        (first,) = [record async for record in RUNS.export(session, "m_1")]
        assert (first["run_id"], first["title"], first["models"]) == (str(run.run_id), "A run", ["alpha"])
        (second,) = [record async for record in SCHEDULES.export(session, "m_1")]
        assert (second["schedule_id"], second["cron"]) == (str(schedule.schedule_id), "0 6 * * 1")
        for data in (RUNS, SCHEDULES):
            await data.move(session, "m_1", "m_2")
            assert [record async for record in data.export(session, "m_1")] == []
            assert len([record async for record in data.export(session, "m_2")]) == 1


async def test_what_somebody_leaves_is_nobodys_and_starts_no_more(database: Database) -> None:
    async with database.unit() as session:
        run, schedule = await fill(session)
    async with database.unit() as session:
        for data in (RUNS, SCHEDULES):
            await data.erase(session, "m_1")
    async with database.unit() as session:
        left = await session.get_one(Run, run.run_id)
        assert (left.owner, left.webhook_url) == (None, None)
        resting = await session.get_one(Schedule, schedule.schedule_id)
        assert (resting.owner, resting.enabled, resting.next_at) == (None, False, None)
