from collections.abc import Callable
from decimal import Decimal

import httpx

from llmbattler.catalog import service
from llmbattler.catalog.models import ModelStatus, PriceSource
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.core.db import Database

Offer = Callable[..., OfferedModel]


async def test_the_shape_on_the_wire(client: httpx.AsyncClient, database: Database, offer: Offer) -> None:
    full = offer(
        organization="Org",
        license="MIT",
        description="Words.",
        context_length=4096,
        price=Price(Decimal("0.15"), Decimal("0.6"), PriceSource.LISTED),
    )
    async with database.unit() as session:
        await service.sync_catalog(session, offers=[full, offer("gone", price=None, status=ModelStatus.RETIRED)])
    answer = await client.get("/api/models")
    assert answer.status_code == 200
    body = answer.json()
    assert body["metadata"] == {"total_models": 2}
    assert body["models"][0] == {
        "model_id": "alpha",
        "model_name": "Alpha",
        "organization": "Org",
        "license": "MIT",
        "description": "Words.",
        "status": "active",
        "health": "unknown",
        "health_since": None,
        "health_note": service.HEALTH_NOTE,
        "abilities": {"vision": False, "tools": False, "reasoning": False},
        "context_length": 4096,
        "price": {"input_per_million": 0.15, "output_per_million": 0.6, "currency": "USD"},
        "place": "local",
    }
    assert (body["models"][1]["status"], body["models"][1]["price"]) == ("retired", None)
    assert (await client.get("/api/models/alpha")).json() == body["models"][0]


async def test_an_unknown_model_is_a_problem(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/models/nobody")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == "This site has no such model."


async def test_an_empty_site_has_no_models(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/models")).json() == {"models": [], "metadata": {"total_models": 0}}
