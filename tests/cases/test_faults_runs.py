"""F04, F05, F06, F08 and F31 to F37 of the listed faults, where they meet runs of benchmarks: real worker processes."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from tests.benchmarks.bench_rows import build_run
from tests.benchmarks.runs.engine.conftest import HASTY, Bench
from tests.cases.replicas import ask, until
from tests.conftest import SECRET
from tests.processes import Process, running

from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

SHORT_LEASES = "tests.cases.short_leases"
GRACE = 5
ECHO = Script(echo=True, chunk_size=100)
FINISHED = "SELECT 1 FROM bench_runs WHERE run_id = %s AND status = 'finished'"
DEADLY = """
import os, signal
from pydantic import BaseModel
from llmbattler.scorers.contract import Score

class Deadly:
    title = "Kills whoever scores the thirteenth"
    class Options(BaseModel):
        pass
    def __init__(self, options):
        pass
    async def score(self, case, tools):
        if case.answer.text == "Say 13.":
            os.kill(os.getpid(), signal.SIGKILL)
        return Score(value=1.0)
"""


class Workers:
    """Worker processes on the database of this test."""

    def __init__(self, settings: Settings, url: str) -> None:
        self.url = url
        self._folder = settings.data_dir
        self._stack = ExitStack()
        self._number = 0

    async def start(self, *, short: bool = False, **environment: str) -> Process:
        """One more, as soon as it is ready."""
        self._number += 1
        folder = self._folder / f"worker{self._number}"
        folder.mkdir()
        there = {"DATABASE_URL": self.url, "SECRET_KEY": SECRET, "DATA_DIR": str(folder), "SHUTDOWN_GRACE": str(GRACE)}
        change = SHORT_LEASES if short else None
        process = self._stack.enter_context(running("worker", change=change, **{**there, **environment}))
        await asyncio.to_thread(process.wait_for, "worker ready")
        return process

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in ("alpha", "beta"):
            provider.script(model, ECHO)
        yield provider


@pytest.fixture
async def bench(resources: Resources, provider: ScriptedProvider) -> Bench:
    bench = Bench(resources, provider)
    await bench.offer("alpha", "beta")
    provider.requests.clear()
    return bench


@pytest.fixture
async def workers(settings: Settings, bench: Bench) -> AsyncIterator[Workers]:
    workers = Workers(settings, bench.database.address.url)
    yield workers
    workers.close()


def list_invariants(rows: list[Result]) -> list[tuple[object, ...]]:
    """What must be the same, whatever happened."""
    return [(row.model_id, row.epoch, row.position, row.sample_id, row.outcome, row.value, row.answer) for row in rows]


async def repeat_undisturbed(bench: Bench, run_id: UUID) -> list[tuple[object, ...]]:
    """The same suite and models once more, undisturbed."""
    async with bench.database.unit() as session:
        first = await session.get_one(Run, run_id)
        version = await session.get_one(SuiteVersion, first.version_id)
        run = await build_run(session, version=version, models=first.models, epochs=first.epochs, concurrency=50)
    await bench.drain(run.run_id)
    return list_invariants(await bench.results(run.run_id))


async def test_f04_what_a_killed_worker_was_asking_is_asked_by_another(bench: Bench, workers: Workers) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, header_delay=0.05))
    run_id = await bench.start(samples=40, concurrency=2, size=5)
    worker = await workers.start()
    await until(workers.url, "SELECT 1 FROM bench_results HAVING count(*) >= 5")
    bench.provider.hold("alpha")
    await bench.provider.wait_for_held("alpha", 2)
    worker.stop(signal.SIGKILL)
    killed = time.monotonic()
    before = {row.position: row.recorded_at for row in await bench.results(run_id)}
    in_flight = len(bench.provider.requests) - len(before)
    bench.provider.release("alpha")
    await bench.drain(run_id)
    assert time.monotonic() - killed < 60
    rows = await bench.results(run_id)
    assert {row.position: row.recorded_at for row in rows if row.position in before} == before
    assert len(bench.provider.requests) == 40 + in_flight
    assert list_invariants(rows) == await repeat_undisturbed(bench, run_id)


async def test_f05_an_answer_that_was_not_recorded_is_asked_for_once_more(bench: Bench, workers: Workers) -> None:
    run_id = await bench.start(samples=1)
    with psycopg.connect(workers.url) as holder:
        holder.execute("LOCK TABLE bench_results IN SHARE MODE")  # results can be read and not written
        worker = await workers.start()
        await until(workers.url, "SELECT 1 FROM model_calls WHERE purpose = 'run' AND outcome = 'ok'")
        worker.stop(signal.SIGKILL)
    assert await bench.results(run_id) == []
    await bench.drain(run_id)
    await bench.resources.get(ModelCalls).flush()
    assert len(await bench.results(run_id)) == 1
    calls = await ask(workers.url, "SELECT outcome FROM model_calls WHERE purpose_id = %s", str(run_id))
    assert calls == [("ok",), ("ok",)]
    assert len(bench.provider.requests) == 2


async def test_f06_a_sample_that_kills_every_worker_is_quarantined(
    bench: Bench, workers: Workers, tmp_path: Path
) -> None:
    facts = tmp_path / "deadly-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[llmbattler.scorers]\ndeadly = deadly:Deadly\n")
    (tmp_path / "deadly.py").write_text(DEADLY)
    run_id = await bench.start(
        samples=60, concurrency=10, size=20, spec={"scores": [{"name": "deadly", "scorer": "deadly"}]}
    )
    deaths = 0
    async with asyncio.timeout(110):
        while not await ask(workers.url, FINISHED, run_id):
            worker = await workers.start(short=True, PYTHONPATH=str(tmp_path))
            dead = asyncio.create_task(asyncio.to_thread(worker.wait))
            done = asyncio.create_task(until(workers.url, FINISHED, run_id, seconds=100))
            await asyncio.wait({dead, done}, return_when=asyncio.FIRST_COMPLETED)
            if done.done():
                worker.send(signal.SIGTERM)
            deaths += await dead == -signal.SIGKILL
            done.cancel()
            await asyncio.gather(done, return_exceptions=True)
    rows = await bench.results(run_id)
    assert len(rows) == 60
    assert deaths == 2 + 3  # twice in company, then alone
    poison = [row for row in rows if row.outcome is Outcome.QUARANTINED]
    assert [(row.position, row.tries, row.error_kind) for row in poison] == [(13, 3, "poison")]
    assert "3 workers died" in (poison[0].error or "")
    assert {row.outcome for row in rows if row.position != 13} == {Outcome.RIGHT}


async def test_f08_a_worker_that_is_stopped_gives_its_work_back_in_time(bench: Bench, workers: Workers) -> None:
    bench.provider.hold("alpha")
    await bench.start(samples=20, concurrency=3, size=5)
    worker = await workers.start()
    await bench.provider.wait_for_held("alpha", 3)
    worker.send(signal.SIGTERM)
    assert await asyncio.to_thread(worker.wait) == 0
    claimed = "SELECT count(*) FROM procrastinate_jobs WHERE queue_name = 'benchmarks' AND status = %s"
    assert await ask(workers.url, claimed, "doing") == [(0,)]
    ((waiting,),) = await ask(workers.url, claimed, "todo")
    assert waiting > 0
    assert await ask(workers.url, "SELECT max(deaths), sum(count) FROM bench_chunks") == [(0, 20)]
    assert await ask(workers.url, "SELECT 1 FROM procrastinate_workers") == []


async def test_f08_what_ends_within_the_grace_is_recorded(bench: Bench, workers: Workers) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=20, concurrency=3, size=5)
    worker = await workers.start()
    await bench.provider.wait_for_held("alpha", 3)
    worker.send(signal.SIGTERM)
    stopping = asyncio.create_task(asyncio.to_thread(worker.wait))
    await asyncio.sleep(0.5)
    bench.provider.release("alpha")
    assert await stopping == 0
    assert len(await bench.results(run_id)) == len(bench.provider.requests) == 3
    await bench.drain(run_id)
    assert len(bench.provider.requests) == 20


def _has_come(provider: ScriptedProvider, requests: int) -> bool:
    return len(provider.requests) >= requests


async def kill_workers_at_random(bench: Bench, workers: Workers, run_id: UUID, kills: int) -> int:
    """Three workers; now and then one is killed, and another takes its place as soon as it has started."""
    team = list(await asyncio.gather(*(workers.start(short=True) for _ in range(3))))
    coming: list[asyncio.Task[Process]] = []
    killed = 0
    while killed < kills and not await ask(workers.url, FINISHED, run_id):
        enough = len(bench.provider.requests) + 40
        await bench.provider.wait_until(partial(_has_come, bench.provider, enough), timeout=60)
        victim = team.pop(random.randrange(len(team)))  # noqa: S311 - any of them
        await asyncio.to_thread(victim.stop, signal.SIGKILL)
        killed += 1
        coming.append(asyncio.create_task(workers.start(short=True)))
        if not team or killed % 3 == 0:
            team.append(await coming.pop(0))
    await until(workers.url, FINISHED, run_id, seconds=240)
    await asyncio.gather(*coming)
    return killed


async def check_killed_run_equals_calm_run(bench: Bench, workers: Workers, *, samples: int, kills: int) -> None:
    for model in ("alpha", "beta"):
        bench.provider.script(model, Script(echo=True, chunk_size=100, header_delay=0.25))
    run_id = await bench.start(samples=samples, models=("alpha", "beta"), concurrency=12, size=20)
    killed = await kill_workers_at_random(bench, workers, run_id, kills)
    asked = Counter((request.model, request.last_user_text) for request in bench.provider.requests)
    rows = await bench.results(run_id)
    for model in ("alpha", "beta"):
        bench.provider.script(model, ECHO)
    assert killed >= 2
    assert {row.outcome for row in rows} == {Outcome.RIGHT, Outcome.WRONG}  # nothing is quarantined
    assert list_invariants(rows) == await repeat_undisturbed(bench, run_id)
    assert len(asked) == 2 * samples
    # Each death repeats what was in flight, and nothing that was recorded.
    assert sum(asked.values()) - 2 * samples <= killed * 24


async def test_f04_three_workers_that_are_killed_at_random_give_the_same_results_as_one(
    bench: Bench, workers: Workers
) -> None:
    await check_killed_run_equals_calm_run(bench, workers, samples=300, kills=3)


@pytest.mark.torture
@pytest.mark.timeout(900)
async def test_f04_many_deaths_change_nothing(bench: Bench, workers: Workers) -> None:
    await check_killed_run_equals_calm_run(bench, workers, samples=2_000, kills=25)


@pytest.mark.parametrize("headers", [{"Retry-After": "1"}, {}])
async def test_f35_a_storm_of_429_slows_a_run_down_and_loses_nothing(bench: Bench, headers: dict[str, str]) -> None:
    bench.provider.script(
        "alpha", Script(echo=True, chunk_size=100, failure=FailureKind.RATE_LIMITED, headers=headers, fail_times=4)
    )
    run_id = await bench.start(samples=60, models=("alpha", "beta"), concurrency=20)
    async with asyncio.timeout(100):
        run = await bench.drain(run_id, RetryPolicy(pace=0.2))
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert {row.outcome for row in rows} == {Outcome.RIGHT, Outcome.WRONG}
    ((width,),) = await ask(bench.database.address.url, "SELECT width FROM bench_gates")
    assert width < 60
    # Waiting is not asking: the storm costs about as many calls as it refused.
    assert len(bench.asked()) <= 60 + 4 + 4


async def test_f36_while_the_circuit_is_open_a_run_waits_and_fails_nothing(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, status=500, fail_times=5))
    run_id = await bench.start(samples=80, models=("alpha", "beta"), concurrency=20)
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert {row.outcome for row in rows} == {Outcome.RIGHT, Outcome.WRONG}
    assert len(bench.asked()) < 80 + 30


async def test_f31_an_endpoint_that_stays_away_fails_its_rows_in_the_end_and_only_its(bench: Bench) -> None:
    closed = "http://127.0.0.1:9"
    await bench.offer(
        yaml="models:\n"
        f"  - {{id: alpha, name: Alpha, model: alpha, base_url: '{bench.provider.openai_url}'}}\n"
        f"  - {{id: away, name: Away, model: away, base_url: '{closed}'}}\n"
    )
    run_id = await bench.start(samples=100, models=("alpha", "away"), concurrency=20)
    run = await bench.drain(run_id, RetryPolicy(pace=0.01, outage=8))
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    away = [row for row in rows if row.model_id == "away"]
    assert {(row.outcome, row.error_kind) for row in away} == {(Outcome.FAILED, "unreachable")}
    assert len(away) == 100
    assert all("does not answer" in (row.error or "") for row in away)
    assert {row.outcome for row in rows if row.model_id == "alpha"} == {Outcome.RIGHT, Outcome.WRONG}


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (Script(echo=True, stall_after=0), "timed_out"),
        (Script(echo=True, stall_after=1, chunk_size=2), "timed_out"),
        (Script(echo=True, truncate_after=1, chunk_size=2), "broken_stream"),
    ],
    ids=["f32-silent", "f33-stalled", "f39-truncated"],
)
async def test_f32_f33_f39_a_half_answer_is_never_a_result(bench: Bench, script: Script, kind: str) -> None:
    bench.provider.script("alpha", script)
    run_id = await bench.start(samples=1, spec={"limits": {"seconds": 0.5}})
    run = await bench.drain(run_id, HASTY)
    (row,) = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert (row.outcome, row.answer, row.value, row.error_kind) == (Outcome.FAILED, None, None, kind)
    assert row.tries >= 3


async def test_f37_a_revoked_key_is_not_tried_two_thousand_times(bench: Bench) -> None:
    bench.provider.script("alpha", Script(failure=FailureKind.BAD_KEY))
    run_id = await bench.start(samples=2_000, models=("alpha",), concurrency=10)
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert {(row.outcome, row.error_kind) for row in rows} == {(Outcome.FAILED, "bad_key")}
    assert len(rows) == 2_000
    assert len(bench.provider.requests) <= 30
