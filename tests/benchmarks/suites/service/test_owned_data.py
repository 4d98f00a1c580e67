from tests.clients import ClientFactory

from llmbattler.benchmarks.suites.service.owned_data import SUITES
from llmbattler.core.db import Database

SPEC = {
    "name": "mine",
    "dataset": {"samples": [{"q": "a"}]},
    "prompts": {"p": "{{ q }}"},
    "scores": [{"name": "e", "scorer": "exact"}],
}


async def test_suites_are_exported_moved_and_disowned(clients: ClientFactory, database: Database) -> None:
    member, other = await clients.member(), await clients.member()
    made = (await member.post("/api/bench/suites", json={"spec": SPEC})).json()
    async with database.unit() as session:
        (exported,) = [one async for one in SUITES.export(session, member.account_id)]
        assert (exported["name"], exported["versions"][0]["spec"]["prompts"]) == ("mine", {"p": "{{ q }}"})
        await SUITES.move(session, member.account_id, other.account_id)
    shown = (await other.get("/api/bench/suites")).json()["suites"]
    assert [one["mine"] for one in shown if one["name"] == "mine"] == [True]
    async with database.unit() as session:
        await SUITES.erase(session, other.account_id)
        assert [one async for one in SUITES.export(session, other.account_id)] == []
    left = (await member.get(f"/api/bench/suites/{made['suite_id']}")).json()
    assert (left["archived"], left["versions"][0]["created_by"]) == (True, None)
