"""Leader, cost and duration in lists of runs and suites."""

from uuid import uuid4

from sqlalchemy import update

from llmbattler.benchmarks.results.comparisons.service import summarize_runs, summarize_suites
from llmbattler.benchmarks.runs.models import Outcome, Result, RunStatus
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.core.db import Database

from ..finished_runs import finish_run


async def test_a_run_shows_its_leader_score_cost_and_duration(database: Database) -> None:
    async with database.unit() as session:
        prompts = {"ant#main": [1.0, 0.0], "ant#terse": [1.0, 1.0], "bee#main": [1.0, 1.0], "bee#terse": [0.0, 0.0]}
        both = await finish_run(session, answers=prompts)
        await session.execute(update(Result).where(Result.run_id == both.run_id).values(cost_micro_usd=500))
        failed = await finish_run(
            session, answers={"ant": [Outcome.FAILED]}, status=RunStatus.RUNNING, finished_at=None
        )
        wanted = [failed.run_id, uuid4(), both.run_id]
        none, shown = (await summarize_runs(session, run_ids=wanted)).runs
        assert (await summarize_runs(session, run_ids=wanted)).runs == [none, shown], "also from the cache"
    assert (shown.run_id, shown.model_id, shown.model_name, shown.prompt, shown.tied) == (
        both.run_id, "ant", "ant", "terse", 1,
    )  # fmt: skip
    assert shown.score is not None
    assert (shown.score.mean, shown.score.n) == (1, 2)
    assert (shown.cost_usd, shown.seconds) == (0.004, 30)
    assert (none.model_id, none.score, none.prompt, none.tied, none.cost_usd, none.seconds) == (
        None, None, None, 0, None, None,
    )  # fmt: skip


async def test_a_suite_shows_its_newest_finished_run(database: Database) -> None:
    async with database.unit() as session:
        old = await finish_run(session, answers={"ant": [1.0, 1.0]})
        version = await session.get_one(SuiteVersion, old.version_id)
        new = await finish_run(session, version=version, answers={"bee": [1.0, 0.0]}, minute=1)
        await finish_run(
            session,
            version=version,
            answers={"cat": [1.0, 1.0]},
            minute=2,
            status=RunStatus.RUNNING,
            finished_at=None,
        )
        other = await finish_run(session, answers={"dog": [1.0]})
        found = {one.suite_id: one for one in (await summarize_suites(session)).runs}
    assert {one.run_id for one in found.values()} == {new.run_id, other.run_id}
    assert (found[new.suite_id].model_id, found[other.suite_id].model_id) == ("bee", "dog")
    assert found[new.suite_id].prompt is None
