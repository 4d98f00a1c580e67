from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from llmbattler.core.web.problems import add_problem_handlers
from llmbattler.core.web.strict_json import StrictJsonRoute


@pytest.fixture
def app() -> FastAPI:
    router = APIRouter(route_class=StrictJsonRoute)

    @router.post("/echo")
    async def echo(body: dict[str, Any]) -> dict[str, Any]:
        return body

    app = FastAPI()
    add_problem_handlers(app)
    app.include_router(router)
    return app


async def send(app: FastAPI, body: bytes) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return await client.post("/echo", content=body, headers={"Content-Type": "application/json"})


async def test_ordinary_bodies_arrive_as_they_are(app: FastAPI) -> None:
    response = await send(app, '{"a": [1, 2.5, null, "é"], "b": {"a": true}}'.encode())
    assert response.json() == {"a": [1, 2.5, None, "é"], "b": {"a": True}}


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a": ' + b"9" * 5_000 + b"}",
        b"{",
        b'{"a": "\xff"}',
        b"",
    ],
)
async def test_what_readers_disagree_about_is_refused(app: FastAPI, body: bytes) -> None:
    response = await send(app, body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
