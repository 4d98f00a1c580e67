from tests.catalog.onboarding.steps import connect, look, preset
from tests.clients import AccountClient, ClientFactory

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider

KEY = "the-house-key-1"


async def waiting(admin: AccountClient) -> list[str]:
    return [one["model"] for one in (await admin.get("/api/admin/found-models")).json()["models"]]


async def test_a_provider_is_stored_with_its_models_once_one_of_them_answers(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider() as provider:
        for name in ("gemma3:1b", "phi3:mini", "nomic-embed-text"):
            provider.script(name, Script(text="OK."))
        told = await connect(admin, provider)
        assert (told["provider_id"], told["verdict"]["result"], told["verdict"]["models"]) == ("ollama", "ok", 2)
        assert await waiting(admin) == ["gemma3:1b", "phi3:mini"]
        assert provider.requests[-1].path == "/v1/chat/completions"  # the address had no /v1
        assert await preset(admin, "ollama") | {"waiting": 2, "enabled": 0, "provider_id": "ollama"} == await preset(
            admin, "ollama"
        )


async def test_nothing_is_stored_when_the_check_fails(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider(api_key=KEY) as provider:
        provider.script("alpha", Script(failure=FailureKind.REFUSED))
        for key, result in (("a-wrong-key-1", "bad_key"), (KEY, "call_refused")):
            told = await connect(admin, provider, key=key)
            assert (told["provider_id"], told["verdict"]["result"]) == (None, result)
    assert (await admin.get("/api/admin/providers")).json()["providers"] == []
    assert (await look(admin))["step"] == "connect"


async def test_a_preset_is_connected_again_with_another_key(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider() as provider:
        provider.script("alpha", Script())
        await connect(admin, provider, preset_id="openai", base_url=provider.openai_url, key="first-key-LAST")
        await connect(admin, provider, preset_id="openai", base_url=provider.openai_url, key="second-key-NEXT")
    (kept,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert (kept["provider_id"], kept["key_hint"]) == ("openai", "NEXT")


async def test_several_servers_can_be_connected_as_other(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider() as one, ScriptedProvider() as two:
        for name, provider in (("Lab", one), ("Cellar", two)):
            provider.script("alpha", Script())
            await connect(admin, provider, preset_id="other", name=name)
    assert [one["provider_id"] for one in (await admin.get("/api/admin/providers")).json()["providers"]] == [
        "cellar",
        "lab",
    ]


async def test_other_presets_and_addresses_are_refused(clients: ClientFactory) -> None:
    admin = await clients.admin()
    for body, status in (
        ({"preset_id": "none"}, 404),
        ({"preset_id": "other"}, 422),
        ({"preset_id": "other", "base_url": "ftp://x"}, 422),
        ({"preset_id": "openai", "key": "short"}, 422),
    ):
        assert (await admin.post("/api/admin/onboarding/connect", json=body)).status_code == status
