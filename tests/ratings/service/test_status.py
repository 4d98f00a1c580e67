from llmbattler.core.db import Database
from llmbattler.ratings.service.status import list_runs, save_failure, save_idle, save_run


async def _read(database: Database) -> list[tuple[str, str, int, str | None]]:
    async with database.unit() as session:
        return [(run.worker_name, run.status, run.votes, run.error_message) for run in await list_runs(session)]


async def test_an_idle_run_ends_a_failure(database: Database) -> None:
    async with database.unit() as session:
        await save_failure(session, worker="ratings", reason="a broken vote")
    assert await _read(database) == [("ratings", "failed", 0, "a broken vote")]
    async with database.unit() as session:
        await save_idle(session, worker="ratings")
    assert await _read(database) == [("ratings", "ok", 0, None)]


async def test_an_idle_run_keeps_the_number_of_the_last_run_that_counted(database: Database) -> None:
    async with database.unit() as session:
        await save_run(session, worker="ratings", votes=7)
        await save_idle(session, worker="ratings")
        await save_idle(session, worker="never ran")
    assert await _read(database) == [("ratings", "ok", 7, None)]
