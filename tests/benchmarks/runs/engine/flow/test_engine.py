"""Runs from their start to their end, with everything that happens to them on the way."""

import asyncio
from collections import Counter
from uuid import UUID

import psycopg
import pytest
from alembic import command
from sqlalchemy import delete, select, text

from llmbattler.benchmarks.runs.engine.flow.engine import RunEngine
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Run, RunStatus
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.connectors.contract import Usage
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import _config, _connect, migrate
from llmbattler.core.live import LiveHub
from llmbattler.testing import Script
from tests.benchmarks.bench_rows import add_chunks, build_results, build_run, build_suite
from tests.benchmarks.runs.engine.conftest import HASTY, Bench


async def until(bench: Bench, query: str, seconds: float = 30) -> None:
    """Wait until the query finds something."""
    async with asyncio.timeout(seconds):
        while True:
            async with bench.database.unit() as session:
                if (await session.execute(text(query))).first() is not None:
                    return
            await asyncio.sleep(0.02)


async def count_rows(bench: Bench, run_id: UUID) -> int:
    return len(await bench.results(run_id))


async def test_every_sample_of_every_model_gets_one_result(bench: Bench) -> None:
    run_id = await bench.start(samples=25, models=("alpha", "beta"), epochs=2)
    run = await bench.drain(run_id)
    assert (run.status, run.reason) == (RunStatus.FINISHED, None)
    assert run.finished_at is not None
    rows = await bench.results(run_id)
    assert [(row.model_id, row.epoch, row.position) for row in rows] == [
        (model, epoch, position) for model in ("alpha", "beta") for epoch in (1, 2) for position in range(25)
    ]
    assert {row.outcome for row in rows if row.position % 10} == {Outcome.RIGHT}
    assert {row.outcome for row in rows if not row.position % 10} == {Outcome.WRONG}
    assert {row.answer for row in rows if row.position == 7} == {"Say 7."}
    assert all(row.tries == 1 and row.total_ms is not None and row.cost_micro_usd for row in rows)
    assert len(bench.provider.requests) == 100
    async with bench.database.unit() as session:
        assert list((await session.execute(select(Chunk))).scalars()) == []
        jobs = await session.execute(text("SELECT args FROM procrastinate_jobs WHERE task_name LIKE '%.finished'"))
        assert [args for (args,) in jobs] == [{"run_id": str(run_id)}]


async def test_every_call_is_in_the_ledger_for_its_run_and_owner(bench: Bench) -> None:
    run_id = await bench.start(samples=5, owner="somebody")
    await bench.drain(run_id)
    await bench.resources.get(ModelCalls).flush()
    async with bench.database.unit() as session:
        calls = await session.execute(
            text("SELECT purpose, purpose_id, caller, outcome FROM model_calls WHERE purpose <> 'probe'")
        )
        assert [tuple(call) for call in calls] == [("run", str(run_id), "somebody", "ok")] * 5


async def test_never_more_calls_at_once_than_the_run_allows(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=40, concurrency=7)
    async with bench.working():
        await bench.provider.wait_for_held("alpha", 7)
        await asyncio.sleep(0.2)
        assert len(bench.provider.requests) == 7
        bench.provider.release("alpha")
        await until(bench, "SELECT 1 FROM bench_runs WHERE status = 'finished'")
    assert await count_rows(bench, run_id) == 40


async def test_what_is_recorded_is_never_asked_again(bench: Bench) -> None:
    run_id = await bench.start(samples=60, concurrency=5, size=10)
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.02))
    pump = asyncio.create_task(RunEngine(bench.resources, retry_policy=HASTY).run())
    await until(bench, "SELECT 1 FROM bench_results HAVING count(*) >= 12")
    pump.cancel()
    await asyncio.gather(pump, return_exceptions=True)
    before = {row.position for row in await bench.results(run_id)}
    assert 12 <= len(before) < 60
    bench.provider.requests.clear()
    await bench.drain(run_id)
    assert Counter(bench.asked()) == Counter(f"Say {number}." for number in range(60) if number not in before)
    assert await count_rows(bench, run_id) == 60


