import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from llmbattler.core.errors import Conflict, Limited, NotFound
from llmbattler.core.web.middleware import BodyLimitMiddleware, RequestMiddleware
from llmbattler.core.web.problems import MEDIA_TYPE, add_problem_handlers


class BattleClosed(Conflict):
    """This battle no longer takes votes."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str


@pytest.fixture
async def client() -> httpx.AsyncClient:
    app = FastAPI(openapi_url=None)
    add_problem_handlers(app)

    @app.get("/closed")
    async def closed() -> None:
        raise BattleClosed("It ended yesterday.", facts={"vote": "tie"})

    @app.get("/limited")
    async def limited() -> None:
        raise Limited(retry_after=1.2)

    @app.get("/missing")
    async def missing() -> None:
        raise NotFound

    @app.get("/crash")
    async def crash() -> None:
        raise RuntimeError("the path /etc/secret and SELECT secret FROM secrets")

    @app.post("/names")
    async def names(body: _Body) -> str:
        return body.name

    app.add_middleware(BodyLimitMiddleware, limit=2048)
    app.add_middleware(RequestMiddleware)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def test_a_named_failure_becomes_a_problem(client: httpx.AsyncClient) -> None:
    response = await client.get("/closed")
    assert response.status_code == 409
    assert response.headers["content-type"] == MEDIA_TYPE
    body = response.json()
    assert body == {
        "type": "/errors/conflict",
        "title": "This battle no longer takes votes.",
        "status": 409,
        "detail": "It ended yesterday.",
        "request_id": response.headers["x-request-id"],
        "vote": "tie",
    }


async def test_a_limit_says_when_to_come_back(client: httpx.AsyncClient) -> None:
    response = await client.get("/limited")
    assert (response.status_code, response.headers["retry-after"]) == (429, "2")


async def test_bad_fields_are_named(client: httpx.AsyncClient) -> None:
    response = await client.post("/names", json={"nmae": "x"})
    assert response.status_code == 422
    assert {error["field"] for error in response.json()["errors"]} == {"name", "nmae"}


@pytest.mark.parametrize("body", [b"{", b"[" * 1000, b"\xff\xfe"])
async def test_a_body_that_is_not_json_says_so(client: httpx.AsyncClient, body: bytes) -> None:
    response = await client.post("/names", content=body, headers={"content-type": "application/json"})
    assert response.status_code in {400, 422}
    assert response.headers["content-type"] == MEDIA_TYPE


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/missing", 404), ("/names", 405)])
async def test_starlettes_own_refusals_are_problems_too(client: httpx.AsyncClient, path: str, status: int) -> None:
    response = await client.get(path)
    assert response.status_code == response.json()["status"] == status
    assert response.json()["request_id"]


async def test_a46_a_crash_shows_only_a_request_id(client: httpx.AsyncClient) -> None:
    response = await client.get("/crash")
    assert response.status_code == 500
    assert response.json()["request_id"].startswith("req_")
    assert "secret" not in response.text


async def test_a65_a_body_over_the_limit_is_refused_also_without_a_length(client: httpx.AsyncClient) -> None:
    assert (await client.post("/names", json={"name": "x" * 3000})).status_code == 413

    async def endless() -> object:
        for _ in range(10):
            yield b'"' + b"x" * 1000

    response = await client.post("/names", content=endless(), headers={"content-type": "application/json"})
    assert response.status_code == 413
    assert response.json()["type"] == "/errors/too-large"
