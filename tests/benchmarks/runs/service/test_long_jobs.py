from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.benchmarks.runs.service.long_jobs import list_unfinished_runs
from llmbattler.core.db import Database
from llmbattler.core.long_jobs import JobState
from tests.benchmarks.bench_rows import build_results, build_run, build_suite


async def test_running_and_paused_runs_are_listed_with_their_progress(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=3)
        runs = {
            status: await build_run(session, version=version, status=status, owner="m_1", title="")
            for status in RunStatus
        }
        await build_results(session, run=runs[RunStatus.PAUSED], outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        jobs = {job.state: job for job in await list_unfinished_runs(session, None)}
        assert jobs.keys() == {JobState.RUNNING, JobState.PAUSED}
        paused = jobs[JobState.PAUSED]
        assert (paused.kind, paused.id, paused.title) == ("run", str(runs[RunStatus.PAUSED].run_id), "Echoes")
        assert (paused.done, paused.total, paused.cost_micro_usd is not None) == (1, 3, True)
        assert len(await list_unfinished_runs(session, "m_1")) == 2
        assert await list_unfinished_runs(session, "m_2") == []
