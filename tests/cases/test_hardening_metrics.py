"""H37 and H38: what an operator sees of a running site, and how many streams it sends."""

import asyncio
import re
from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest
from tests.arena.conftest import ALPHA, BETA, SSE, Person, offer
from tests.cases.replicas import is_delta, open_stream
from tests.polling import pause
from websockets.asyncio.client import connect

from llmbattler.benchmarks.runs.models import Run, RunStatus
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.jobs import JobName, JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"max_streams": 1, "database_lock_timeout": 0.2})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


@pytest.fixture
async def person(site: str, resources: Resources, provider: ScriptedProvider) -> AsyncIterator[Person]:
    await offer(resources, provider, ALPHA, BETA)
    person = Person(site)
    yield person
    await person.http.aclose()


async def measure(person: Person) -> dict[str, float]:
    shown = await person.http.get("/metrics")
    assert shown.status_code == 200
    return {name: float(value) for name, value in re.findall(r"^llmbattler_(\S+) (\S+)$", shown.text, re.MULTILINE)}


async def wait_for(person: Person, **expected: float) -> dict[str, float]:
    async with asyncio.timeout(20):
        while not expected.items() <= (found := await measure(person)).items():
            await pause()
    return found


async def test_h37_metrics_show_jobs_runs_votes_calls_pools_and_connections(
    site: str, person: Person, resources: Resources, provider: ScriptedProvider
) -> None:
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    live = connect(site.replace("http", "ws") + "/api/live")
    async with live, open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        heard = await stream.read(is_delta)
        await wait_for(person, event_streams_open=1, live_sockets_open=1)
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
    assert (await person.vote(heard.battle_id)).status_code == 200
    await resources.get(JobQueue).defer(JobName("core.retry_stalled"))
    async with resources.get(Database).unit() as session:
        session.add(make_run())
    found = await wait_for(person, event_streams_open=0, live_sockets_open=0, recent_votes=1)
    assert found['runs{status="paused"}'] == 1
    assert found["pending_votes"] == 1
    assert found['jobs{queue="default",status="todo"}'] >= 1
    assert found["database_pool_used"] <= found["database_pool_size"] == resources.get(Settings).database_pool_size
    assert (found["database_up"], found["live_channel_up"]) == (1, 1)
    await wait_for(person, **{'recent_calls{outcome="ok",purpose="battle"}': 2})


def make_run() -> Run:
    return Run(
        run_id=uuid4(),
        owner="nobody",
        suite_id=uuid4(),
        version_id=uuid4(),
        title="A run",
        status=RunStatus.PAUSED,
        models=[],
        prompts=[],
        epochs=1,
        sample_count=1,
        concurrency=1,
        use_cache=False,
    )


async def test_h37_metrics_work_without_the_database_and_the_live_channel(
    person: Person, resources: Resources, address: DatabaseAddress
) -> None:
    listening = resources.get(LiveHub).listening
    listening.clear()
    async with await psycopg.AsyncConnection.connect(address.url) as blocker:
        await blocker.execute("LOCK TABLE votes IN ACCESS EXCLUSIVE MODE")
        found = await measure(person)
    assert (found["database_up"], found["live_channel_up"]) == (0, 0)
    refused = await person.http.get("/readyz")
    assert (refused.status_code, refused.json()["detail"]) == (503, "The live channel is reconnecting.")
    listening.set()
    assert (await person.http.get("/readyz")).status_code == 200


async def test_h38_max_streams_limits_the_streams_of_a_server(person: Person, provider: ScriptedProvider) -> None:
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        battle_id = (await stream.read(is_delta)).battle_id
        refused = await person.http.get(f"/api/battles/{battle_id}/events", headers=SSE)
        assert refused.status_code == 429
        assert refused.json()["title"].startswith("Too many streams")
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
    assert (await person.http.get(f"/api/battles/{battle_id}/events", headers=SSE)).status_code == 200
