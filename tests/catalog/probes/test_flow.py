from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from tests.catalog.steps import call

from llmbattler.catalog import service
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.models import Provider, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

Offer = Callable[..., OfferedModel]


async def offer_all(database: Database, *models: OfferedModel) -> None:
    async with database.unit() as session:
        await service.sync_catalog(session, offers=models)


async def states(database: Database) -> dict[str, tuple[str, str | None]]:
    async with database.unit() as session:
        health = await service.list_live_health(session)
    return {name: (found.state.value, found.reason) for name, found in health.items()}


async def test_probes_find_who_is_there(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider, offer: Offer
) -> None:
    provider.script("here", Script())
    models = [
        offer("here", source=Source.DISCOVERED),
        offer("vanished", source=Source.DISCOVERED),
        offer("unlisted"),
        offer("keyless", api_key_env="NOT_SET_ANYWHERE"),
        offer("nowhere", base_url="http://127.0.0.1:1/v1"),
        offer("smol", connector="embedded", base_url=""),
        offer("weightless", connector="embedded", base_url="/no/such.gguf"),
    ]
    await offer_all(database, *models)
    await probe_health(database, caller, settings)
    assert await states(database) == {
        "here": ("healthy", None),
        "vanished": ("down", "model_missing"),
        "unlisted": ("healthy", None),
        "keyless": ("down", "bad_key"),
        "nowhere": ("down", "unreachable"),
        "smol": ("healthy", None),
        "weightless": ("down", "model_missing"),
    }


async def test_a_place_is_asked_once_for_all_its_models(
    database: Database, caller: Caller, settings: Settings, offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = caller.list_models

    async def count(connector: str, place: Any) -> Any:
        asked.append(place.base_url)
        return await real(connector, place)

    monkeypatch.setattr(caller, "list_models", count)
    await offer_all(database, offer("a"), offer("b"), offer("c"))
    await probe_health(database, caller, settings)
    assert len(asked) == 1


class ServerWithoutList:
    """A server that answers questions to one model and has no list of its models."""

    def __init__(self) -> None:
        self.asked = 0
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        if (await request.json())["model"] != "real":
            return web.json_response({"detail": "Not Found"}, status=404)
        body = 'data: {"choices": [{"delta": {"content": "OK."}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'
        return web.Response(text=body, content_type="text/event-stream")


@pytest.fixture
async def server_without_list() -> AsyncIterator[ServerWithoutList]:
    server = ServerWithoutList()
    app = web.Application()
    app.add_routes([web.post("/v1/chat/completions", server.answer)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield server
    await runner.cleanup()


async def test_a_server_without_a_list_is_asked_a_question(
    database: Database, caller: Caller, settings: Settings, offer: Offer, server_without_list: ServerWithoutList
) -> None:
    await offer_all(
        database,
        offer("real", base_url=server_without_list.url),
        offer("wrong", base_url=server_without_list.url),
        offer("found", base_url=server_without_list.url, source=Source.DISCOVERED),
    )
    await probe_health(database, caller, settings)
    assert await states(database) == {
        "real": ("healthy", None),
        "wrong": ("down", "refused"),
        "found": ("down", "refused"),
    }
    assert server_without_list.asked == 2
    await probe_health(database, caller, settings)
    assert server_without_list.asked == 3  # only the one that is down; calls tell about the other


@pytest.mark.usefixtures("broken_plugin")
async def test_a_broken_plugin_is_the_trouble_of_its_own_models(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider, offer: Offer
) -> None:
    provider.script("here", Script())
    places = {name: f"http://127.0.0.1:1/{name}" for name in ("raises", "nothing", "words", "listless")}
    wrong = [offer(name, connector="brokenwire", base_url=base_url) for name, base_url in places.items()]
    await offer_all(database, offer("here"), *wrong)
    await probe_health(database, caller, settings)
    assert await states(database) == {"here": ("healthy", None), **dict.fromkeys(places, ("down", "broken_stream"))}
    given = {"name": "P", "connector": "brokenwire", "own_keys": True, "created_by": "m_0"}
    async with database.unit() as session:
        for name in ("raises", "words", "odd"):
            session.add(Provider(provider_id=name, base_url=f"http://127.0.0.1:1/{name}", **given))
    reports = (await refresh_catalog(database, caller, settings, everywhere=True)).targets
    assert {report.target.name: str(report.problem).rpartition(" ")[2] for report in reports} == {
        "raises": "ZeroDivisionError.",
        "words": "TypeError.",
        "odd": "TypeError.",
    }


async def test_a_listed_model_that_fails_its_calls_is_asked_until_it_answers(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider, offer: Offer
) -> None:
    provider.script("a", Script(failure=FailureKind.OVERLOADED))
    await offer_all(database, offer("a"))
    await probe_health(database, caller, settings)
    await call(database, "a", "overloaded")
    assert await states(database) == {"a": ("degraded", "overloaded")}
    await probe_health(database, caller, settings)
    assert await states(database) == {"a": ("down", "overloaded")}
    provider.script("a", Script())
    await probe_health(database, caller, settings)
    assert (await states(database))["a"][0] == "degraded"  # drawn again; healthy when the failures are older
