from tests.clients import ClientFactory


async def test_the_first_steps_are_for_admins(clients: ClientFactory) -> None:
    for somebody, status in ((await clients.visitor(), 401), (await clients.moderator(), 403)):
        assert (await somebody.get("/api/admin/onboarding")).status_code == status
        answer = await somebody.post("/api/admin/onboarding/connect", json={"preset_id": "openai"})
        assert answer.status_code == status
