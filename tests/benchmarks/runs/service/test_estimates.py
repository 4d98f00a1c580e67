from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from llmbattler.benchmarks.runs.models import Gate, Outcome, Result, RunStatus
from llmbattler.benchmarks.runs.schemas import EstimateOut, RunIn
from llmbattler.benchmarks.runs.service import estimates
from llmbattler.benchmarks.statistics.power import detectable_difference
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.catalog.models import HealthState, ModelCall, ModelHealth
from llmbattler.connectors.contract import Abilities, Message
from llmbattler.core.db import Database, Session
from llmbattler.core.ids import uuid7
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.reasoning_tokens import REASONING_TOKENS
from llmbattler.generation.contestants.service.catalog_models import CatalogModel
from llmbattler.generation.response_cache.models import CachedResponse
from llmbattler.generation.response_cache.service import make_fingerprint, make_key
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.benchmarks.runs.offered_models import model, offer


async def estimate(session: Session, settings: Settings, version: SuiteVersion, **wanted: Any) -> EstimateOut:
    given = {"suite_id": version.suite_id, "models": ["alpha"], **wanted}
    return await estimates.estimate_run(session, settings=settings, wanted=RunIn.model_validate(given), asker=None)


def has_warning(out: EstimateOut, words: str) -> bool:
    return any(words in warning for warning in out.warnings)


async def test_an_estimate_counts_calls_tokens_money_and_what_can_be_told(
    database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=[{"question": "x" * 400} for _ in range(60)])
        out = await estimate(session, settings, version, models=["alpha", "gamma"], epochs=2)
    assert (out.calls, out.cached, out.judge_calls) == (240, 0, 0)
    alpha, gamma = out.models
    assert (alpha.calls, alpha.input_tokens, alpha.output_tokens) == (120, 120 * 104, 120 * 200)
    assert alpha.cost_usd == pytest.approx((120 * 104 * 1 + 120 * 200 * 2) / 1e6)
    assert alpha.most_usd == pytest.approx(120 * (416 + 2 * 4096) / 1e6)
    assert gamma.cost_usd is None
    assert out.unpriced == ["gamma"]
    assert has_warning(out, "The price of Gamma is unknown")
    assert has_warning(out, "answer length of Alpha, Gamma is unknown")
    assert out.seconds is None
    assert (out.half_width, out.detectable) == (12.65, 26.0)
    assert not has_warning(out, "only differences of")


async def test_earlier_answers_tell_how_long_and_how_slow_a_model_is(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=10)
        run = await build_run(session, version=version, status=RunStatus.FINISHED, chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT] * 10})
        for position in range(10):
            row = await session.get_one(Result, (run.run_id, "alpha", "main", position, 1))
            row.output_tokens, row.total_ms = 30, 2_000
        session.add(Gate(endpoint=CatalogModel.of(model("alpha")).endpoint, width=4))
        await session.flush()
        out = await estimate(session, settings, version)
        short = await estimate(session, settings, version, params={"max_tokens": 12})
    assert out.models[0].output_tokens == 300
    assert out.seconds == pytest.approx(10 * 2 / 4)
    assert not has_warning(out, "assumes 200 tokens")
    assert short.models[0].output_tokens == 120


