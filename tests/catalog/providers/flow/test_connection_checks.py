from tests.clients import AccountClient

from llmbattler.testing import ScriptedProvider


async def check(admin: AccountClient, provider: ScriptedProvider, key: str | None) -> str:
    body = {"base_url": provider.openai_url, "key": key}
    answer = await admin.post("/api/admin/connection-tests", json=body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["result"])


async def test_an_address_is_checked_before_it_is_saved(admin: AccountClient, provider: ScriptedProvider) -> None:
    assert await check(admin, provider, "the-house-key-1") == "ok"
    assert await check(admin, provider, "another-key-1") == "bad_key"
    assert await check(admin, provider, None) == "bad_key"


async def test_a_saved_provider_is_checked_with_its_stored_key(admin: AccountClient) -> None:
    assert (await admin.post("/api/admin/providers/house/test", json={})).json()["result"] == "ok"
    moved = await admin.post("/api/admin/providers/house/test", json={"base_url": "http://127.0.0.1:1/v1"})
    assert moved.status_code == 422  # the stored key is not sent to another address
    given = {"base_url": "http://127.0.0.1:1/v1", "key": "another-key-1"}
    assert (await admin.post("/api/admin/providers/house/test", json=given)).json()["result"] == "no_answer"


async def test_the_result_says_how_the_server_answered(admin: AccountClient, provider: ScriptedProvider) -> None:
    body = {"base_url": provider.url + "/nothing-here", "key": "another-key-1"}
    answer = (await admin.post("/api/admin/connection-tests", json=body)).json()
    assert answer == {
        "result": "not_understood",
        "message": "A server answers, but not in the format of this connector.",
    }
