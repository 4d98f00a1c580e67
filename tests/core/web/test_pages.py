from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.pages import add_docs, add_web_app
from llmbattler.core.web.problems import add_problem_handlers


async def _nothing() -> None:
    """Answer nothing."""


def _client(folder: Path) -> httpx.AsyncClient:
    app = FastAPI(openapi_url=None)
    app.state.resources = Resources()
    add_problem_handlers(app)
    things = APIRouter()
    things.add_api_route("/api/things/{name}", _nothing, methods=["POST"])
    app.include_router(things)
    add_docs(app, folder, Settings())
    add_web_app(app, folder, {"/old": "/new"})
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


@pytest.fixture
def built(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "index.html").write_text("<title>app</title>")
    (tmp_path / "theme.js").write_text("1")
    (tmp_path / ".stamp").write_text("hidden")
    (tmp_path / "assets" / "app-1a2b.js").write_text("2")
    (tmp_path / "docs" / "init.js").write_text("3")
    return _client(tmp_path)


@pytest.mark.parametrize("path", ["/", "/models", "/models/some-model?x=1", "/models/llama3.2"])
async def test_every_page_is_the_app(built: httpx.AsyncClient, path: str) -> None:
    response = await built.get(path)
    assert (response.status_code, response.text) == (200, "<title>app</title>")
    assert response.headers["cache-control"] == "no-cache"


async def test_hashed_files_are_kept_for_ever(built: httpx.AsyncClient) -> None:
    response = await built.get("/assets/app-1a2b.js")
    assert "immutable" in response.headers["cache-control"]
    assert (await built.get("/assets/gone.js")).status_code == 404


async def test_files_beside_the_page_are_served(built: httpx.AsyncClient) -> None:
    assert (await built.get("/theme.js")).text == "1"


@pytest.mark.parametrize("path", ["/favicon.ico", "/.stamp", "/robots.txt"])
async def test_a_file_that_is_not_there_is_not_the_app(built: httpx.AsyncClient, path: str) -> None:
    assert (await built.get(path)).status_code == 404


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/assets/..%2findex.html", "/assets/../../etc/passwd"])
async def test_what_is_not_there_is_a_problem_and_not_the_app(built: httpx.AsyncClient, path: str) -> None:
    response = await built.get(path)
    assert response.status_code == 404 or "root:" not in response.text


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/api/things/one", 405, "POST"),
        ("PUT", "/api/things/one", 405, "POST"),
        ("OPTIONS", "/api/things/one", 405, "POST"),
        ("POST", "/api/things/one", 200, None),
        ("POST", "/api/things/one/", 404, None),
        ("GET", "/api/nothing", 404, None),
        ("POST", "/api/nothing", 404, None),
        ("DELETE", "/api", 404, None),
        ("POST", "/models", 405, "GET"),
    ],
)
async def test_an_address_of_the_api_says_which_methods_it_takes(
    built: httpx.AsyncClient, method: str, path: str, status: int, allow: str | None
) -> None:
    response = await built.request(method, path)
    assert (response.status_code, response.headers.get("allow")) == (status, allow)


async def test_the_docs_come_from_our_own_host(built: httpx.AsyncClient) -> None:
    page = (await built.get("/docs")).text
    assert "//" not in page.replace("<!doctype", "")
    assert (await built.get("/docs/init.js")).text == "3"
    assert (await built.get("/openapi.json")).json()["openapi"].startswith("3")


async def test_an_unbuilt_app_says_what_to_do(tmp_path: Path) -> None:
    response = await _client(tmp_path).get("/")
    assert response.status_code == 503
    assert "make run" in response.text


async def test_large_files_travel_compressed(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "large.js").write_text("x" * 10_000)
    response = await _client(tmp_path).get("/assets/large.js", headers={"accept-encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert len(response.text) == 10_000


async def test_a27_shared_pages_ask_not_to_be_indexed(built: httpx.AsyncClient) -> None:
    assert "noindex" in (await built.get("/s/some-token")).headers["x-robots-tag"]
    assert "x-robots-tag" not in (await built.get("/models")).headers


async def test_a_moved_page_redirects_with_its_query(built: httpx.AsyncClient) -> None:
    async with built as client:
        for path in ("/old?a=b", "/old/?a=b"):
            answer = await client.get(path)
            assert (answer.status_code, answer.headers["location"]) == (307, "http://localhost/new?a=b")
        assert (await client.get("/older")).status_code == 200


async def test_programs_get_no_page_instead_of_an_api_that_is_not_there(built: httpx.AsyncClient) -> None:
    async with built as client:
        for path in ("/v1", "/v1/models", "/v1/chat/completions"):
            answer = await client.get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
            assert (await client.post(path, json={})).status_code == 404
        assert (await client.get("/v1st")).status_code == 200
