"""What the first steps say."""

from typing import Any

from tests.clients import AccountClient

from llmbattler.testing import ScriptedProvider


async def look(admin: AccountClient) -> dict[str, Any]:
    answer = await admin.get("/api/admin/onboarding")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def preset(admin: AccountClient, preset_id: str) -> dict[str, Any]:
    return next(one for one in (await look(admin))["presets"] if one["preset_id"] == preset_id)


async def connect(admin: AccountClient, provider: ScriptedProvider, **given: object) -> dict[str, Any]:
    body = {"preset_id": "ollama", "base_url": provider.url, **given}
    answer = await admin.post("/api/admin/onboarding/connect", json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told
