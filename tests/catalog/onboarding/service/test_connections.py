from tests.catalog.onboarding.steps import connect
from tests.clients import ClientFactory

from llmbattler.testing import Script, ScriptedProvider


async def test_a_connection_is_in_the_audit_log_without_its_key(clients: ClientFactory) -> None:
    admin = await clients.admin()
    async with ScriptedProvider() as provider:
        provider.script("alpha", Script())
        await connect(admin, provider, preset_id="vllm", key="a-secret-key-77")
    log = (await admin.get("/api/admin/audit")).text
    assert "provider.added" in log
    assert "a-secret-key-77" not in log
