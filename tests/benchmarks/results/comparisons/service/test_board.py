"""Scores beside ratings."""

from datetime import UTC, datetime

from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.benchmarks.results.comparisons.service import read_board
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.benchmarks.suites.models import Suite
from llmbattler.catalog import service as catalog
from llmbattler.core.db import Database
from llmbattler.ratings.service import RatingRules
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.benchmarks.bench_rows import build_suite
from tests.ratings.conftest import offers

from ..finished_runs import finish_run, make_samples

SHARES = {"ant": 0.2, "bee": 0.4, "cat": 0.6, "dog": 0.8}


def answers(share: float) -> list[float]:
    return [float(number < 100 * share) for number in range(100)]


async def test_suites_stand_beside_the_arena(database: Database) -> None:
    async with database.unit() as session:
        await catalog.sync_catalog(session, offers=offers())
    await put(database, *random_ballots(500))
    async with database.unit() as session:
        await counting.count_pending(session, rules=RatingRules())
        first = await finish_run(session, answers={model: answers(share) for model, share in SHARES.items()})
        second = await finish_run(session, answers={"cat": answers(0.9), "gone": answers(0.1)})
        found = await read_board(session, rules=RatingRules())
        names = {run.run_id: (await session.get_one(Suite, run.suite_id)).name for run in (first, second)}
    assert [row.model_id for row in found.rows][:2] == ["dog", "cat"]
    rows = {row.model_id: row for row in found.rows}
    dog, cat, gone = rows["dog"], rows["cat"], rows["gone"]
    assert (dog.model_name, dog.mean_rank, cat.organization) == ("Dog", 1.125, "Bell")
    assert dog.rank_low is not None
    assert dog.rank_high is not None
    assert dog.rank_low <= dog.mean_rank <= dog.rank_high
    assert dog.suites[names[first.run_id]].mean == 0.8
    assert dog.suites[names[first.run_id]].run_id == first.run_id
    assert dog.rating is not None
    assert dog.rating_low is not None
    assert dog.rating_high is not None
    assert dog.rating_low < dog.rating < dog.rating_high
    assert dog.votes > 100
    assert (gone.model_name, gone.rating, gone.votes) == ("gone", None, 0)
    assert {suite["name"] for suite in found.suites} == set(names.values())
    correlations = {one.suite: one for one in found.correlations}
    assert correlations[names[first.run_id]].spearman == 1
    assert correlations[names[first.run_id]].n == 4
    assert correlations[names[second.run_id]].pearson is None
    assert found.correlations[0].suite == "all"


async def test_the_newest_run_and_its_first_prompt_count(database: Database) -> None:
    async with database.unit() as session:
        spec = {"prompts": {"main": "{{ question }}", "short": "{{ question }} Be short."}}
        version = await build_suite(session, samples=make_samples(4), spec=spec)
        await finish_run(session, version=version, answers={"ant": [0.0] * 4}, minute=1)
        new = {"ant#short": [1.0] * 4, "ant#main": [0.0] * 4, "bee#short": [Outcome.FAILED] * 4}
        run = await finish_run(session, version=version, answers=new, minute=2)
        hidden = await finish_run(session, answers={"cat": [1.0] * 4})
        (await session.get_one(Suite, hidden.suite_id)).archived_at = datetime.now(UTC)
        await session.flush()
        found = await read_board(session, rules=RatingRules())
    (row,) = found.rows
    (cell,) = row.suites.values()
    assert (row.model_id, cell.run_id, cell.mean) == ("ant", run.run_id, 1)
    assert len(found.suites) == 1


async def test_an_empty_board(database: Database) -> None:
    async with database.unit() as session:
        found = await read_board(session, rules=RatingRules())
    assert (found.suites, found.rows) == ([], [])
    assert [(one.suite, one.n, one.pearson) for one in found.correlations] == [("all", 0, None)]
