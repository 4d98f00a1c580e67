from llmbattler.benchmarks.runs.models import Run
from llmbattler.benchmarks.runs.service.owned_data import RUNS
from llmbattler.core.db import Database, Session
from llmbattler.core.ownership import list_owned
from tests.benchmarks.bench_rows import build_run, build_suite


async def add_run(session: Session) -> Run:
    version = await build_suite(session)
    return await build_run(session, version=version, owner="m_1", webhook_url="https://hooks.example.org/secret")


async def test_runs_are_exported_and_moved(database: Database) -> None:
    assert RUNS in list_owned()
    async with database.unit() as session:
        run = await add_run(session)
        (found,) = [record async for record in RUNS.export(session, "m_1")]
        assert (found["run_id"], found["title"], found["models"]) == (str(run.run_id), "A run", ["alpha"])
        await RUNS.move(session, "m_1", "m_2")
        assert [record async for record in RUNS.export(session, "m_1")] == []
        assert len([record async for record in RUNS.export(session, "m_2")]) == 1


async def test_an_erased_owner_leaves_the_run_without_owner_and_webhook(database: Database) -> None:
    async with database.unit() as session:
        run = await add_run(session)
    async with database.unit() as session:
        await RUNS.erase(session, "m_1")
    async with database.unit() as session:
        left = await session.get_one(Run, run.run_id)
        assert (left.owner, left.webhook_url) == (None, None)
