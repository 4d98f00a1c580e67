from tests.clients import AccountClient

from llmbattler.catalog.providers.flow.connection_checks import QUESTION_TOKENS, _pick
from llmbattler.connectors.contract import ListedModel, Place
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider


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
    assert answer["result"] == "not_understood"
    assert answer["message"] == "A server answers, but not in the format of this connector."


async def test_a_list_of_models_is_not_enough(admin: AccountClient, provider: ScriptedProvider) -> None:
    """Some providers list their models to anybody, and some accounts may use none of them."""
    works = (await admin.post("/api/admin/providers/house/test", json={})).json()
    assert (works["result"], works["models"]) == ("ok", 3)
    assert works["answer_ms"] >= 0
    assert provider.requests[-1].params.max_tokens == QUESTION_TOKENS
    for failure, result in (
        (FailureKind.BAD_KEY, "bad_key"),
        (FailureKind.MODEL_MISSING, "no_such_model"),
        (FailureKind.REFUSED, "call_refused"),
        (FailureKind.RATE_LIMITED, "limited"),
        (FailureKind.OVERLOADED, "busy"),
    ):
        for name in ("alpha", "beta", "gamma"):
            provider.script(name, Script(failure=failure, headers={"Retry-After": "0.01"}))
        told = (await admin.post("/api/admin/providers/house/test", json={})).json()
        assert (told["result"], told["models"]) == (result, 3)


async def test_the_next_model_is_asked_if_one_may_not_be_used(admin: AccountClient, provider: ScriptedProvider) -> None:
    provider.script("alpha", Script(failure=FailureKind.MODEL_MISSING))
    assert (await admin.post("/api/admin/providers/house/test", json={})).json()["result"] == "ok"
    assert [request.model for request in provider.requests] == ["alpha", "beta"]


async def test_the_named_model_is_the_one_that_is_asked(admin: AccountClient, provider: ScriptedProvider) -> None:
    told = (await admin.post("/api/admin/providers/house/test", json={"model": "gamma"})).json()
    assert told["result"] == "ok"
    told = (await admin.post("/api/admin/providers/house/test", json={"model": "delta"})).json()
    assert told["result"] == "no_such_model"
    assert [request.model for request in provider.requests] == ["gamma", "delta"]


async def test_a_server_without_chat_models_is_named(admin: AccountClient) -> None:
    async with ScriptedProvider() as empty:
        answer = await admin.post("/api/admin/connection-tests", json={"base_url": empty.openai_url})
        assert answer.json()["result"] == "no_models"


def test_cheap_models_are_asked_first_and_free_ones_last() -> None:
    names = ["gpt-5.2-pro-x", "gpt-4o", "gpt-4o-mini"]
    listed = [ListedModel(name) for name in names]
    assert _pick("openai", Place("", "https://api.openai.com/v1"), listed) == ["gpt-4o-mini", "gpt-4o", "gpt-5.2-pro-x"]
    assert _pick("openai", Place("", "http://127.0.0.1:11434/v1"), listed) == names
