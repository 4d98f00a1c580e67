import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select

from llmbattler.accounts.models import Account
from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.runs.errors import BadRun
from llmbattler.benchmarks.runs.models import Run, Schedule
from llmbattler.benchmarks.runs.schedules import service
from llmbattler.benchmarks.runs.schedules.errors import BadCron, NotYourSchedule, ScheduleNotFound
from llmbattler.benchmarks.runs.schedules.schemas import ScheduleChangeIn, ScheduleIn, ScheduleOut
from llmbattler.benchmarks.runs.schedules.service.management import OWNER_DEACTIVATED
from llmbattler.benchmarks.suites.models import Suite
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.runs.offered_models import OPERATOR, offer

OWNER = Visitor("m_owner", AccountKind.MEMBER)


class ScheduleAdmin:
    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings

    async def add(self, **wanted: Any) -> ScheduleOut:
        async with self.database.unit() as session:
            await offer(session)
            version = await build_suite(session)
            given = {"suite_id": version.suite_id, "cron": "0 6 * * 1", "wanted": {"models": ["alpha"]}, **wanted}
            return await service.add_schedule(
                session, settings=self.settings, actor=OWNER, wanted=ScheduleIn.model_validate(given)
            )

    async def change(self, schedule_id: UUID, actor: Visitor = OWNER, **wanted: Any) -> ScheduleOut:
        async with self.database.unit() as session:
            return await service.change_schedule(
                session,
                settings=self.settings,
                actor=actor,
                schedule_id=schedule_id,
                wanted=ScheduleChangeIn.model_validate(wanted),
            )

    async def make_due(self, schedule_id: UUID, ago: timedelta) -> None:
        async with self.database.unit() as session:
            (await session.get_one(Schedule, schedule_id)).next_at = datetime.now(UTC) - ago

    async def start_all(self) -> int:
        started = 0
        while True:
            async with self.database.unit() as session:
                if await service.start_due(session, settings=self.settings) is None:
                    return started
            started += 1

    async def list_runs(self) -> list[Run]:
        async with self.database.unit() as session:
            return list((await session.execute(select(Run))).scalars())

    async def get(self, schedule_id: UUID) -> Schedule:
        async with self.database.unit() as session:
            return await session.get_one(Schedule, schedule_id)


@pytest.fixture
def schedules(database: Database, settings: Settings) -> ScheduleAdmin:
    return ScheduleAdmin(database, settings)


async def test_a_schedule_says_when_it_comes_next(schedules: ScheduleAdmin) -> None:
    made = await schedules.add(title="Weekly", wanted={"models": ["alpha"], "samples": 5, "budget_usd": 1})
    assert made.next_at is not None
    assert (made.next_at.weekday(), made.next_at.hour, made.next_at.minute) == (0, 6, 0)
    assert datetime.now(UTC) < made.next_at < datetime.now(UTC) + timedelta(days=7, minutes=1)
    assert (made.title, made.mine, made.wanted.samples, made.problem) == ("Weekly", True, 5, None)
    async with schedules.database.unit() as session:
        found = await service.list_schedules(session, settings=schedules.settings, asker=OPERATOR)
    (listed,) = found.schedules
    assert listed == made.model_copy(update={"mine": False})
    assert listed.suite_name.startswith("echoes-")


async def test_what_could_not_start_is_not_kept(schedules: ScheduleAdmin) -> None:
    with pytest.raises(BadCron):
        await schedules.add(cron="every day")
    with pytest.raises(BadRun):
        await schedules.add(wanted={"models": ["nobody"]})


async def test_a_disabled_schedule_has_no_next_time_and_does_not_start(schedules: ScheduleAdmin) -> None:
    made = await schedules.add(enabled=False)
    assert made.next_at is None
    woken = await schedules.change(made.schedule_id, enabled=True, cron="*/5 * * * *")
    assert woken.next_at is not None
    assert woken.next_at.minute % 5 == 0
    asleep = await schedules.change(made.schedule_id, enabled=False, title="Off")
    assert (asleep.next_at, asleep.title, asleep.cron) == (None, "Off", "*/5 * * * *")
    assert await schedules.start_all() == 0


