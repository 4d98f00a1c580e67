"""Comparing over HTTP."""

from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from llmbattler.benchmarks.runs.models import Run
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.server.app import create_app
from tests.clients import ClientFactory
from tests.conftest import SECRET

from .finished_runs import finish_run


@pytest.fixture
async def run(database: Database) -> Run:
    async with database.unit() as session:
        return await finish_run(session, answers={"alpha": [0.0, 1.0] * 10, "llama:8b": [1.0, 1.0] * 10})


async def test_the_pages_get_what_they_need(client: httpx.AsyncClient, run: Run) -> None:
    first, second = f"{run.run_id}:alpha#main", f"{run.run_id}:llama:8b#main"
    compared = await client.get("/api/bench/compare", params={"entry": [first, second]})
    assert compared.status_code == 200
    assert compared.json()["differences"][0]["verdict"] == "better"
    flips = await client.get("/api/bench/compare/flips", params={"first": first, "second": second, "limit": 4})
    assert [flip["change"] for flip in flips.json()["flips"]] == [1] * 4
    assert flips.json()["next_cursor"] is not None
    history = await client.get("/api/bench/history", params={"suite_id": str(run.suite_id)})
    assert [point["score"]["mean"] for point in history.json()["points"]] == [0.5, 1]
    verdict = await client.get(f"/api/bench/runs/{run.run_id}/verdict")
    assert verdict.json()["sentence"] == "llama:8b leads with 100.0%, clearly ahead of alpha."
    for address, params in (("/api/bench/summaries", {"run": str(run.run_id)}), ("/api/bench/suite-summaries", {})):
        summaries = await client.get(address, params=params)
        assert [one["model_id"] for one in summaries.json()["runs"]] == ["llama:8b"]
    board = await client.get("/api/bench/board")
    assert [row["mean_rank"] for row in board.json()["rows"]] == [1, 2]


async def test_failures_have_names(client: httpx.AsyncClient, run: Run) -> None:
    first = f"{run.run_id}:alpha"

    async def ask(*entries: str) -> tuple[int, str]:
        answer = await client.get("/api/bench/compare", params={"entry": list(entries)})
        return answer.status_code, answer.json()["title"]

    assert await ask(first) == (422, "A comparison needs at least two different entries.")
    assert await ask(first, f"{uuid4()}:alpha") == (404, "This run does not exist.")
    assert await ask(first, f"{run.run_id}:nobody") == (404, "This run has no such model or prompt.")
    assert await ask(first, "nonsense") == (422, "An entry must have the form `run_id:model_id#prompt`.")
    assert (await ask())[0] == (await ask(*[first] * 31))[0] == 422
    unknown = await client.get("/api/bench/history", params={"suite_id": str(uuid4())})
    assert (unknown.status_code, unknown.json()["title"]) == (404, "This suite does not exist.")
    cursor = {"first": first, "second": f"{run.run_id}:llama:8b", "cursor": "x"}
    assert (await client.get("/api/bench/compare/flips", params=cursor)).status_code == 422


async def test_on_a_public_site_only_the_board_is_for_everybody(
    data_dir: Path, address: DatabaseAddress, resources: Resources, run: Run
) -> None:
    settings = Settings(
        data_dir=data_dir,
        DATABASE_URL=address.url,
        secret_key=SECRET,
        port=0,
        discovery=False,
        profile=Profile.CLASSROOM,
    )
    resources.add(Settings, settings)
    async with ClientFactory(create_app(settings, resources), resources.get(Database)) as clients:
        entries = {"entry": [f"{run.run_id}:alpha", f"{run.run_id}:llama:8b"]}
        visitor, member = await clients.visitor(), await clients.member()
        assert (await visitor.get("/api/bench/board")).status_code == 200
        assert (await visitor.get("/api/bench/compare", params=entries)).status_code == 401
        assert (await visitor.get("/api/bench/history", params={"suite_id": str(run.suite_id)})).status_code == 401
        assert (await member.get("/api/bench/compare", params=entries)).status_code == 200
