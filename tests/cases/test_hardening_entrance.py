"""H14: several Authorization headers. H15: uploads of others."""

import httpx
import pytest
from tests.clients import ClientFactory
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from llmbattler.accounts.models import Scope

BYTES = {"Content-Type": "application/octet-stream"}
SAMPLES = b"question,answer\nOne and one?,2\nTwo and two?,4\n"


@pytest.mark.parametrize("path", ["/api/me", "/api/models", "/api/admin/providers", "/healthz"])
async def test_h14_differing_authorization_headers_are_refused(path: str, clients: ClientFactory) -> None:
    admin = await clients.admin()
    token = (await clients.program(admin, Scope.READ, Scope.ADMIN)).headers["Authorization"]
    visitor = await clients.visitor()
    for first, second in ((token, "Bearer other"), ("Bearer other", token), (token, "Basic eDp5"), (token, "")):
        answer = await visitor.get(path, headers=[("Authorization", first), ("Authorization", second)])
        assert answer.status_code == 400, (path, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == 400
        assert "Send exactly one" in answer.json()["title"]
    same = await visitor.get(path, headers=[("Authorization", token), ("Authorization", token)])
    assert same.status_code == 200


async def test_h14_sockets_too(site: str, clients: ClientFactory) -> None:
    token = (await clients.program(await clients.member(), Scope.READ)).headers["Authorization"]
    address, headers = f"{site.replace('http', 'ws')}/api/live", [("Authorization", token)]
    async with connect(address, additional_headers=headers):
        pass
    with pytest.raises(InvalidStatus):
        await connect(address, additional_headers=[*headers, ("Authorization", "Bearer other")])


async def upload(browser: httpx.AsyncClient) -> dict[str, object]:
    answer = await browser.post("/api/bench/datasets?filename=sums.csv", content=SAMPLES, headers=BYTES)
    assert answer.status_code == 201, answer.text
    body: dict[str, object] = answer.json()
    return body


async def test_h15_nobody_builds_on_an_upload_of_somebody_else(clients: ClientFactory) -> None:
    owner = await clients.member()
    made = await upload(owner)
    spec, dataset_id = made["suggested"], made["dataset_id"]
    file = "name: x\nprompts: {p: '{{ question }}'}\nscores: [{name: exact, scorer: exact}]\n"
    tried = (
        ("/api/bench/suites", {"spec": spec, "dataset_id": dataset_id}),
        ("/api/bench/preview", {"spec": spec, "dataset_id": dataset_id, "position": 0}),
        ("/api/bench/check", {"file": file, "dataset_id": dataset_id}),
    )
    unknown = await (await clients.visitor()).post(
        "/api/bench/suites", json={"spec": spec, "dataset_id": "01890000-0000-7000-8000-000000000000"}
    )
    for stranger in (await clients.visitor(), await clients.member(), await clients.admin()):
        for path, body in tried:
            answer = await stranger.post(path, json=body)
            assert answer.status_code == 404, (path, answer.text)
            assert answer.json()["title"] == unknown.json()["title"]
    same = await upload(await clients.member())
    assert same["dataset_id"] != dataset_id  # the same samples of somebody else do not open it either
    for path, body in reversed(tried):
        answer = await owner.post(path, json=body)
        assert answer.status_code in {200, 201}, (path, answer.text)
    assert answer.json()["dataset_id"] == dataset_id
    # Everybody sees the samples of a suite, so everybody may use them, and they are stored once.
    assert (await upload(await clients.member()))["dataset_id"] == dataset_id
    other = await (await clients.member()).post(
        "/api/bench/suites",
        json={"spec": {**spec, "name": "other"}, "dataset_id": dataset_id},  # type: ignore[dict-item]
    )
    assert (other.status_code, other.json()["dataset_id"]) == (201, dataset_id)
