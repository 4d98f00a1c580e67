from tests.catalog.onboarding.steps import connect, look
from tests.catalog.steps import call
from tests.clients import ClientFactory

from llmbattler.core.db import Database
from llmbattler.testing import Script, ScriptedProvider


async def test_the_step_follows_from_the_data(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    assert (await look(admin))["step"] == "connect"
    async with ScriptedProvider() as provider:
        for name in ("alpha", "beta", "gamma"):
            provider.script(name, Script())
        await connect(admin, provider)
        found = await look(admin)
        assert (found["step"], found["enabled"], found["waiting"]) == ("pick", 0, 3)
        wanted = {"models": ["ollama-alpha", "ollama-beta"]}
        assert (await admin.post("/api/admin/found-models/accept", json=wanted)).status_code == 200
    found = await look(admin)
    assert (found["step"], found["enabled"], found["waiting"]) == ("battle", 2, 1)
    await call(database, "ollama-alpha", "ok")
    assert (await look(admin))["step"] == "done"


async def test_one_model_is_enough_if_there_are_no_others(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider() as provider:
        provider.script("alpha", Script())
        await connect(admin, provider)
        await admin.post("/api/admin/found-models/accept", json={"models": ["ollama-alpha"]})
    assert (await look(admin))["step"] == "battle"
