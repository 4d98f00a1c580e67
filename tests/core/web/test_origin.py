from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from llmbattler.core.web.middleware import RequestMiddleware
from llmbattler.core.web.origin import OriginMiddleware

EVIL_ORIGINS = [
    "https://evil.example",
    "null",
    "",
    "localhost",
    "http://localhost.evil.example",
    "http://evil-localhost",
    "http://evil.localhost",
    "http://localhost:8765",
    "http://localhost@evil.example",
    "http://",
    "file://",
    "file://localhost",
]


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI(openapi_url=None)
    app.state.done = 0

    @app.api_route("/api/vote", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
    async def vote() -> str:
        app.state.done += 1
        return "done"

    @app.post("/api/images")
    async def images() -> str:
        return "done"

    app.add_middleware(OriginMiddleware, uploads={"/api/images": "image/"})
    app.add_middleware(RequestMiddleware)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        client.app = app  # type: ignore[attr-defined]
        yield client


def _done(client: httpx.AsyncClient) -> int:
    return int(client.app.state.done)  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("site", ["cross-site", "same-site", "Cross-Site", "anything"])
async def test_a75_a_page_of_another_site_changes_nothing(client: httpx.AsyncClient, method: str, site: str) -> None:
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", ""):
        headers = {"sec-fetch-site": site, "content-type": kind}
        answer = await client.request(method, "/api/vote", content=b'{"vote":"tie"}', headers=headers)
        assert answer.status_code == 403
        assert answer.json()["title"] == "Only pages of this site may do this."
        assert answer.headers["content-type"] == "application/problem+json"
    assert _done(client) == 0


@pytest.mark.parametrize(
    "kind", ["text/plain", "text/plain; x=application/json", "application/x-www-form-urlencoded", "multipart/form-data"]
)
async def test_a75_only_json_is_read(client: httpx.AsyncClient, kind: str) -> None:
    answer = await client.post("/api/vote", content=b'{"vote":"tie"}', headers={"content-type": kind})
    assert answer.status_code == 415
    assert (await client.post("/api/vote", content=b"{}")).status_code == 415
    assert _done(client) == 0


async def test_a75_a_body_without_a_length_is_a_body(client: httpx.AsyncClient) -> None:
    async def body() -> AsyncIterator[bytes]:
        yield b"{}"

    answer = await client.post("/api/vote", content=body(), headers={"content-type": "text/plain"})
    assert answer.status_code == 415


@pytest.mark.parametrize("origin", EVIL_ORIGINS)
async def test_a76_a_foreign_origin_is_refused_and_never_reflected(client: httpx.AsyncClient, origin: str) -> None:
    headers = {"origin": origin, "cookie": "llmb_visitor=x"}
    answers = [
        await client.post("/api/vote", json={}, headers=headers),
        await client.post("/api/vote", headers={**headers, "sec-fetch-site": "same-origin"}),
        await client.options("/api/vote", headers={**headers, "access-control-request-method": "POST"}),
        await client.get("/api/vote", headers=headers),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 405, 200]
    for answer in answers:
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("https://arena.example", "Arena.example"),
        ("https://arena.example", "arena.example:443"),
        ("http://[::1]:8765", "[::1]:8765"),
    ],
)
async def test_its_own_pages_may(client: httpx.AsyncClient, origin: str, host: str) -> None:
    headers = {"origin": origin, "host": host, "sec-fetch-site": "same-origin"}
    assert (await client.post("/api/vote", json={}, headers=headers)).status_code == 200
    headers["content-type"] = "Application/JSON; charset=utf-8"
    assert (await client.post("/api/vote", content=b"{}", headers=headers)).status_code == 200


async def test_programs_may(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/vote", json={})).status_code == 200
    assert (await client.post("/api/vote")).status_code == 200
    assert (await client.delete("/api/vote", headers={"sec-fetch-site": "none"})).status_code == 200


async def test_an_upload_takes_its_own_type_only(client: httpx.AsyncClient) -> None:
    statuses = {
        kind: (await client.post("/api/images", content=b"x", headers={"content-type": kind})).status_code
        for kind in ("image/png", "text/plain", "application/json", "multipart/form-data")
    }
    assert statuses == {"image/png": 200, "text/plain": 415, "application/json": 415, "multipart/form-data": 415}
    crossing = {"content-type": "image/png", "sec-fetch-site": "cross-site"}
    assert (await client.post("/api/images", content=b"x", headers=crossing)).status_code == 403
