import asyncio
import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from pydantic import SecretStr

from llmbattler.benchmarks.runs import jobs
from llmbattler.benchmarks.runs.errors import WebhookNotTaken
from llmbattler.benchmarks.runs.models import Outcome, Result, Run, RunStatus
from llmbattler.catalog.models import PlaceKind
from llmbattler.catalog.service import sync_catalog
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider
from llmbattler.worker.process import work
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.benchmarks.runs.offered_models import model
from tests.clients import ClientFactory
from tests.webhook_server import open_webhook_server


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"bench_webhook_secret": SecretStr("s3cret")})


async def finish(resources: Resources, url: str | None) -> Run:
    async with resources.get(Database).unit() as session:
        version = await build_suite(session, samples=4)
        run = await build_run(
            session,
            version=version,
            models=("alpha", "beta"),
            status=RunStatus.FINISHED,
            chunks=False,
            webhook_url=url,
            finished_at=datetime(2026, 1, 2, tzinfo=UTC),
        )
        right, wrong = Outcome.RIGHT, Outcome.WRONG
        outcomes = {"alpha": [right, right, right, wrong], "beta": [wrong, Outcome.UNPARSED, right, Outcome.FAILED]}
        await build_results(session, run=run, outcomes=outcomes)
        (await session.get_one(Result, (run.run_id, "alpha", "main", 0, 1))).cost_micro_usd = 1_500
        return run


async def test_a_finished_run_tells_its_webhook_the_scores(resources: Resources) -> None:
    async with open_webhook_server() as hook:
        run = await finish(resources, hook.url)
        await jobs.send_webhook(resources, run_id=str(run.run_id))
    ((headers, body),) = hook.got
    assert "X-Llmbattler-Signature" in headers
    told = json.loads(body)
    assert (told["kind"], told["run_id"], told["title"]) == ("benchmark.finished", str(run.run_id), "A run")
    assert (told["status"], told["finished_at"]) == ("finished", "2026-01-02T00:00:00+00:00")
    assert told["url"].endswith(f"/benchmarks/runs/{run.run_id}")
    alpha, beta = told["scores"]
    assert (alpha["model_id"], alpha["score"], alpha["answers"], alpha["failed"]) == ("alpha", 0.75, 4, 0)
    assert alpha["cost_usd"] == 0.0015
    assert alpha["low"] < 0.75 < alpha["high"]
    assert (beta["score"], beta["answers"], beta["unparsed"], beta["failed"]) == (pytest.approx(1 / 3), 3, 1, 1)
    assert beta["cost_usd"] is None


async def test_a_run_started_over_http_is_executed_and_its_webhook_called(
    clients: ClientFactory, resources: Resources
) -> None:
    client = await clients.admin()
    async with ScriptedProvider() as provider, open_webhook_server() as hook:
        provider.script("alpha", Script(echo=True))
        local = model("alpha", base_url=provider.openai_url, place=PlaceKind.LOCAL)
        async with resources.get(Database).unit() as session:
            await sync_catalog(session, offers=[local])
            version = await build_suite(session, samples=20)
        working = asyncio.create_task(work(resources))
        wanted = {"suite_id": str(version.suite_id), "models": ["alpha"], "webhook_url": hook.url}
        started = await client.post("/api/bench/runs", json=wanted)
        assert started.status_code == 201, started.text
        async with asyncio.timeout(30):
            await hook.called.wait()
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
    told = json.loads(hook.got[0][1])
    assert (told["run_id"], told["status"]) == (started.json()["run_id"], "finished")
    (score,) = told["scores"]
    assert (score["answers"], score["score"], score["failed"]) == (20, 0.9, 0)
    (row,) = (await client.get("/api/bench/runs")).json()["runs"]
    assert (row["status"], row["done"]) == ("finished", 20)


async def test_a_message_that_is_not_taken_fails_so_that_it_is_tried_again(resources: Resources) -> None:
    async with open_webhook_server() as hook:
        hook.status = 500
        run = await finish(resources, hook.url)
        with pytest.raises(WebhookNotTaken):
            await jobs.send_webhook(resources, run_id=str(run.run_id))
        hook.status = 200
        await jobs.send_webhook(resources, run_id=str(run.run_id))
        assert len(hook.got) == 2


async def test_without_a_webhook_or_a_run_nothing_is_sent(resources: Resources) -> None:
    run = await finish(resources, None)
    await jobs.send_webhook(resources, run_id=str(run.run_id))
    await jobs.send_webhook(resources, run_id=str(uuid4()))
    refused = await finish(resources, "http://169.254.169.254/")
    await jobs.send_webhook(resources, run_id=str(refused.run_id))
