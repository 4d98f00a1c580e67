import httpx
import pytest

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.server.app import create_app, list_uploads


def test_every_path_that_takes_a_large_body_has_a_route() -> None:
    described = create_app(Settings(discovery=False), Resources()).openapi()
    uploads = list_uploads()
    assert "/api/images" in uploads
    assert uploads.keys() <= {path for path, methods in described["paths"].items() if "post" in methods}


@pytest.mark.parametrize("old", ["/api/desk/overview", "/api/admin/overview"])
async def test_the_old_path_of_the_admin_pages_is_answered_like_the_new_one(
    client: httpx.AsyncClient, old: str
) -> None:
    answer = await client.get(old)
    assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")


async def test_middleware_refuses_unknown_hosts_and_answers_head(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/me", headers={"host": "elsewhere.example"})).status_code == 400
    head = await client.head("/api/me")
    assert (head.status_code, head.content) == (200, b"")
