from uuid import UUID

import httpx
import pytest

from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.runs.offered_models import offer
from tests.clients import ClientFactory

PATH = "/api/bench/schedules"


@pytest.fixture
async def suite_id(database: Database) -> UUID:
    async with database.unit() as session:
        await offer(session)
        return (await build_suite(session, samples=20)).suite_id


async def test_a_schedule_is_made_changed_started_and_removed(client: httpx.AsyncClient, suite_id: UUID) -> None:
    wanted = {"suite_id": str(suite_id), "title": "Weekly", "cron": "0 6 * * 1", "wanted": {"models": ["alpha"]}}
    answer = await client.post(PATH, json=wanted)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["title"], made["enabled"], made["mine"]) == ("Weekly", True, True)
    assert (await client.get(PATH)).json() == {"schedules": [made]}
    one = f"{PATH}/{made['schedule_id']}"
    changed = (await client.patch(one, json={"enabled": False})).json()
    assert (changed["enabled"], changed["next_at"], changed["wanted"]) == (False, None, made["wanted"])
    headers = {"Idempotency-Key": "now"}
    first, second = [await client.post(f"{one}/run", headers=headers) for _ in range(2)]
    assert first.status_code == 201
    assert first.json() == second.json()
    assert len((await client.get("/api/bench/runs")).json()["runs"]) == 1
    assert (await client.delete(one)).status_code == 204
    assert (await client.delete(one)).status_code == 404
    assert (await client.get(PATH)).json() == {"schedules": []}


async def test_wrong_times_and_runs_are_refused(client: httpx.AsyncClient, suite_id: UUID) -> None:
    wanted = {"suite_id": str(suite_id), "cron": "0 6 * * 1", "wanted": {"models": ["alpha"]}}
    for changes in ({"cron": "0 6 * *"}, {"cron": "99 * * * *"}, {"wanted": {"models": ["nobody"]}}):
        answer = await client.post(PATH, json={**wanted, **changes})
        assert answer.status_code == 422, answer.text


class TestOnSharedSites:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.PUBLIC})

    async def test_others_see_a_schedule_and_do_not_change_it(self, clients: ClientFactory, suite_id: UUID) -> None:
        owner, other, admin = await clients.member(), await clients.member(), await clients.admin()
        visitor = await clients.visitor()
        hook = "https://hook.example/secret"
        run = {"models": ["alpha"], "webhook_url": hook}
        wanted = {"suite_id": str(suite_id), "cron": "0 6 * * 1", "wanted": run}
        made = (await owner.post(PATH, json=wanted)).json()
        assert (await visitor.get(PATH)).status_code == 401
        for reader, mine, changeable, shown in (
            (owner, True, True, hook),
            (other, False, False, None),
            (admin, False, True, hook),
        ):
            (row,) = (await reader.get(PATH)).json()["schedules"]
            assert (row["mine"], row["may_change"], row["wanted"]["webhook_url"]) == (mine, changeable, shown)
        one = f"{PATH}/{made['schedule_id']}"
        assert (await other.patch(one, json={"enabled": False})).status_code == 403
        assert (await other.post(f"{one}/run")).status_code == 403
        assert (await other.delete(one)).status_code == 403
        assert (await admin.delete(one)).status_code == 204
