"""H11: the name of a model leads to no other endpoint, and is one line of text."""

import json
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from tests.clients import ClientFactory

from llmbattler.catalog.discovery.selection import choose_models
from llmbattler.catalog.discovery.targets import DiscoveryTarget
from llmbattler.catalog.errors import BadModelsFile
from llmbattler.catalog.models_file import parse_models
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import ListedModel, Message, Params, Place
from llmbattler.connectors.errors import ConnectorError, ModelMissing
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.retry import RetryRules
from llmbattler.connectors.settings import read_policy
from llmbattler.connectors.transport import open_transport
from llmbattler.core.settings import Settings

ODD = ("a\r\nX-Header: 1", "a\nb", "a\tb", "a\x1b[2Jb", "a\x7fb", "a\x85b", "a\u2028b")
STREAM = ":streamGenerateContent?alt=sse"
PATHS = {
    "gemini-3-flash": f"/v1beta/models/gemini-3-flash{STREAM}",
    "models/gemini-3-flash": f"/v1beta/models/gemini-3-flash{STREAM}",
    "tunedModels/mine-1": f"/v1beta/tunedModels/mine-1{STREAM}",
    "../../v1/other": f"/v1beta/models/..%2F..%2Fv1%2Fother{STREAM}",
    "models/../../v1/other": f"/v1beta/models/..%2F..%2Fv1%2Fother{STREAM}",
    "tunedModels/../x": f"/v1beta/tunedModels/..%2Fx{STREAM}",
    "/v1/other": f"/v1beta/models/%2Fv1%2Fother{STREAM}",
    "other/x": f"/v1beta/models/other%2Fx{STREAM}",
    "x?key=1#y": f"/v1beta/models/x%3Fkey=1%23y{STREAM}",
    "%2e%2e/x": f"/v1beta/models/%252e%252e%2Fx{STREAM}",
    "..\\x": f"/v1beta/models/..%5Cx{STREAM}",
}


@pytest.fixture
async def google() -> AsyncIterator[tuple[str, list[str]]]:
    """A server that has no model, and the paths that were requested."""
    paths: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.raw_path)
        return web.json_response({"error": {"code": 404}}, status=404)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1beta", paths
    await runner.cleanup()


async def ask(connector: str, place: Place, params: Params) -> None:
    transport = open_transport(connect_timeout=1, policy=read_policy(Settings()))
    registry = Registry(transport)
    try:
        caller = Caller(registry, retry=RetryRules(retries=0))
        async for _ in caller.stream(connector, place, [Message.user("Hi")], params):
            pass
    finally:
        await registry.close()
        await transport.close()


@pytest.mark.parametrize(("model", "path"), PATHS.items())
async def test_h11_a_name_stays_in_its_segment(model: str, path: str, google: tuple[str, list[str]]) -> None:
    base_url, paths = google
    for params in (Params(), Params(n=2)):
        with pytest.raises(ConnectorError):
            await ask("google", Place(model, base_url, "a-key"), params)
    assert paths == [path, path.replace(STREAM, ":generateContent")]


@pytest.mark.parametrize("model", ["..", ".", "models/..", "tunedModels/", "", *ODD])
async def test_h11_a_name_that_cannot_be_a_segment_is_not_sent(model: str, google: tuple[str, list[str]]) -> None:
    base_url, paths = google
    with pytest.raises(ModelMissing):
        await ask("google", Place(model, base_url, "a-key"), Params())
    assert paths == []


@pytest.mark.parametrize("connector", ["openai", "anthropic"])
async def test_h11_other_wires_do_not_put_the_name_into_the_address(
    connector: str, google: tuple[str, list[str]]
) -> None:
    base_url, paths = google
    for model in ("plain", "../../v1/other", *ODD):
        with pytest.raises(ConnectorError):
            await ask(connector, Place(model, base_url, "a-key"), Params())
    assert len(set(paths)) == 1


@pytest.mark.parametrize("odd", ODD)
def test_h11_catalog_file_and_discovery_take_no_control_characters(odd: str) -> None:
    for field in ("model", "name", "organization", "license"):
        with pytest.raises(BadModelsFile, match="control characters"):
            parse_models(json.dumps({"models": [{"id": "m", field: odd}]}).encode(), connectors=["openai"])
    target = DiscoveryTarget("ollama", "Ollama", "openai", "http://127.0.0.1:11434/v1")
    listed = [ListedModel(odd), ListedModel("named", odd), ListedModel("made", organization=odd), ListedModel("good")]
    assert [offer.model for offer in choose_models(target, listed)] == ["good"]


async def test_h11_admins_give_no_name_with_control_characters(clients: ClientFactory) -> None:
    admin = await clients.admin()
    for odd in ODD:
        for field in ("model", "name", "organization", "license"):
            body = {"model_id": "m", "provider_id": "house", field: odd}
            answers = [
                await admin.post("/api/admin/models", json=body),
                await admin.patch("/api/admin/models/m", json={field: odd}),
            ]
            for answer in answers:
                assert answer.status_code == 422, answer.text
                assert "control characters" in answer.json()["detail"]
    file = json.dumps({"models": [{"id": "m", "model": ODD[0]}]})
    answer = await admin.post("/api/admin/catalog-file", json={"content": file})
    assert answer.status_code == 422
    assert "control characters" in answer.text
