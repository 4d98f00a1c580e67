import httpx
import pytest

from llmbattler.core.db import Database
from tests.benchmarks.runs.offered_models import model, offer
from tests.clients import ClientFactory


@pytest.fixture
async def client(client: httpx.AsyncClient, database: Database) -> httpx.AsyncClient:
    async with database.unit() as session:
        await offer(session, model("never-drawn", weight=0))
    return client


async def test_everybody_sees_what_can_be_chosen(client: httpx.AsyncClient, clients: ClientFactory) -> None:
    for who in (client, await clients.member()):
        listed = (await who.get("/api/contestants")).json()["contestants"]
        assert [one["id"] for one in listed] == ["alpha", "beta", "gamma", "never-drawn"]


async def test_nothing_that_is_the_admin_s_is_told(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/contestants")).json()["contestants"]
    fields = {"id", "kind", "name", "organization", "abilities", "context_length", "price_class", "drawable"}
    assert all(one.keys() == fields for one in listed)
