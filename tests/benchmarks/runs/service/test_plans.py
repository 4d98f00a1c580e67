from typing import Any
from uuid import uuid4

import pytest

from llmbattler.benchmarks.runs.errors import BadRun
from llmbattler.benchmarks.runs.schemas import RunIn
from llmbattler.benchmarks.runs.service.plans import plan_run, to_micro
from llmbattler.benchmarks.runs.settings import BenchmarkSettings
from llmbattler.benchmarks.suites.errors import SuiteNotFound, VersionNotFound
from llmbattler.benchmarks.suites.models import Suite, SuiteVersion
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.runs.offered_models import offer

JUDGED = {"scores": [{"name": "graded", "scorer": "rubric", "options": {"criteria": "Is it polite?"}}]}


async def plan(database: Database, settings: Settings, spec: dict[str, Any] | None = None, **wanted: Any) -> Any:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=20, spec=spec)
        given = {"suite_id": version.suite_id, "models": ["alpha"], **wanted}
        return await plan_run(session, settings=settings, wanted=RunIn.model_validate(given), asker=None)


async def test_what_is_not_said_comes_from_the_suite_and_then_from_the_settings(
    database: Database, settings: Settings
) -> None:
    said = {
        "prompts": {"short": "{{ question }}", "long": "Please: {{ question }}"},
        "epochs": 3,
        "limits": {"budget_usd": 1.5, "concurrency": 7},
    }
    full = await plan(database, settings, said, models=["beta", "alpha", "beta"])
    assert [one.id for one in full.models] == ["beta", "alpha"]
    assert (full.prompts, full.epochs, full.sample_count) == (["short", "long"], 3, 20)
    assert (full.concurrency, full.budget_micro_usd, full.title) == (7, 1_500_000, "Echoes")
    assert full.answers_each == 2 * 3 * 20
    plain = await plan(database, settings)
    assert (plain.concurrency, plain.budget_micro_usd) == (settings.of(BenchmarkSettings).bench_concurrency, None)
    own = await plan(
        database, settings, said, prompts=["long"], epochs=1, samples=5, concurrency=9, budget_usd=0.25, title=" Mine "
    )
    assert (own.prompts, own.epochs, own.sample_count, own.concurrency) == (["long"], 1, 5, 9)
    assert (own.budget_micro_usd, own.title) == (250_000, "Mine")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"models": ["alpha", "nobody"]}, "no model nobody"),
        ({"models": ["a\0b"]}, "no model"),
        ({"models": ["rest"]}, "not active: rest"),
        ({"prompts": ["other"]}, "no prompt other. Its prompts are main"),
        ({"samples": 21}, "has only 20 samples, not 21"),
    ],
)
async def test_what_cannot_start_says_why(
    database: Database, settings: Settings, wanted: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadRun, match=sentence):
        await plan(database, settings, **wanted)


async def test_a_scorer_that_needs_a_judge_gets_one(database: Database, settings: Settings) -> None:
    with pytest.raises(BadRun, match="needs a judge"):
        await plan(database, settings, JUDGED)
    with pytest.raises(BadRun, match="not active: rest"):
        await plan(database, settings, JUDGED, judges=["rest"])
    named = await plan(database, settings, {**JUDGED, "judges": ["beta"]})
    assert [one.id for one in named.judges] == ["beta"]
    other = await plan(database, settings, {**JUDGED, "judges": ["beta"]}, judges=["gamma"])
    assert [one.id for one in other.judges] == ["gamma"]
    unneeded = await plan(database, settings, judges=["gamma"])
    assert list(unneeded.judges) == []


async def test_unknown_and_archived_suites_do_not_run(database: Database, settings: Settings) -> None:
    with pytest.raises(SuiteNotFound):
        await plan(database, settings, suite_id=uuid4())
    with pytest.raises(VersionNotFound):
        await plan(database, settings, version=2)
    async with database.unit() as session:
        await offer(session)
        version: SuiteVersion = await build_suite(session)
        suite = await session.get_one(Suite, version.suite_id)
        suite.archived_at = version.created_at
        wanted = RunIn(suite_id=version.suite_id, models=["alpha"])
        with pytest.raises(BadRun, match="archived"):
            await plan_run(session, settings=settings, wanted=wanted, asker=None)


async def test_there_is_an_end_to_how_large_a_run_may_be(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llmbattler.benchmarks.runs.service.plans.MAX_ANSWERS", 39)
    assert (await plan(database, settings)).answers_each == 20
    with pytest.raises(BadRun, match="40 answers"):
        await plan(database, settings, models=["alpha", "beta"])


@pytest.mark.parametrize(("dollars", "micro"), [(None, None), (1e-9, 1), (2.5, 2_500_000), (1e15, 1_000_000_000_000)])
def test_every_budget_of_a_suite_fits_into_a_table(dollars: float | None, micro: int | None) -> None:
    assert to_micro(dollars) == micro
