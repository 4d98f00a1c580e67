from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from llmbattler.benchmarks.runs.models import Run, Schedule
from llmbattler.benchmarks.runs.schedules import jobs
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.runs.offered_models import offer


async def test_the_worker_starts_what_is_due_and_goes_on_after_one_that_cannot(resources: Resources) -> None:
    due = datetime.now(UTC) - timedelta(hours=1)
    async with resources.get(Database).unit() as session:
        await offer(session)
        version = await build_suite(session)
        for name, models in (("broken", ["nobody"]), ("whole", ["alpha"])):
            session.add(
                Schedule(
                    suite_id=version.suite_id,
                    title=name,
                    cron="0 6 * * *",
                    wanted={"models": models},
                    enabled=True,
                    next_at=due,
                )
            )
    await jobs.start_scheduled(resources)
    await jobs.start_scheduled(resources)
    async with resources.get(Database).unit() as session:
        (run,) = (await session.execute(select(Run))).scalars().all()
        assert run.title == "whole"
        problems = {one.title: one.problem for one in (await session.execute(select(Schedule))).scalars()}
    assert problems["whole"] is None
    assert "no model nobody" in (problems["broken"] or "")
