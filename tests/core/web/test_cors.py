from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI, Request

from llmbattler.core.web.cors import CorsMiddleware
from llmbattler.core.web.middleware import RequestMiddleware
from llmbattler.core.web.origin import OriginMiddleware

FRIEND = "https://tools.example"
TOKEN = {"authorization": "Bearer llmbt_something"}
EVIL = [
    "https://evil.example",
    "null",
    "",
    "https://tools.example.evil.example",
    "https://evil-tools.example",
    "https://eviltools.example",
    "https://sub.tools.example",
    "https://tools.example:8443",
    "http://tools.example",
    "https://TOOLS.example",
    "https://tools.example/",
    "https://tools.example, https://evil.example",
    "*",
]


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI(openapi_url=None)

    @app.api_route("/api/vote", methods=["GET", "POST"])
    async def vote(request: Request) -> dict[str, str]:
        return dict(request.cookies)

    @app.get("/page")
    async def page() -> str:
        return "a page"

    app.add_middleware(OriginMiddleware)
    app.add_middleware(CorsMiddleware, origins=[FRIEND])
    app.add_middleware(RequestMiddleware)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client


def allowed(answer: httpx.Response) -> dict[str, str]:
    assert "access-control-allow-credentials" not in answer.headers
    return {name: value for name, value in answer.headers.items() if name.startswith("access-control-")}


async def test_the_question_before_is_answered(client: httpx.AsyncClient) -> None:
    asked = {
        "origin": FRIEND,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
        "sec-fetch-site": "cross-site",
    }
    answer = await client.options("/api/vote", headers=asked)
    assert answer.status_code == 204
    headers = allowed(answer)
    assert headers["access-control-allow-origin"] == FRIEND
    assert set(headers["access-control-allow-headers"].split(", ")) == {
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "Last-Event-ID",
    }
    assert "DELETE" in headers["access-control-allow-methods"]
    assert headers["access-control-max-age"] == "600"
    assert answer.headers["vary"] == "Origin"
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_a_named_page_may_ask_with_a_token_and_its_cookies_do_not_count(
    client: httpx.AsyncClient, site: str
) -> None:
    headers = {"origin": FRIEND, "sec-fetch-site": site, "cookie": "llmb_session=x; llmb_visitor=y", **TOKEN}
    for answer in (
        await client.post("/api/vote", json={}, headers=headers),
        await client.get("/api/vote", headers=headers),
    ):
        assert (answer.status_code, answer.json()) == (200, {})
        assert allowed(answer)["access-control-allow-origin"] == FRIEND
        assert answer.headers["vary"] == "Origin"


@pytest.mark.parametrize("cookie", ["llmb_session=x", "other=1; llmb_visitor=y", "a=b;llmb_session=x"])
@pytest.mark.parametrize("shown", [{}, {"authorization": "Basic eDp5"}, {"authorization": ""}])
async def test_a75_a_named_page_with_a_cookie_and_no_token_is_refused(
    client: httpx.AsyncClient, cookie: str, shown: dict[str, str]
) -> None:
    headers = {"origin": FRIEND, "sec-fetch-site": "same-site", "cookie": cookie, **shown}
    for answer in (
        await client.post("/api/vote", json={}, headers=headers),
        await client.post("/api/vote", headers=headers),
        await client.get("/api/vote", headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["title"] == "Only pages of this site may do this."
        assert allowed(answer)["access-control-allow-origin"] == FRIEND  # so that the page can say why


async def test_a_named_page_without_either_asks_as_nobody(client: httpx.AsyncClient) -> None:
    headers = {"origin": FRIEND, "sec-fetch-site": "cross-site", "cookie": "another=1"}
    assert (await client.post("/api/vote", json={}, headers=headers)).json() == {}
    plain = {**headers, "content-type": "text/plain"}
    assert (await client.post("/api/vote", content=b"{}", headers=plain)).status_code == 415


@pytest.mark.parametrize("origin", EVIL)
async def test_a76_no_other_origin_is_allowed_or_reflected(client: httpx.AsyncClient, origin: str) -> None:
    headers = {"origin": origin, "cookie": "llmb_visitor=x", **TOKEN}
    answers = [
        await client.post("/api/vote", json={}, headers=headers),
        await client.options("/api/vote", headers={**headers, "access-control-request-method": "POST"}),
        await client.get("/api/vote", headers=headers),
    ]
    assert [answer.status_code for answer in answers] == [403, 405, 200]
    for answer in answers:
        assert allowed(answer) == {}
        assert answer.headers["vary"] == "Origin"


async def test_a76_two_origins_are_none(client: httpx.AsyncClient) -> None:
    both = [("origin", FRIEND), ("origin", "https://evil.example"), *TOKEN.items()]
    answer = await client.post("/api/vote", json={}, headers=both)
    assert (answer.status_code, allowed(answer)) == (403, {})


async def test_its_own_pages_keep_their_cookies(client: httpx.AsyncClient) -> None:
    headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin", "cookie": "llmb_visitor=x"}
    answer = await client.post("/api/vote", json={}, headers=headers)
    assert (answer.status_code, answer.json(), allowed(answer)) == (200, {"llmb_visitor": "x"}, {})


async def test_only_the_api_is_open(client: httpx.AsyncClient) -> None:
    answer = await client.get("/page", headers={"origin": FRIEND, **TOKEN})
    assert (answer.status_code, allowed(answer)) == (200, {})
    assert "vary" not in answer.headers
