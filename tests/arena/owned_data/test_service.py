"""Export, erasure and move of everything that somebody owns in the arena and in the ledger of the catalog."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, text, update

from llmbattler.arena.models import Battle, BoardReset, Session, Share, Vote
from llmbattler.arena.moderation.jobs import scan as scan_turns
from llmbattler.arena.moderation.models import Flagged
from llmbattler.arena.vote_seals import service as sealing
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.models import ModelCall
from llmbattler.core.db import Database
from llmbattler.core.db.idempotency import IdempotencyKey
from llmbattler.core.ownership import erase_all_owned, list_owned, move_all_owned
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey
from llmbattler.core.storage import Storage, StoredFileMissing
from llmbattler.library.jobs import delete_files
from llmbattler.library.models import Image
from tests.arena.conftest import Person
from tests.arena.moderation.flagged_battles import list_word
from tests.arena.rows import OTHER, OWNER, add_battle, all_rows, all_votes
from tests.library.pictures import flag, saved

ACCOUNTS = {"accounts", "audit_log"}
"""The row of the account itself goes with the account; the audit log is never changed."""


async def live(person: Person, resources: Resources) -> str:
    """Use every part of the arena; return the id of the owner."""
    await list_word(resources.get(Database), "zounds")
    sent = await person.http.post("/api/images", content=saved(flag(), "PNG"), headers={"Content-Type": "image/png"})
    await person.http.post("/api/images", content=saved(flag(), "PNG"), headers={"Content-Type": "image/png"})
    voted = await person.battle("Zounds, look.", images=[sent.json()["image_id"]])
    assert (await person.vote(voted.battle_id, comment="It is me.")).status_code == 200
    await person.http.post(f"/api/battles/{voted.battle_id}/share", json={})
    await person.read_stream("/api/sessions", {"prompt": "And this?"}, **{"Idempotency-Key": "k-1"})
    await person.http.post("/api/leaderboard/mine/reset", json={})
    await resources.get(ModelCalls).flush()
    await scan_turns(resources)
    database = resources.get(Database)
    for table in (Battle, Image, Vote, Share, Flagged, BoardReset, IdempotencyKey, ModelCall):
        assert await all_rows(database, table), table
    return str((await all_rows(database, Battle))[0].owner)


async def find_mentions(database: Database, owner: str) -> set[str]:
    """Return every column of every table in which the id occurs."""
    columns = (
        "SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables "
        "USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    )
    found = set()
    async with database.unit() as session:
        for table, column in (await session.execute(text(columns))).all():
            query = f'SELECT 1 FROM "{table}" WHERE "{column}"::text LIKE :mention LIMIT 1'  # noqa: S608 - names of ours
            if (await session.execute(text(query), {"mention": f"%{owner}%"})).first():
                found.add(f"{table}.{column}")
    return found


async def export(database: Database, owner: str) -> dict[str, list[dict[str, Any]]]:
    async with database.unit() as session:
        return {data.name: [record async for record in data.export(session, owner)] for data in list_owned()}


async def test_after_erasing_nothing_names_the_owner_and_the_votes_stay(
    person: Person, resources: Resources, database: Database
) -> None:
    owner = await live(person, resources)
    (vote,) = await all_votes(database)
    keys = [image.storage_key for image in await all_rows(database, Image)]
    assert {name.partition(".")[0] for name in await find_mentions(database, owner)} - ACCOUNTS >= {
        "battles",
        "board_resets",
        "idempotency_keys",
        "images",
        "model_calls",
        "sessions",
        "votes",
    }
    async with database.unit() as session:
        await erase_all_owned(session, owner=owner)
    assert {name for name in await find_mentions(database, owner) if name.partition(".")[0] not in ACCOUNTS} == set()
    for table in (Session, Battle, Share, Image, Flagged, BoardReset, IdempotencyKey):
        assert await all_rows(database, table) == [], table
    (kept,) = await all_votes(database)
    for fact in ("vote_id", "battle_id", "vote", "left_model_id", "right_model_id", "counted", "processing_status"):
        assert getattr(kept, fact) == getattr(vote, fact)
    assert kept.comment is None
    assert kept.voter not in {owner, ""}
    assert len(await all_rows(database, ModelCall)) >= 4
    async with database.unit() as session:
        jobs = select(text("args")).select_from(text("procrastinate_jobs")).where(text("task_name LIKE '%files'"))
        (arguments,) = (await session.execute(jobs)).scalars()
    assert sorted(arguments["keys"]) == sorted(keys)
    await delete_files(resources, **arguments)
    for key in keys:
        with pytest.raises(StoredFileMissing):
            await resources.get(Storage).get(key)


async def test_the_export_has_everything_and_stays_blind(
    person: Person, stranger: Person, resources: Resources, database: Database
) -> None:
    owner = await live(person, resources)
    await stranger.battle("None of your business.")
    found = await export(database, owner)
    sessions = {one["battles"][0]["status"]: one["battles"][0] for one in found["sessions"]}
    assert sessions["voted"]["revealed_models"]
    assert sessions["voted"]["vote"]["comment"] == "It is me."
    assert sessions["open"]["revealed_models"] is sessions["open"]["details"] is None
    assert "zz-" not in str(sessions["open"])
    assert [vote["vote"] for vote in found["votes"]] == ["left_better"]
    assert not {"counted", "flags", "address", "voter"} & found["votes"][0].keys()
    assert len(found["images"]) == 2
    assert len(found["own_leaderboard"]) == 1
    assert [request["key"] for request in found["repeatable_requests"]] == ["k-1"]
    # Name, price and speed of a call would reveal the models of an open battle.
    assert len(found["model_calls"]) == 4
    assert {tuple(call) for call in found["model_calls"]} == {("purpose", "for", "day")}
    assert "None of your business." not in str(found)


async def test_moving_takes_everything_along(person: Person, resources: Resources, database: Database) -> None:
    owner = await live(person, resources)
    target = "m_" + uuid4().hex
    before = await export(database, owner)
    async with database.unit() as session:
        await move_all_owned(session, source=owner, target=target)
    assert {name for name in await find_mentions(database, owner) if name.partition(".")[0] not in ACCOUNTS} == set()
    after = await export(database, target)
    for kind in ("sessions", "votes", "images", "own_leaderboard", "repeatable_requests", "model_calls"):
        assert after[kind] == before[kind]
        assert before[kind]


async def test_others_and_seals_are_not_touched(database: Database) -> None:
    key = SigningKey(b"k" * 32)
    async with database.unit() as session:
        mine, others = await add_battle(session, owner=OWNER), await add_battle(session, owner=OTHER)
        for battle in (mine, others):
            facts = {"vote": "tie", "left_model_id": "a", "right_model_id": "b", "mode": "battle", "turns": 1}
            session.add(
                Vote(
                    battle_id=battle.battle_id,
                    session_id=battle.session_id,
                    voter=battle.owner,
                    counted=True,
                    prompt_hash="",
                    **facts,
                )
            )
        await session.flush()
        await session.execute(update(Vote).values(created_at=text("now() - interval '2 days'")))
        await sealing.seal_days(session, key=key)
    async with database.unit() as session:
        await erase_all_owned(session, owner=OWNER)
        assert await sealing.find_broken_days(session, key=key) == []
    assert [battle.owner for battle in await all_rows(database, Battle)] == [OTHER]
    voters = {vote.voter for vote in await all_votes(database)}
    assert OTHER in voters
    assert OWNER not in voters
    assert len(voters) == 2


async def test_a_moderator_who_leaves_takes_the_name_from_decisions(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, owner=OTHER)
        facts = {"where": "battle", "source": "report", "category": "other", "excerpt": "", "status": "hidden"}
        session.add(Flagged(battle_id=battle.battle_id, decided_by=OWNER, **facts))
    async with database.unit() as session:
        await erase_all_owned(session, owner=OWNER)
    (flag,) = await all_rows(database, Flagged)
    assert (flag.decided_by, flag.status) == (None, "hidden")
