import json
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import AsyncAdaptedQueuePool

from llmbattler.benchmarks.results.exports.routes import UPLOAD_BYTES
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.building import build_results, build_run, build_suite
from tests.benchmarks.results.exports.telling import tell_run
from tests.benchmarks.results.filling import fill_run
from tests.crowd import Crowd

OCTETS = {"Content-Type": "application/octet-stream"}


@pytest.fixture
async def run_id(resources: Resources) -> UUID:
    async with resources.get(Database).unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=60), models=["alpha", "beta"])
        await build_results(
            session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.WRONG], "beta": [Outcome.RIGHT]}
        )
        return run.run_id


async def test_a_run_its_grid_and_a_sample(client: httpx.AsyncClient, run_id: UUID) -> None:
    run = (await client.get(f"/api/bench/runs/{run_id}")).json()
    assert [(line["key"], line["done"]) for line in run["lines"]] == [("alpha", 2), ("beta", 1)]
    grid = (await client.get(f"/api/bench/runs/{run_id}/samples?filter=wrong")).json()
    assert [row["position"] for row in grid["rows"]] == [1]
    page = (await client.get(f"/api/bench/runs/{run_id}/samples")).json()
    assert len(page["rows"]) == 50
    rest = (await client.get(f"/api/bench/runs/{run_id}/samples", params={"cursor": page["next_cursor"]})).json()
    assert ([row["position"] for row in rest["rows"]], rest["next_cursor"]) == (list(range(50, 60)), None)
    sample = (await client.get(f"/api/bench/runs/{run_id}/samples/1")).json()
    assert [(one["key"], one["outcome"]) for one in sample["answers"]] == [("alpha", "wrong")]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("", 404),
        ("/samples", 404),
        ("/samples/0", 404),
        ("/export", 404),
    ],
)
async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient, path: str, status: int) -> None:
    assert (await client.get(f"/api/bench/runs/{uuid4()}{path}")).status_code == status


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/samples/60", 404),
        ("/samples/-1", 422),
        ("/samples/99999999999", 422),
        ("/samples?filter=odd", 422),
        ("/samples?limit=1000", 422),
        ("/samples?cursor=x", 422),
        ("/samples?line=gamma", 404),
        ("/samples?other=1", 422),
        ("/samples?search=%00", 200),
        ("/samples?tag=%00", 422),
        ("/export?format=xlsx", 422),
    ],
)
async def test_odd_questions_get_plain_answers(client: httpx.AsyncClient, run_id: UUID, path: str, status: int) -> None:
    assert (await client.get(f"/api/bench/runs/{run_id}{path}")).status_code == status


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
        run = await fill_run(session, samples=4_000, models=["alpha"])
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
        run = await tell_run(session, settings)
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


class TestOnAPublicSite:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.PUBLIC})

    async def test_members_see_and_only_moderators_import(self, crowd: Crowd, run_id: UUID) -> None:
        visitor, member, moderator = await crowd.visitor(), await crowd.member(), await crowd.moderator()
        for path in ("", "/samples", "/samples/0", "/export?format=csv"):
            assert (await visitor.get(f"/api/bench/runs/{run_id}{path}")).status_code == 401
            assert (await member.get(f"/api/bench/runs/{run_id}{path}")).status_code == 200
        content = (await member.get(f"/api/bench/runs/{run_id}/export")).content
        answers = [
            (await somebody.post("/api/bench/runs/import", content=content, headers=OCTETS)).status_code
            for somebody in (visitor, member, moderator)
        ]
        assert answers == [401, 403, 201]
        offered = [(await somebody.get("/api/bench/suites")).json()["may_import"] for somebody in (member, moderator)]
        assert offered == [False, True]
        assert json.loads(content)["run"]["run_id"] == str(run_id)