async def test_a_paused_run_asks_nothing_more_within_a_second_and_goes_on_when_resumed(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.05))
    run_id = await bench.start(samples=200, concurrency=4)
    async with bench.working():
        await bench.provider.wait_for_request(8)
        await bench.change(run_id, status=RunStatus.PAUSED)
        await asyncio.sleep(1)
        asked = len(bench.provider.requests)
        await until(bench, "SELECT 1 FROM bench_chunks HAVING count(job_id) = 0 AND count(*) > 0")
        assert len(bench.provider.requests) == asked < 190
        assert await count_rows(bench, run_id) == asked
        await bench.change(run_id, status=RunStatus.RUNNING, concurrency=50)
        await until(bench, "SELECT 1 FROM bench_runs WHERE status = 'finished'")
    assert len(bench.provider.requests) == await count_rows(bench, run_id) == 200


async def test_a_cancelled_run_hangs_up(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=20, concurrency=5)
    async with bench.working():
        await bench.provider.wait_for_held("alpha", 5)
        await bench.change(run_id, status=RunStatus.CANCELLED)
        await bench.provider.wait_until(lambda: sum(one.closed_early for one in bench.provider.requests) == 5)
        await until(bench, "SELECT 1 FROM bench_chunks HAVING count(job_id) = 0")
    assert await count_rows(bench, run_id) == 0


async def test_concurrency_can_be_changed_while_it_runs(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=40, concurrency=2)
    async with bench.working():
        await bench.provider.wait_for_held("alpha", 2)
        await bench.change(run_id, concurrency=6)
        await bench.provider.wait_for_held("alpha", 6)
        assert len(bench.provider.requests) == 6
        bench.provider.release("alpha")
        await until(bench, "SELECT 1 FROM bench_runs WHERE status = 'finished'")


async def test_a_deleted_run_leaves_no_rows_behind(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=10)
    async with bench.working():
        await bench.provider.wait_for_held("alpha", 8)
        async with bench.database.unit() as session:
            await session.execute(delete(Chunk))
            await session.execute(delete(Run))
        bench.provider.release("alpha")
        await bench.provider.wait_until(
            lambda: all(one.finished or one.closed_early for one in bench.provider.requests)
        )
    assert await count_rows(bench, run_id) == 0


async def test_kept_answers_cost_no_call(bench: Bench) -> None:
    first = await bench.start(samples=12, use_cache=True)
    await bench.drain(first)
    again = await bench.start(samples=12, use_cache=True, models=("alpha", "beta"))
    bench.provider.requests.clear()
    await bench.drain(again)
    rows = await bench.results(again)
    assert {row.cached for row in rows if row.model_id == "alpha"} == {True}
    assert {(row.cost_micro_usd, row.outcome) for row in rows if row.cached} == {(0, "right"), (0, "wrong")}
    assert {request.model for request in bench.provider.requests} == {"beta"}
    assert [row.answer for row in rows[:12]] == [row.answer for row in await bench.results(first)]
    epochs = await bench.start(samples=12, use_cache=True, epochs=2)
    bench.provider.requests.clear()
    await bench.drain(epochs)
    assert len(bench.provider.requests) == 12


async def test_failures_are_tried_again_and_shown_until_then(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, truncate_after=0, fail_times=3))
    run_id = await bench.start(samples=1)
    async with bench.working(RetryPolicy(pace=3)):
        await until(bench, "SELECT 1 FROM bench_results WHERE outcome = 'retrying' AND next_try_at > now()")
        (row,) = await bench.results(run_id)
        assert (row.tries, row.error_kind, row.value, row.answer) == (1, "broken_stream", None, None)
        assert "ended before it was complete" in (row.error or "")
        await until(bench, "SELECT 1 FROM bench_runs WHERE status = 'finished'")
    (row,) = await bench.results(run_id)
    assert (row.tries, row.error_kind, row.next_try_at, row.outcome) == (2, None, None, Outcome.WRONG)


async def test_a_sample_that_always_fails_ends_and_the_run_goes_on(bench: Bench) -> None:
    bench.provider.script("alpha", Script(failure=FailureKind.CONTEXT_TOO_LONG))
    run_id = await bench.start(samples=3, models=("alpha", "beta"))
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert [(row.outcome, row.tries, row.error_kind) for row in rows[:3]] == [("failed", 1, "context_too_long")] * 3
    assert {row.outcome for row in rows[3:]} <= {"right", "wrong"}


