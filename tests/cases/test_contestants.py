"""A kind of contestants of another package, from its manifest to the board and through a run.

Nothing of arena, ratings or benchmarks knows the kind.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select
from tests.arena.conftest import Person, offer
from tests.arena.rows import all_rows
from tests.benchmarks.runs.engine.conftest import HASTY
from tests.benchmarks.runs.offered_models import model
from tests.clients import ClientFactory
from tests.generation.contestants.toys import MODEL, install_toys

from llmbattler.arena.models import Battle, Vote
from llmbattler.arena.vote_counts.service.counts import count_pending
from llmbattler.benchmarks.runs.engine.flow.engine import RunEngine
from llmbattler.benchmarks.runs.models import Result, Run
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.errors import BadModelsFile
from llmbattler.catalog.models import ModelCall, PlaceKind
from llmbattler.catalog.service import sync_catalog
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.service import RatingRules
from llmbattler.testing import Script, ScriptedProvider

ONE, TWO = "toy:x@1", "toy:x@2"
NAMES = {ONE: "Toy X, first", TWO: "Toy X, second"}
SUITE = {
    "name": "capitals",
    "dataset": {
        "samples": [{"q": f"Capital {number}?", "a": "Rome"} for number in range(4)],
        "fields": {"target": "a"},
    },
    "prompts": {"main": "{{ q }}"},
    "scores": [{"name": "exact", "scorer": "exact"}],
}


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        provider.script(MODEL, Script(text="Rome"))
        yield provider


@pytest.fixture
async def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return install_toys(tmp_path, monkeypatch)


@pytest.fixture
async def person(
    toys: ModuleType, site: str, resources: Resources, provider: ScriptedProvider
) -> AsyncIterator[Person]:
    """Somebody at a site where only toys are drawn: its models have no weight."""
    await offer(resources, provider, yaml=models_yaml(provider, MODEL, "spare"))
    person = Person(site)
    yield person
    await person.http.aclose()


def models_yaml(provider: ScriptedProvider, *ids: str) -> str:
    entries = [
        f"  - {{id: '{one}', model: {MODEL}, base_url: '{provider.openai_url}', weight: 0, "
        "prices: {input: 1, output: 2}}"
        for one in ids
    ]
    return "models:\n" + "\n".join(entries) + "\n"


async def vote_for(person: Person, winner: str, resources: Resources, prompt: str) -> None:
    heard = await person.battle(prompt)
    battle = next(
        row for row in await all_rows(resources.get(Database), Battle) if str(row.battle_id) == heard.battle_id
    )
    word = "left_better" if battle.left_model_id == winner else "right_better"
    assert (await person.vote(heard.battle_id, word)).status_code == 200


async def count(resources: Resources) -> None:
    async with resources.get(Database).unit() as session:
        await count_pending(session, rules=RatingRules(min_votes=1))


async def run_suite(person: Person, resources: Resources, *models: str) -> UUID:
    suite = await person.http.post("/api/bench/suites", json={"spec": SUITE})
    assert suite.status_code == 201, suite.text
    started = await person.http.post(
        "/api/bench/runs", json={"suite_id": suite.json()["suite_id"], "models": list(models)}
    )
    assert started.status_code == 201, started.text
    return UUID(started.json()["run_id"])


async def drain(resources: Resources, run_id: UUID) -> None:
    async with asyncio.timeout(60):
        await RunEngine(resources, retry_policy=HASTY).drain(run_id)


async def list_calls(resources: Resources) -> list[ModelCall]:
    await resources.get(ModelCalls).flush()
    async with resources.get(Database).unit() as session:
        return list((await session.execute(select(ModelCall).where(ModelCall.purpose != "probe"))).scalars())


async def test_a_contestant_of_another_kind_battles_is_voted_on_and_rated(person: Person, resources: Resources) -> None:
    heard = await person.battle("What is the capital of Italy?")
    assert heard.names[-1] == "done"
    assert (heard.left, heard.right) == ("Rome", "Rome")
    assert b"toy" not in heard.raw.lower()
    shown = await person.get(f"/api/battles/{heard.battle_id}")
    assert shown["revealed_models"] is None
    assert "oy X" not in str(shown)

    revealed = (await person.vote(heard.battle_id)).json()
    assert set(revealed["revealed_models"].values()) == set(NAMES.values())
    assert {side["model_id"] for side in revealed["details"].values()} == {ONE, TWO}
    assert all(side["organization"] == "Toy works" for side in revealed["details"].values())
    calls = await list_calls(resources)
    assert [call.model_id for call in calls] == [MODEL] * 4, "each side asked its model twice"
    assert {call.contestant_id for call in calls} == {ONE, TWO}
    assert len({call.parent_id for call in calls}) == 2
    spent = {side["model_id"]: side["cost_usd"] for side in revealed["details"].values()}
    for contestant, dollars in spent.items():
        own = [call.cost_micro_usd or 0 for call in calls if call.contestant_id == contestant]
        assert dollars == pytest.approx(sum(own) / 1e6)


async def test_two_versions_are_rated_apart(person: Person, resources: Resources) -> None:
    for number in range(6):
        await vote_for(person, TWO, resources, f"Question number {number}?")
    await count(resources)
    board = (await person.get("/api/leaderboard?min_votes=1"))["leaderboard"]
    assert [(row["model_id"], row["model_name"], row["organization"]) for row in board] == [
        (TWO, NAMES[TWO], "Toy works"),
        (ONE, NAMES[ONE], "Toy works"),
    ]
    assert board[0]["elo_score"] > board[1]["elo_score"]
    mine = (await person.get("/api/leaderboard/mine"))["leaderboard"]
    assert [row["model_name"] for row in mine] == [NAMES[TWO], NAMES[ONE]]
    versus = await person.get(f"/api/models/{ONE}/versus/{TWO}")
    assert (versus["a"]["model_name"], versus["boards"][0]["record"]["losses"]) == (NAMES[ONE], 6)


async def test_a_toy_is_benchmarked_beside_a_model(person: Person, resources: Resources) -> None:
    run_id = await run_suite(person, resources, ONE, MODEL)
    await drain(resources, run_id)
    rows = await all_rows(resources.get(Database), Result)
    assert sorted((row.model_id, row.outcome) for row in rows) == [(MODEL, "right")] * 4 + [(ONE, "right")] * 4
    run = await person.get(f"/api/bench/runs/{run_id}")
    assert [line["model_name"] for line in run["lines"]] == [NAMES[ONE], MODEL]
    calls = [call for call in await list_calls(resources) if call.purpose_id == str(run_id)]
    assert sum(call.contestant_id == ONE for call in calls) == 8
    assert sum(call.contestant_id is None for call in calls) == 4
    toy = [row.cost_micro_usd for row in rows if row.model_id == ONE]
    plain = [row.cost_micro_usd for row in rows if row.model_id == MODEL]
    assert min(toy) > max(plain), "the cost of a result is that of all its calls"


async def test_an_estimate_knows_the_most_that_a_toy_can_cost(person: Person) -> None:
    suite = (await person.http.post("/api/bench/suites", json={"spec": SUITE})).json()
    body = {"suite_id": suite["suite_id"], "models": [ONE]}
    told = (await person.http.post("/api/bench/estimate", json=body)).json()
    assert (told["cost_usd"], told["unpriced"]) == (None, [ONE])
    assert told["most_usd"] > 0
    assert any("usual cost of Toy X, first is unknown" in one for one in told["warnings"])


async def test_a_label_is_stored_resolved(person: Person, resources: Resources) -> None:
    heard = await person.battle(mode="side_by_side", models=["toy:x@stable", ONE])
    [battle] = await all_rows(resources.get(Database), Battle)
    assert (battle.left_model_id, battle.right_model_id) == (TWO, ONE)
    await person.vote(heard.battle_id)
    [vote] = await all_rows(resources.get(Database), Vote)
    assert (vote.left_model_id, vote.right_model_id) == (TWO, ONE)
    run_id = await run_suite(person, resources, "toy:x", MODEL)
    [run] = await all_rows(resources.get(Database), Run)
    assert (run.run_id, run.models) == (run_id, [TWO, MODEL])
    twice = await person.http.post(
        "/api/sessions", json={"prompt": "?", "mode": "side_by_side", "models": ["toy:x@stable", TWO]}
    )
    assert twice.status_code == 422
    assert "two different models" in twice.text


async def test_pickers_offer_it(person: Person) -> None:
    offered = {one["id"]: one for one in (await person.get("/api/contestants"))["contestants"]}
    assert offered.keys() >= {ONE, TWO, MODEL}
    assert "toy:secret@1" not in offered
    assert offered[ONE] == {
        "id": ONE,
        "kind": "toy",
        "name": NAMES[ONE],
        "organization": "Toy works",
        "abilities": {"vision": False, "tools": False, "reasoning": False},
        "context_length": None,
        "price_class": "unknown",
        "drawable": True,
    }
    assert (offered[MODEL]["kind"], offered[MODEL]["price_class"], offered[MODEL]["drawable"]) == (
        "model",
        "medium",
        False,
    )


async def test_f61_a_label_that_moves_during_a_run_changes_nothing(
    person: Person, resources: Resources, toys: ModuleType
) -> None:
    run_id = await run_suite(person, resources, "toy:x@stable")
    toys.LABELS["toy:x@stable"] = ONE
    await drain(resources, run_id)
    assert {row.model_id for row in await all_rows(resources.get(Database), Result)} == {TWO}
    asked: set[Any] = {call.contestant_id for call in await list_calls(resources)}
    assert asked == {TWO}


async def test_f62_a_contestant_that_is_gone_keeps_its_place_by_its_id(
    person: Person, resources: Resources, toys: ModuleType
) -> None:
    heard = await person.battle("Before it goes?")
    await vote_for(person, TWO, resources, "And another?")
    run_id = await run_suite(person, resources, TWO, MODEL)
    await drain(resources, run_id)
    await count(resources)
    toys.GONE.add(TWO)
    board = (await person.get("/api/leaderboard?min_votes=1"))["leaderboard"]
    assert {row["model_id"]: row["model_name"] for row in board} == {TWO: TWO, ONE: NAMES[ONE]}
    assert (await person.get(f"/api/models/{TWO}/ratings"))["model_name"] == TWO
    assert TWO in (await person.vote(heard.battle_id)).json()["revealed_models"].values()
    lines = (await person.get(f"/api/bench/runs/{run_id}"))["lines"]
    assert [line["model_name"] for line in lines] == [TWO, MODEL]
    assert (await person.http.get("/api/models/toy:never@1/ratings")).status_code == 404
    more = await person.http.post(f"/api/battles/{heard.battle_id}/messages", json={"prompt": "Still there?"})
    assert more.status_code == 409
    assert "no longer available" in more.text


@pytest.mark.parametrize("words", ["I am Toy X, second.", "You are talking to toy:x@2.", "Toy works made me."])
async def test_s35_a_contestant_that_says_its_own_name_is_flagged(
    person: Person, resources: Resources, provider: ScriptedProvider, words: str
) -> None:
    provider.script(MODEL, Script(text=f"He was a Roman. {words}"))
    heard = await person.battle("Who was Caesar?")
    await person.vote(heard.battle_id)
    [vote] = await all_rows(resources.get(Database), Vote)
    assert "identity_leak" in vote.flags
    assert not vote.counted


async def test_a93_a_contestant_of_somebody_else_is_not_found(person: Person) -> None:
    for mode, models in (("direct", ["toy:secret@1"]), ("side_by_side", ["toy:secret@1", ONE])):
        answer = await person.http.post("/api/sessions", json={"prompt": "?", "mode": mode, "models": models})
        assert answer.status_code == 422
        assert "Secret toy" not in answer.text
    suite = (await person.http.post("/api/bench/suites", json={"spec": SUITE})).json()
    body = {"suite_id": suite["suite_id"], "models": ["toy:secret@1"]}
    for path in ("/api/bench/runs", "/api/bench/estimate"):
        answer = await person.http.post(path, json=body)
        assert answer.status_code == 422
        assert "This site has no model toy:secret@1" in answer.text


async def test_a94_a_model_cannot_take_the_id_of_another_kind(
    person: Person, resources: Resources, provider: ScriptedProvider, clients: ClientFactory, toys: ModuleType
) -> None:
    with pytest.raises(BadModelsFile, match="may contain only letters"):
        await offer(resources, provider, yaml=models_yaml(provider, MODEL, ONE))
    admin = await clients.admin()
    added = await admin.post(
        "/api/admin/models",
        json={"model_id": ONE, "name": "Not a toy", "connector": "openai", "model": MODEL, "base_url": "http://x"},
    )
    assert added.status_code == 422
    # Even a row that got there some other way stands in nobody's place.
    async with resources.get(Database).unit() as session:
        there = {"base_url": provider.openai_url, "place": PlaceKind.LOCAL, "model": MODEL}
        await sync_catalog(session, offers=[model(one, **there) for one in (MODEL, ONE)])
    toys.GONE.add(ONE)
    heard = await person.battle("Anybody there?")
    await person.vote(heard.battle_id)
    [vote] = await all_rows(resources.get(Database), Vote)
    assert ONE not in {vote.left_model_id, vote.right_model_id}
    assert ONE not in {one["id"] for one in (await person.get("/api/contestants"))["contestants"]}
