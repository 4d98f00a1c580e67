"""H70 and H71: a model server that does not answer is named in its run at once, not when the run gives it up."""

import asyncio
import io
from collections.abc import Callable
from uuid import UUID

import pytest
from rich.console import Console
from tests.benchmarks.runs.engine.conftest import Bench, bench, provider
from tests.polling import pause

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.commands import output, progress
from llmbattler.benchmarks.commands.output import print_run
from llmbattler.benchmarks.results.schemas import RunOut
from llmbattler.benchmarks.results.service import show_run
from llmbattler.benchmarks.runs.engine import timings
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import RunStatus
from llmbattler.connectors.errors import Unreachable
from llmbattler.core.live import LiveHub
from llmbattler.core.settings import Settings

__all__ = ["bench", "provider"]

OPERATOR = Visitor(None, AccountKind.ADMIN)
CLOSED = "http://127.0.0.1:9"
PATIENT = RetryPolicy(pace=0.05)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits divided by fifty; a test of their sum stands below."""
    for name in ("SILENT_SECONDS", "FAILING_SECONDS", "HEARTBEAT_SECONDS"):
        monkeypatch.setattr(timings, name, getattr(timings, name) / 50)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the commands print."""
    file = io.StringIO()
    console = Console(file=file, width=200, force_terminal=True, color_system=None)
    monkeypatch.setattr(output, "console", console)
    monkeypatch.setattr(progress, "errors", console)
    return file


async def show(bench: Bench, run_id: UUID, asker: Visitor = OPERATOR) -> RunOut:
    async with bench.database.unit() as session:
        return await show_run(session, settings=bench.resources.get(Settings), run_id=run_id, asker=asker)


async def show_when(bench: Bench, run_id: UUID, condition: Callable[[RunOut], bool]) -> RunOut:
    async with asyncio.timeout(30):
        while not condition(run := await show(bench, run_id)):
            await pause()
    return run


async def test_h70_a_closed_port_is_named_with_the_reason(bench: Bench, written: io.StringIO) -> None:
    await bench.offer(
        yaml="models:\n"
        f"  - {{id: alpha, name: Alpha, model: alpha, base_url: '{bench.provider.openai_url}'}}\n"
        f"  - {{id: away, name: Away, model: away, base_url: '{CLOSED}'}}\n"
    )
    run_id = await bench.start(samples=30, models=("alpha", "away"), concurrency=10, owner="the owner")
    with bench.resources.get(LiveHub).subscribe(f"bench_run:{run_id}") as announced:
        async with bench.working(PATIENT):
            run = await show_when(bench, run_id, lambda run: bool(run.silent))
        assert await announced.next()
    (silent,) = run.silent
    assert (silent.address, silent.models) == (CLOSED, ["away"])
    assert str(Unreachable.__doc__) in (silent.error or "")
    assert run.created_at <= silent.since
    assert silent.seconds < timings.FRESH_SECONDS + 30
    stranger = await show(bench, run_id, Visitor("somebody", AccountKind.VISITOR))
    assert [one.address for one in stranger.silent] == [None], "addresses are for those who may change the run"
    print_run(run, await progress.find_verdict(bench.resources, run))
    with progress._Bars() as bars:
        bars.show(run)
        bars.show(run)
        bars.show(run.model_copy(update={"silent": []}))
    said = written.getvalue()
    assert said.count(f"No answer from {CLOSED} (away) since {silent.since:%H:%M:%S} UTC") == 2, "each tells it once"
    assert said.count(f"llmbattler bench cancel {run_id}") == 2
    assert said.count("away answers again.") == 1


async def test_h71_a_server_that_stops_answering_is_named_until_it_answers_again(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=20, models=("alpha",), concurrency=4)
    async with bench.working():
        run = await show_when(bench, run_id, lambda run: bool(run.silent))
        (silent,) = run.silent
        assert (silent.models, silent.error, run.done) == (["alpha"], None, 0)
        bench.provider.release("alpha")
        run = await show_when(bench, run_id, lambda run: run.status is RunStatus.FINISHED)
    assert (run.silent, run.done) == ([], 20)


def test_h71_the_limits_keep_the_promise_of_thirty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    page = 2 * timings.HEARTBEAT_SECONDS
    assert max(timings.SILENT_SECONDS, timings.FAILING_SECONDS) + page < 30