@pytest.mark.parametrize("kind", [FailureKind.BAD_KEY, FailureKind.MODEL_MISSING])
async def test_a_refused_key_fails_the_rest_quickly_and_says_so(bench: Bench, kind: FailureKind) -> None:
    bench.provider.script("alpha", Script(failure=kind))
    run_id = await bench.start(samples=300, models=("alpha", "beta"), concurrency=4)
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    alpha = [row for row in rows if row.model_id == "alpha"]
    assert {(row.outcome, row.error_kind) for row in alpha} == {("failed", kind.value)}
    assert all(row.error for row in alpha)
    assert len(bench.asked("alpha")) < 20
    assert sum("Not asked" in (row.error or "") for row in alpha) > 280
    assert {row.outcome for row in rows if row.model_id == "beta"} == {"right", "wrong"}


async def test_a_model_that_nobody_offers_fails_by_its_name(bench: Bench) -> None:
    run_id = await bench.start(samples=3, models=("nobody", "alpha"))
    await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert {(row.error_kind, row.error) for row in rows if row.model_id == "nobody"} == {
        ("model_missing", "This site has no model nobody.")
    }
    assert len(rows) == 6


async def test_a_budget_is_never_passed_and_stops_the_run(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 20)))
    run_id = await bench.start(samples=300, concurrency=10, budget_micro_usd=3_000, spec={"params": {"max_tokens": 50}})
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    spent = sum(row.cost_micro_usd or 0 for row in rows)
    assert run.status is RunStatus.STOPPED
    assert run.reason is not None
    assert run.reason.startswith("The budget of $0.003 is used up")
    assert 2_500 < spent <= 3_000
    assert len(rows) < 300
    await bench.change(run_id, status=RunStatus.RUNNING, budget_micro_usd=None)
    bench.provider.requests.clear()
    run = await bench.drain(run_id)
    assert run.status is RunStatus.FINISHED
    assert len(bench.provider.requests) == 300 - len(rows)


async def test_a_budget_of_the_site_stops_a_run_with_its_sentence(bench: Bench) -> None:
    async with bench.database.unit() as session:
        await session.execute(
            text(
                "INSERT INTO budgets (budget_id, scope, subject, limit_micro_usd, warn_at, enabled) "
                "VALUES (gen_random_uuid(), 'site', '', 20000, 0.8, true)"
            )
        )
    run_id = await bench.start(samples=100, concurrency=3, spec={"params": {"max_tokens": 50}})
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 400)))
    run = await bench.drain(run_id)
    assert run.status is RunStatus.STOPPED
    assert "today is used up" in (run.reason or "")
    assert 0 < await count_rows(bench, run_id) < 100


async def test_a_hundred_runs_move_forward_together(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.01))
    async with bench.database.unit() as session:
        version = await build_suite(session, samples=12)
        for _ in range(100):
            await build_run(session, version=version, concurrency=20)
    async with bench.working():
        await until(bench, "SELECT 1 FROM bench_results HAVING count(*) >= 1000", seconds=60)
        async with bench.database.unit() as session:
            found = await session.execute(text("SELECT count(*) FROM bench_results GROUP BY run_id"))
            counts = sorted(count for (count,) in found)
        assert len(counts) == 100
        assert counts[-1] - counts[0] <= 20


async def test_lost_pieces_are_laid_out_again(bench: Bench) -> None:
    run_id = await bench.start(samples=30, size=10)
    async with bench.database.unit() as session:
        await session.execute(text("DELETE FROM bench_chunks WHERE number > 0"))
    run = await bench.drain(run_id)
    assert run.status is RunStatus.FINISHED
    assert await count_rows(bench, run_id) == len(bench.provider.requests) == 30


async def test_a_final_result_is_never_written_over(bench: Bench) -> None:
    run_id = await bench.start(samples=10, size=10)
    await bench.drain(run_id)
    before = [(row.position, row.answer, row.recorded_at) for row in await bench.results(run_id)]
    async with bench.database.unit() as session:
        await add_chunks(session, await session.get_one(Run, run_id), size=5)
    await bench.change(run_id, status=RunStatus.RUNNING)
    bench.provider.requests.clear()
    await bench.drain(run_id)
    assert [(row.position, row.answer, row.recorded_at) for row in await bench.results(run_id)] == before
    assert bench.provider.requests == []


