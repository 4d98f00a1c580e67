from llmbattler.benchmarks.results.exports.report import repository
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

RIGHT, WRONG, FAILED = Outcome.RIGHT, Outcome.WRONG, Outcome.FAILED


async def test_the_hardest_and_the_most_disputed_samples(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(
            session,
            version=await build_suite(session, samples=5),
            models=["a", "b", "c"],
            status=RunStatus.FINISHED,
            chunks=False,
        )
        outcomes = {
            "a": [RIGHT, WRONG, WRONG, RIGHT, FAILED],
            "b": [RIGHT, WRONG, RIGHT, WRONG, FAILED],
            "c": [RIGHT, WRONG, WRONG, FAILED, FAILED],
        }
        await build_results(session, run=run, outcomes=outcomes)
        assert list(await repository.list_hardest(session, run.run_id, 5)) == [1, 2]
        assert list(await repository.list_hardest(session, run.run_id, 1)) == [1]
        assert list(await repository.list_most_disputed(session, run.run_id, 5)) == [3, 2]
