import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from llmbattler.core.web.aliases import AliasMiddleware


@pytest.fixture
def client() -> TestClient:
    async def show(request: Request) -> PlainTextResponse:
        return PlainTextResponse(f"{request.url.path}?{request.url.query}")

    app = Starlette(routes=[Route("/new/{rest:path}", show), Route("/oldest", show)])
    return TestClient(AliasMiddleware(app, {"/old": "/new"}))


def test_an_old_path_is_answered_as_the_new_one(client: TestClient) -> None:
    assert client.get("/old/a/b?c=1").text == "/new/a/b?c=1"


def test_a_path_that_only_begins_alike_is_left_alone(client: TestClient) -> None:
    assert client.get("/oldest").text == "/oldest?"