async def test_a_suite_that_cannot_be_opened_stops_its_run_with_the_reason(bench: Bench) -> None:
    run_id = await bench.start(samples=3)
    async with bench.database.unit() as session:
        await session.execute(
            text("UPDATE bench_versions SET spec = jsonb_set(spec, '{scores,0,scorer}', '\"nobody-has-this\"')")
        )
    run = await bench.drain(run_id)
    assert run.status is RunStatus.STOPPED
    assert "nobody-has-this" in (run.reason or "")
    assert bench.provider.requests == []


async def test_a_judge_that_nobody_named_stops_the_run_before_any_call(bench: Bench) -> None:
    spec = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
    run = await bench.drain(await bench.start(samples=3, spec=spec))
    assert run.status is RunStatus.STOPPED
    assert "judge" in (run.reason or "")
    assert bench.provider.requests == []


async def test_a_template_that_fails_for_a_sample_is_that_samples_failure(bench: Bench) -> None:
    samples = [{"question": "Say 1.", "target": "Say 1."}, {"other": "x"}]
    run_id = await bench.start(samples=samples)
    run = await bench.drain(run_id)
    good, bad = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert (good.outcome, bad.outcome, bad.error_kind) == ("right", "failed", "bad_template")
    assert "question" in (bad.error or "")


async def test_pages_hear_of_news_and_not_too_often(bench: Bench) -> None:
    run_id = await bench.start(samples=300, concurrency=50)
    with bench.resources.get(LiveHub).subscribe(f"bench_run:{run_id}", "bench_runs") as subscription:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await bench.drain(run_id)
        seconds = loop.time() - began
        heard = []
        async with asyncio.timeout(5):
            while "bench_runs" not in heard:
                heard.append(getattr(await subscription.next(), "topic", ""))
    assert 1 <= heard.count(f"bench_run:{run_id}") <= 3 + seconds / 0.5


async def test_results_wait_for_a_database_that_is_away(bench: Bench) -> None:
    """Every connection is cut again and again; nothing is lost and nothing is asked twice."""
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.05))
    run_id = await bench.start(samples=150, concurrency=10)
    url = bench.database.address.url
    async with bench.working():
        for _ in range(4):
            await bench.provider.wait_for_request(len(bench.provider.requests) + 20)
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        await until_finished(url, run_id)
    assert Counter(bench.asked()) == Counter(f"Say {number}." for number in range(150))
    assert await count_rows(bench, run_id) == 150


async def until_finished(url: str, run_id: UUID) -> None:
    async with asyncio.timeout(30), await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while True:
            found = await connection.execute("SELECT status FROM bench_runs WHERE run_id = %s", [run_id])
            if (await found.fetchone()) == ("finished",):
                return
            await asyncio.sleep(0.05)


HELD_BY_THE_OLD_VERSION = """
UPDATE bench_chunks SET worker = gen_random_uuid(), leased_until = now() + interval '15 s' WHERE number < 2;
INSERT INTO bench_workers (worker) SELECT worker FROM bench_chunks WHERE worker IS NOT NULL
"""


async def test_a_run_that_the_old_version_was_working_on_goes_on_after_the_upgrade(bench: Bench) -> None:
    run_id = await bench.start(samples=30, size=10)
    async with bench.database.unit() as session:
        run = await session.get_one(Run, run_id)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT] * 5})
    await asyncio.to_thread(downgrade, bench.database.address, "0016")
    async with await psycopg.AsyncConnection.connect(bench.database.address.url) as connection:
        await connection.execute(HELD_BY_THE_OLD_VERSION)
    await asyncio.to_thread(migrate, bench.database.address)
    assert (await bench.drain(run_id)).status is RunStatus.FINISHED
    assert await count_rows(bench, run_id) == 30
    assert len(bench.provider.requests) == 25  # what the old version has recorded is not asked for again


def downgrade(address: DatabaseAddress, revision: str) -> None:
    with _connect(address) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
        connection.commit()


async def test_the_slowest_of_a_hundred_equal_runs_ends_soon_after_the_median(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.01))
    async with bench.database.unit() as session:
        version = await build_suite(session, samples=12)
        for _ in range(100):
            await build_run(session, version=version, concurrency=3)
        began = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
    async with bench.working():
        await until(bench, "SELECT 1 FROM bench_runs HAVING bool_and(status = 'finished')", seconds=110)
    async with bench.database.unit() as session:
        ends = [(end - began).total_seconds() for end in (await session.execute(select(Run.finished_at))).scalars()]
    assert max(ends) <= 1.5 * sorted(ends)[50]
