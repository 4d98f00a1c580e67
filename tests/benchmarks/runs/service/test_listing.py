from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.runs.errors import RunNotFound
from llmbattler.benchmarks.runs.models import Outcome, Run, RunStatus
from llmbattler.benchmarks.runs.schemas import RunsIn
from llmbattler.benchmarks.runs.service import listing
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

OWNER = Visitor("m_1", AccountKind.MEMBER)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def add_runs(session: Session, count: int) -> list[Run]:
    version = await build_suite(session, samples=2)
    return [
        await build_run(session, version=version, created_at=NOON + timedelta(minutes=number // 2), owner="m_1")
        for number in range(count)
    ]


async def test_pages_are_newest_first_without_gaps_where_times_are_equal(database: Database) -> None:
    async with database.unit() as session:
        runs = await add_runs(session, 5)
        found: list[UUID] = []
        page = RunsIn(limit=2)
        while True:
            out = await listing.list_runs(session, asker=OWNER, page=page)
            found += [row.run_id for row in out.runs]
            if out.next_cursor is None:
                break
            page = RunsIn(limit=2, cursor=out.next_cursor)
    newest = sorted(runs, key=lambda run: (run.created_at, run.run_id), reverse=True)
    assert found == [run.run_id for run in newest]


async def test_progress_is_counted_from_final_results(database: Database) -> None:
    async with database.unit() as session:
        running, finished = await add_runs(session, 2)
        finished.status = RunStatus.FINISHED
        await build_results(session, run=running, outcomes={"alpha": [Outcome.FAILED, Outcome.RETRYING]})
        shown = [await listing.show_run(session, asker=Visitor(None), run_id=run.run_id) for run in (running, finished)]
        assert [(row.done, row.total, row.mine) for row in shown] == [(1, 2, False), (2, 2, False)]
        assert (await listing.show_run(session, asker=OWNER, run_id=running.run_id)).mine
        with pytest.raises(RunNotFound):
            await listing.show_run(session, asker=OWNER, run_id=uuid4())


async def test_a_run_is_found_by_its_id_or_a_unique_part_of_it(database: Database) -> None:
    async with database.unit() as session:
        assert await listing.find_run(session, text="last") is None
        version = await build_suite(session)
        for number, minute in ((0xAB0001, 1), (0xAB0002, 0)):
            await build_run(
                session, version=version, run_id=UUID(int=number), created_at=NOON + timedelta(minutes=minute)
            )
        first, second = UUID(int=0xAB0001), UUID(int=0xAB0002)
        assert await listing.find_run(session, text="last") == first
        assert await listing.find_run(session, text="AB0002") == second
        assert await listing.find_run(session, text=str(second)) == second
        for text in ("00000000", "2", "%", "ffff"):
            assert await listing.find_run(session, text=text) is None
