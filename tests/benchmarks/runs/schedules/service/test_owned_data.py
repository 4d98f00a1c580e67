from llmbattler.benchmarks.runs.models import Schedule
from llmbattler.benchmarks.runs.schedules.service.owned_data import SCHEDULES
from llmbattler.core.db import Database, Session
from llmbattler.core.ownership import list_owned
from tests.benchmarks.bench_rows import build_suite


async def add_schedule(session: Session) -> Schedule:
    version = await build_suite(session)
    schedule = Schedule(
        suite_id=version.suite_id, title="Weekly", owner="m_1", cron="0 6 * * 1", wanted={"models": ["a"]}, enabled=True
    )
    session.add(schedule)
    await session.flush()
    await session.refresh(schedule)
    return schedule


async def test_schedules_are_exported_and_moved(database: Database) -> None:
    assert SCHEDULES in list_owned()
    async with database.unit() as session:
        schedule = await add_schedule(session)
        (found,) = [record async for record in SCHEDULES.export(session, "m_1")]
        assert (found["schedule_id"], found["cron"]) == (str(schedule.schedule_id), "0 6 * * 1")
        await SCHEDULES.move(session, "m_1", "m_2")
        assert [record async for record in SCHEDULES.export(session, "m_1")] == []
        assert len([record async for record in SCHEDULES.export(session, "m_2")]) == 1


async def test_a_schedule_without_its_owner_starts_no_more(database: Database) -> None:
    async with database.unit() as session:
        schedule = await add_schedule(session)
    async with database.unit() as session:
        await SCHEDULES.erase(session, "m_1")
    async with database.unit() as session:
        left = await session.get_one(Schedule, schedule.schedule_id)
        assert (left.owner, left.enabled, left.next_at) == (None, False, None)
