from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import func, select

from llmbattler.benchmarks.runs.models import Outcome, Run, RunStatus
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.benchmarks.runs.offered_models import offer
from tests.clients import ClientFactory


@pytest.fixture
async def suite_id(database: Database) -> UUID:
    async with database.unit() as session:
        await offer(session)
        return (await build_suite(session, samples=20)).suite_id


async def start(client: httpx.AsyncClient, suite_id: UUID, **wanted: Any) -> UUID:
    answer = await client.post("/api/bench/runs", json={"suite_id": str(suite_id), "models": ["alpha"], **wanted})
    assert answer.status_code == 201, answer.text
    return UUID(answer.json()["run_id"])


async def test_a_run_is_estimated_started_changed_and_deleted(client: httpx.AsyncClient, suite_id: UUID) -> None:
    wanted = {"suite_id": str(suite_id), "models": ["alpha", "gamma"]}
    estimate = (await client.post("/api/bench/estimate", json=wanted)).json()
    assert (estimate["calls"], estimate["unpriced"]) == (40, ["gamma"])
    run_id = await start(client, suite_id, models=["alpha", "gamma"], title="First")
    (row,) = (await client.get("/api/bench/runs")).json()["runs"]
    assert (row["run_id"], row["title"], row["status"]) == (str(run_id), "First", "running")
    assert (row["done"], row["total"], row["mine"], row["version"]) == (0, 40, True, 1)
    path = f"/api/bench/runs/{run_id}"
    changed = (await client.patch(path, json={"title": "Second", "concurrency": 2})).json()
    assert changed["title"] == "Second"
    assert (await client.post(f"{path}/pause")).json()["status"] == "paused"
    assert (await client.post(f"{path}/resume")).json()["status"] == "running"
    assert (await client.delete(path)).status_code == 409
    assert (await client.post(f"{path}/retry-failed")).status_code == 409
    assert (await client.post(f"{path}/cancel")).json()["status"] == "cancelled"
    assert (await client.post(f"{path}/resume")).status_code == 409
    assert (await client.delete(path)).status_code == 204
    assert (await client.delete(path)).status_code == 404
    assert (await client.get("/api/bench/runs")).json() == {"runs": [], "next_cursor": None}


async def test_the_same_request_under_the_same_key_starts_one_run(
    client: httpx.AsyncClient, database: Database, suite_id: UUID
) -> None:
    await client.post("/api/bench/estimate", json={"suite_id": str(suite_id), "models": ["alpha"]})
    body = {"suite_id": str(suite_id), "models": ["alpha"]}
    headers = {"Idempotency-Key": "once"}
    first, second = [await client.post("/api/bench/runs", json=body, headers=headers) for _ in range(2)]
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    other = await client.post("/api/bench/runs", json={**body, "models": ["beta"]}, headers=headers)
    assert other.status_code == 422
    async with database.unit() as session:
        assert (await session.execute(select(func.count()).select_from(Run))).scalar_one() == 1


async def test_asking_again_for_what_failed_happens_once_under_one_key(
    client: httpx.AsyncClient, database: Database, suite_id: UUID
) -> None:
    run_id = await start(client, suite_id)
    async with database.unit() as session:
        run = await session.get_one(Run, run_id)
        run.status = RunStatus.FINISHED
        await build_results(session, run=run, outcomes={"alpha": [Outcome.FAILED] + [Outcome.RIGHT] * 19})
    path, headers = f"/api/bench/runs/{run_id}/retry-failed", {"Idempotency-Key": "again"}
    first = await client.post(path, headers=headers)
    assert (first.json()["status"], first.json()["done"]) == ("running", 19)
    assert (await client.post(path, headers=headers)).status_code == 200
    assert (await client.post(path)).status_code == 409


async def test_runs_are_listed_newest_first_a_page_at_a_time(
    client: httpx.AsyncClient, database: Database, suite_id: UUID
) -> None:
    started = [await start(client, suite_id) for _ in range(5)]
    async with database.unit() as session:
        elsewhere = await build_run(
            session, version=await build_suite(session, samples=3), status=RunStatus.FINISHED, chunks=False
        )
    found: list[str] = []
    page: dict[str, Any] = {"limit": 2, "suite_id": str(suite_id)}
    while True:
        answer = (await client.get("/api/bench/runs", params=page)).json()
        found += [row["run_id"] for row in answer["runs"]]
        if answer["next_cursor"] is None:
            break
        page["cursor"] = answer["next_cursor"]
    assert found == [str(run_id) for run_id in reversed(started)]
    finished = (await client.get("/api/bench/runs", params={"status": "finished"})).json()["runs"]
    assert [(row["run_id"], row["done"], row["mine"]) for row in finished] == [(str(elsewhere.run_id), 3, False)]
    for cursor in ("nonsense", "MjAyNg==", "w7w="):
        assert (await client.get("/api/bench/runs", params={"cursor": cursor})).status_code == 422


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"models": []}, 422),
        ({"models": ["nobody"]}, 422),
        ({"suite_id": str(uuid4())}, 404),
        ({"version": 9}, 404),
        ({"budget_usd": -1}, 422),
        ({"version": 2**67}, 422),
        ({"version": 2**31 - 1}, 404),
        ({"samples": 2**67}, 422),
        ({"unknown": 1}, 422),
        ({"webhook_url": "http://[::1"}, 403),
    ],
)
async def test_what_cannot_run_is_refused(
    client: httpx.AsyncClient, suite_id: UUID, changes: dict[str, Any], status: int
) -> None:
    body = {"suite_id": str(suite_id), "models": ["alpha"], **changes}
    for path in ("/api/bench/runs", "/api/bench/estimate"):
        answer = await client.post(path, json=body)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"


class TestOnSharedSites:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.CLASSROOM})

    async def test_members_start_and_owners_and_moderators_change(self, clients: ClientFactory, suite_id: UUID) -> None:
        visitor = await clients.visitor()
        assert (await visitor.get("/api/bench/runs")).status_code == 401
        body = {"suite_id": str(suite_id), "models": ["alpha"]}
        assert (await visitor.post("/api/bench/runs", json=body)).status_code == 401
        assert (await visitor.post("/api/bench/estimate", json=body)).status_code == 401
        owner, other, moderator = await clients.member(), await clients.member(), await clients.moderator()
        run_id = await start(owner, suite_id)
        (row,) = (await other.get("/api/bench/runs")).json()["runs"]
        assert row["mine"] is False
        assert (await other.post(f"/api/bench/runs/{run_id}/pause")).status_code == 403
        assert (await owner.post(f"/api/bench/runs/{run_id}/pause")).status_code == 200
        assert (await moderator.post(f"/api/bench/runs/{run_id}/cancel")).status_code == 200
        assert (await other.delete(f"/api/bench/runs/{run_id}")).status_code == 403
