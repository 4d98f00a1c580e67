"""Turns as generations: flags of failed turns, and the end of abandoned ones."""

import asyncio

from sqlalchemy import update

from llmbattler.arena.models import Battle
from llmbattler.arena.turns.flow import BattleTurns
from llmbattler.arena.turns.turn import KIND
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.generation.streams.flow import Generations
from llmbattler.generation.streams.models import LiveGeneration
from llmbattler.generation.streams.service import GenerationKey, GenerationOwners
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, Person
from tests.arena.rows import all_rows


async def test_names_of_models_that_were_just_offered_are_known(
    person: Person, database: Database, provider: ScriptedProvider
) -> None:
    provider.script(BETA, Script(text=f"I am {BETA}."))
    heard = await person.battle()
    assert heard.names[-1] == "done"
    [battle] = await all_rows(database, Battle)
    assert battle.flags == ["identity_leak"]


async def test_a_later_turn_of_a_dead_process_leaves_the_battle_open_and_what_was_seen(
    person: Person, resources: Resources, database: Database
) -> None:
    heard = await person.battle("Hello.")
    [battle] = await all_rows(database, Battle)
    owner = resources.get(GenerationOwners).get(KIND)
    asked = {"id": "msg_4", "role": "user", "content": "And then?", "turn": 2}
    async with database.unit() as session:
        await session.execute(update(Battle).values(status="generating", conversation=[*battle.conversation, asked]))
    async with database.unit() as session:
        await owner.abandon(session, GenerationKey(KIND, battle.battle_id, "2"), ("Well, I am zz-alpha-model", ""))
    [battle] = await all_rows(database, Battle)
    assert (battle.status, battle.void_reason, battle.flags) == ("open", "crashed", ["identity_leak"])
    later = await person.read_stream(f"/api/battles/{heard.battle_id}/events", method="GET", **{"Last-Event-ID": "2.9"})
    assert later.names == ["void"]
    assert later.events[0].data["status"] == "open"


async def test_a_battle_whose_first_turn_lost_its_process_is_void(
    person: Person, resources: Resources, database: Database, provider: ScriptedProvider
) -> None:
    provider.hold(ALPHA)
    hearing = asyncio.create_task(person.battle())
    await provider.wait_for_held(ALPHA)
    async with database.unit() as session:  # as a sweep in another process would
        [row] = await all_rows(database, LiveGeneration)
        key = GenerationKey(row.kind, row.subject_id, row.part)
        await session.delete(await session.get(LiveGeneration, (row.subject_id, row.part)))
        await BattleTurns.of(resources).abandon(session, key, ())
    heard = await hearing
    provider.release(ALPHA)
    assert heard.names == ["start", "void"]
    assert heard.events[-1].data.keys() == {"message"}
    assert (await person.get(f"/api/battles/{heard.battle_id}"))["status"] == "void"
    assert not resources.get(Generations)._running
