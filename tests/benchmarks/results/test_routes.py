from uuid import UUID, uuid4

import httpx
import pytest

from llmbattler.core.settings import Profile, Settings
from tests.clients import ClientFactory


async def test_a_run_is_shown_with_its_totals(client: httpx.AsyncClient, run_id: UUID) -> None:
    run = (await client.get(f"/api/bench/runs/{run_id}")).json()
    assert [(line["key"], line["done"]) for line in run["lines"]] == [("alpha", 2), ("beta", 1)]
    assert (await client.get(f"/api/bench/runs/{uuid4()}")).status_code == 404


class TestOnAPublicSite:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.PUBLIC})

    async def test_only_members_see_runs(self, clients: ClientFactory, run_id: UUID) -> None:
        visitor, member = await clients.visitor(), await clients.member()
        for path in ("", "/samples", "/samples/0", "/export?format=csv"):
            assert (await visitor.get(f"/api/bench/runs/{run_id}{path}")).status_code == 401
            assert (await member.get(f"/api/bench/runs/{run_id}{path}")).status_code == 200
