from datetime import UTC, datetime, timedelta

from llmbattler.benchmarks.demo import repository
from llmbattler.benchmarks.suites.models import Origin, Suite
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite

AT = datetime(2026, 1, 2, tzinfo=UTC)


async def test_suites_are_counted_by_name(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        suite = await session.get_one(Suite, version.suite_id)
        assert await repository.count_suites(session, suite.name) == 1
        assert await repository.count_suites(session, "nothing") == 0


async def test_only_built_in_suites_get_the_start_of_the_demo_period(database: Database) -> None:
    async with database.unit() as session:
        built_in, own = await build_suite(session), await build_suite(session)
        (await session.get_one(Suite, built_in.suite_id)).origin = Origin.INCLUDED
        await session.flush()
        await repository.update_included_dates(session, at=AT)
        for row in (built_in, own):
            await session.refresh(row)
        assert (built_in.created_at, own.created_at > AT) == (AT, True)


async def test_a_later_version_keeps_the_creation_date_of_its_suite(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        ids = {"suite_id": version.suite_id, "version_id": version.version_id}
        await repository.update_suite_dates(session, **ids, at=AT, first=True)
        await repository.update_suite_dates(session, **ids, at=AT + timedelta(days=1), first=False)
        suite = await session.get_one(Suite, version.suite_id, populate_existing=True)
        assert (suite.created_at, suite.updated_at) == (AT, AT + timedelta(days=1))
