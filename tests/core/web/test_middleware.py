import httpx
import pytest

from llmbattler.core.settings import Settings


async def test_a57_every_answer_carries_the_security_headers(client: httpx.AsyncClient) -> None:
    for path in ("/healthz", "/api/models", "/api/nothing", "/docs", "/"):
        headers = (await client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-eval" not in policy
        for rule in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert rule in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-request-id"].startswith("req_")


async def test_a56_nothing_a_client_sends_is_reflected(client: httpx.AsyncClient) -> None:
    evil = "<script>alert(1)</script>"
    response = await client.get(f"/api/{evil}?q={evil}", headers={"user-agent": evil, "x-request-id": evil})
    assert evil not in response.text
    assert evil not in str(response.headers)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a/?x=", "a#", "localhost@evil", ""])
async def test_a16_a_foreign_host_name_is_refused(client: httpx.AsyncClient, host: str) -> None:
    response = await client.get("/healthz", headers={"host": host})
    assert response.status_code == 400
    assert "ALLOWED_HOSTS" in response.json()["detail"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8765", "127.0.0.1:1", "[::1]:8765", "LOCALHOST"])
async def test_its_own_names_are_known(client: httpx.AsyncClient, host: str) -> None:
    assert (await client.get("/healthz", headers={"host": host})).status_code == 200


async def test_two_host_headers_are_refused(client: httpx.AsyncClient) -> None:
    response = await client.get("/healthz", headers=[("host", "localhost"), ("host", "evil.example")])
    assert response.status_code == 400


async def test_api_answers_are_not_kept_by_caches(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/models")).headers["cache-control"] == "no-store"


async def test_a_large_body_is_refused(client: httpx.AsyncClient, settings: Settings) -> None:
    response = await client.post("/healthz", content=b"x" * (settings.max_body_bytes + 1))
    assert response.status_code == 413


@pytest.mark.parametrize("path", ["/", "/models", "/healthz", "/readyz", "/api/models", "/api/leaderboard", "/docs"])
async def test_a_head_is_that_of_get_and_nothing_follows(site: str, path: str) -> None:
    async with httpx.AsyncClient(base_url=site) as client:
        whole, head = await client.get(path), await client.head(path)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.headers.get("content-length") == whole.headers.get("content-length")
    assert head.content == b""


async def test_a_head_of_what_is_not_there_is_not_there(client: httpx.AsyncClient) -> None:
    assert (await client.head("/api/nothing")).status_code == 404


async def test_a_head_counts_as_its_own_route(client: httpx.AsyncClient) -> None:
    await client.head("/api/models/none")
    assert 'method="HEAD",route="/api/models/{model_id}"' in (await client.get("/metrics")).text