async def test_what_is_due_starts_once_however_often_it_was_missed(schedules: ScheduleAdmin) -> None:
    made = await schedules.add(title="Weekly", cron="* * * * *", wanted={"models": ["alpha", "beta"], "samples": 3})
    assert await schedules.start_all() == 0
    await schedules.make_due(made.schedule_id, timedelta(days=30))
    assert await schedules.start_all() == 1
    (run,) = await schedules.list_runs()
    assert (run.title, run.models, run.sample_count) == ("Weekly", ["alpha", "beta"], 3)
    assert (run.owner, run.schedule_id) == (OWNER.owner, made.schedule_id)
    after = await schedules.get(made.schedule_id)
    assert after.last_run_id == run.run_id
    assert after.next_at is not None
    assert after.next_at > datetime.now(UTC) - timedelta(minutes=1)


async def test_several_workers_start_it_once(schedules: ScheduleAdmin) -> None:
    made = [await schedules.add() for _ in range(4)]
    for one in made:
        await schedules.make_due(one.schedule_id, timedelta(minutes=1))
    started = await asyncio.gather(*(schedules.start_all() for _ in range(5)))
    assert sum(started) == 4
    runs = await schedules.list_runs()
    assert sorted(str(run.schedule_id) for run in runs) == sorted(str(one.schedule_id) for one in made)


async def test_one_that_cannot_start_says_why_and_waits_for_its_next_time(schedules: ScheduleAdmin) -> None:
    made = await schedules.add()
    async with schedules.database.unit() as session:
        suite = await session.get_one(Suite, made.suite_id)
        suite.archived_at = suite.created_at
    await schedules.make_due(made.schedule_id, timedelta(minutes=1))
    assert await schedules.start_all() == 1
    assert await schedules.list_runs() == []
    after = await schedules.get(made.schedule_id)
    assert after.problem is not None
    assert "archived" in after.problem
    assert after.next_at is not None
    assert after.next_at > datetime.now(UTC)
    async with schedules.database.unit() as session:
        (await session.get_one(Suite, made.suite_id)).archived_at = None
    mended = await schedules.change(made.schedule_id, wanted={"models": ["beta"]})
    assert mended.problem is None


async def test_an_unreadable_schedule_does_not_block_the_others(schedules: ScheduleAdmin) -> None:
    odd, plain = await schedules.add(), await schedules.add()
    async with schedules.database.unit() as session:
        (await session.get_one(Schedule, odd.schedule_id)).wanted = {"models": []}
    for ago, one in ((2, odd), (1, plain)):
        await schedules.make_due(one.schedule_id, timedelta(minutes=ago))
    assert await schedules.start_all() == 2
    assert [run.schedule_id for run in await schedules.list_runs()] == [plain.schedule_id]
    assert "no longer valid" in ((await schedules.get(odd.schedule_id)).problem or "")
    async with schedules.database.unit() as session:
        listed = await service.list_schedules(session, settings=schedules.settings, asker=OPERATOR)
    assert [one.wanted.models for one in listed.schedules] == [[], ["alpha"]]


async def test_one_whose_owner_was_deactivated_is_switched_off(schedules: ScheduleAdmin) -> None:
    made = await schedules.add()
    async with schedules.database.unit() as session:
        session.add(Account(account_id=OWNER.owner, kind=AccountKind.MEMBER, deactivated_at=datetime.now(UTC)))
    await schedules.make_due(made.schedule_id, timedelta(minutes=1))
    assert await schedules.start_all() == 1
    assert await schedules.list_runs() == []
    after = await schedules.get(made.schedule_id)
    assert (after.enabled, after.next_at, after.problem) == (False, None, OWNER_DEACTIVATED)


async def test_it_can_be_started_now_and_removed(schedules: ScheduleAdmin) -> None:
    made = await schedules.add()
    async with schedules.database.unit() as session:
        run = await service.run_now(session, settings=schedules.settings, actor=OWNER, schedule_id=made.schedule_id)
    after = await schedules.get(made.schedule_id)
    assert (after.last_run_id, after.next_at) == (run.run_id, made.next_at)
    stranger = Visitor("m_other", AccountKind.MEMBER)
    with pytest.raises(NotYourSchedule):
        await schedules.change(made.schedule_id, actor=stranger, title="Mine now")
    async with schedules.database.unit() as session:
        await service.remove_schedule(
            session, settings=schedules.settings, actor=OPERATOR, schedule_id=made.schedule_id
        )
    async with schedules.database.unit() as session:
        assert (await session.execute(select(func.count()).select_from(Schedule))).scalar_one() == 0
        assert (await session.get_one(Run, run.run_id)).schedule_id is None
    with pytest.raises(ScheduleNotFound):
        await schedules.change(uuid4())
