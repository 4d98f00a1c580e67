from uuid import uuid4

import httpx

from llmbattler.library.deps import CACHED_FOREVER
from tests.clients import ClientFactory
from tests.library.pictures import flag, saved

PNG = {"content-type": "image/png"}


async def test_an_upload_is_shown_to_its_owner_only(clients: ClientFactory) -> None:
    owner, other = await clients.visitor(), await clients.visitor()
    uploaded = await owner.post("/api/images", content=saved(flag(), "PNG"), headers=PNG)
    assert uploaded.status_code == 201, uploaded.text
    shown = await owner.get(uploaded.json()["url"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")
    assert shown.headers["cache-control"] == CACHED_FOREVER
    assert (await other.get(uploaded.json()["url"])).status_code == 404


async def test_what_is_no_image_is_refused(client: httpx.AsyncClient) -> None:
    refused = await client.post("/api/images", content=b"text", headers=PNG)
    assert (refused.status_code, refused.headers["content-type"]) == (415, "application/problem+json")
    assert (await client.get(f"/api/images/{uuid4()}")).status_code == 404
