import json
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import AsyncAdaptedQueuePool

from llmbattler.benchmarks.results.exports.routes import UPLOAD_BYTES
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.results.exports.sample_run import add_sample_run
from tests.benchmarks.results.large_runs import add_large_run
from tests.clients import ClientFactory

OCTETS = {"Content-Type": "application/octet-stream"}


@pytest.mark.parametrize(
    ("kind", "media", "start"),
    [
        ("json", "application/json", b'{"format"'),
        ("csv", "text/csv; charset=utf-8", b"run_id,"),
        ("parquet", "application/vnd.apache.parquet", b"PAR1"),
        ("pdf", "application/pdf", b"%PDF"),
    ],
)
async def test_exports_are_files(client: httpx.AsyncClient, run_id: UUID, kind: str, media: str, start: bytes) -> None:
    answer = await client.get(f"/api/bench/runs/{run_id}/export", params={"format": kind})
    assert (answer.status_code, answer.headers["content-type"]) == (200, media)
    assert answer.content.startswith(start)
    assert f'.{kind}"' in answer.headers["content-disposition"]


async def test_a_slow_reader_keeps_no_connection_of_the_database(site: str, resources: Resources) -> None:
    database = resources.get(Database)
    async with database.unit() as session:
        run = await add_large_run(session, samples=4_000, models=["alpha"])
    pool = database.engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool)
    before = pool.checkedout()
    async with (
        httpx.AsyncClient() as client,
        client.stream("GET", f"{site}/api/bench/runs/{run.run_id}/export") as file,
    ):
        assert pool.checkedout() == before
        assert len(json.loads(await file.aread())["results"]) == 4_000


async def test_an_export_comes_back(client: httpx.AsyncClient, resources: Resources, settings: Settings) -> None:
    async with resources.get(Database).unit() as session:
        run = await add_sample_run(session, settings)
    content = (await client.get(f"/api/bench/runs/{run.run_id}/export")).content
    answer = await client.post("/api/bench/runs/import", content=content, headers=OCTETS)
    assert answer.status_code == 201, answer.text
    done = answer.json()
    assert (done["results"], done["new_suite"], done["suite_id"]) == (8, False, str(run.suite_id))
    imported = (await client.get(f"/api/bench/runs/{done['run_id']}")).json()
    assert (imported["mine"], imported["may_change"]) == (True, True)
    refused = await client.post("/api/bench/runs/import", content=b"[]", headers=OCTETS)
    assert (refused.status_code, refused.json()["title"]) == (422, "This file is not a run exported by llmbattler.")
    plain = await client.post("/api/bench/runs/import", content=content, headers={"Content-Type": "application/json"})
    assert plain.status_code == 415


async def test_a_file_that_is_too_large_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/bench/runs/import", content=bytes(UPLOAD_BYTES + 1), headers=OCTETS)
    assert answer.status_code == 413


async def test_unknown_runs_and_formats_are_refused(client: httpx.AsyncClient, run_id: UUID) -> None:
    assert (await client.get(f"/api/bench/runs/{uuid4()}/export")).status_code == 404
    assert (await client.get(f"/api/bench/runs/{run_id}/export?format=xlsx")).status_code == 422


class TestOnAPublicSite:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.PUBLIC})

    async def test_only_moderators_import(self, clients: ClientFactory, run_id: UUID) -> None:
        visitor, member, moderator = await clients.visitor(), await clients.member(), await clients.moderator()
        content = (await member.get(f"/api/bench/runs/{run_id}/export")).content
        answers = [
            (await somebody.post("/api/bench/runs/import", content=content, headers=OCTETS)).status_code
            for somebody in (visitor, member, moderator)
        ]
        assert answers == [401, 403, 201]
        offered = [(await somebody.get("/api/bench/suites")).json()["may_import"] for somebody in (member, moderator)]
        assert offered == [False, True]
        assert json.loads(content)["run"]["run_id"] == str(run_id)