async def test_an_estimate_knows_that_a_model_which_reasons_gets_room_to_think(
    database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        await offer(session, model("deep", abilities=Abilities(reasoning=True)))
        version = await build_suite(session, samples=[{"question": "x" * 400} for _ in range(10)])
        out = await estimate(session, settings, version, models=["alpha", "deep"], params={"max_tokens": 60})
    plain, deep = out.models
    assert plain.most_usd == pytest.approx(10 * (416 + 2 * 60) / 1e6)
    assert deep.most_usd == pytest.approx(10 * (416 + 2 * (60 + REASONING_TOKENS)) / 1e6)
    assert (plain.output_tokens, deep.output_tokens) == (10 * 60, 10 * 200)


async def test_other_calls_of_a_model_tell_as_much_as_they_can(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=100)
        session.add_all(
            ModelCall(
                call_id=uuid7(),
                purpose="direct",
                model_id="alpha",
                input_tokens=10,
                output_tokens=50,
                estimated=False,
                first_token_ms=500,
                total_ms=1_500,
                attempts=1,
                outcome="ok",
                created_at=datetime.now(UTC) - timedelta(hours=1),
            )
            for _ in range(3)
        )
        session.add(ModelHealth(model_id="alpha", state=HealthState.DOWN, reason="refused", first=True))
        await session.flush()
        out = await estimate(session, settings, version, concurrency=10)
    assert out.models[0].output_tokens == 5_000
    assert out.seconds == pytest.approx(100 * 1.5 / 10)
    assert has_warning(out, "Alpha did not answer recently")
    assert not has_warning(out, "assumes 200 tokens")


async def test_answers_that_are_there_already_are_counted(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=[{"question": f"Q{number}"} for number in range(40)])
        identity = make_fingerprint(CatalogModel.of(model("alpha")), {"temperature": 0.5})
        for number in range(25):
            key = make_key(identity, [Message.user(f"Q{number}")], 1)
            session.add(CachedResponse(key=key, contestant_id="alpha", answer="A", finish="stop"))
        await session.flush()
        out = await estimate(session, settings, version, params={"temperature": 0.5}, models=["alpha", "beta"])
        assert (out.calls, out.cached, out.models[0].cached, out.models[1].cached) == (80, 25, 25, 0)
        assert out.models[0].output_tokens == 15 * 200
        other = await estimate(session, settings, version, params={"temperature": 0.6})
        assert other.cached == 0
        off = await estimate(session, settings, version, params={"temperature": 0.5}, use_cache=False)
        assert off.cached == 0
        assert has_warning(off, "cache is off")
        monkeypatch.setattr(estimates, "MAX_CACHE_LOOKUPS", 39)
        large = await estimate(session, settings, version, params={"temperature": 0.5})
        assert large.cached == 0
        assert has_warning(large, "too many calls to check the cache")


async def test_what_one_should_know_is_said_in_words(database: Database, settings: Settings) -> None:
    grouped = [{"question": "Why?", "cluster": f"text {number % 4}"} for number in range(20)]
    async with database.unit() as session:
        await offer(session, model("tiny", context_length=3))
        version = await build_suite(session, samples=grouped)
        out = await estimate(
            session, settings, version, models=["tiny"], epochs=3, params={"temperature": 0}, budget_usd=0.000001
        )
        roomy = await estimate(session, settings, version, budget_usd=0.01)
        few = await estimate(session, settings, version, samples=3)
    assert has_warning(few, "3 samples are too few")
    assert has_warning(out, "With 20 samples only differences of")
    assert has_warning(out, "form 4 groups")
    assert out.detectable == pytest.approx(100 * detectable_difference(20, df=3), abs=0.01)
    assert has_warning(out, "3 repeats per sample mostly give the same answer")
    assert has_warning(out, "exceeds the context of Tiny")
    assert has_warning(out, "will probably exceed its budget")
    assert has_warning(roomy, "With long answers the run can exceed")


async def test_judges_are_counted_and_paid(database: Database, settings: Settings) -> None:
    scores = [
        {"name": "graded", "scorer": "rubric", "options": {"criteria": "Is it polite?"}},
        {"name": "exact", "scorer": "exact", "weight": 0},
    ]
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=10, spec={"scores": scores})
        out = await estimate(session, settings, version, judges=["alpha", "beta"])
    assert (out.calls, out.judge_calls) == (10, 20)
    assert out.cost_usd is not None
    assert out.models[0].cost_usd is not None
    assert out.cost_usd > out.models[0].cost_usd
    assert has_warning(out, "Judges add 20 calls")
    assert has_warning(out, "Alpha judges its own answers")
