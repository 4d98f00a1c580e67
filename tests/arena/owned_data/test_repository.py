from datetime import timedelta

from llmbattler.arena.models import Battle, BoardReset, Share
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.moderation.models import Category, Flagged, FlagSource, QueuedTurn, Where
from llmbattler.arena.owned_data import repository
from llmbattler.core.db import Database
from llmbattler.core.db.idempotency import IdempotencyKey
from tests.arena.rows import OTHER, OWNER, add_battle, all_rows, all_votes
from tests.arena.vote_counts.ballots import NOON, ballot, put


async def test_sessions_are_deleted_with_battles_links_flags_and_queued_turns(database: Database) -> None:
    async with database.unit() as session:
        for owner in (OWNER, OTHER):
            battle = await add_battle(session, owner=owner)
            session.add(Share(token=owner, battle_id=battle.battle_id))
            facts = {"where": Where.BATTLE, "source": FlagSource.REPORT, "category": Category.OTHER, "excerpt": ""}
            session.add(Flagged(battle_id=battle.battle_id, **facts))
            session.add(QueuedTurn(battle_id=battle.battle_id, turn=1))
    async with database.unit() as session:
        await repository.delete_sessions(session, OWNER)
    for table in (SessionRow, Battle, Share, Flagged, QueuedTurn):
        assert len(await all_rows(database, table)) == 1, table
    assert [row.owner for row in await all_rows(database, Battle)] == [OTHER]


async def test_anonymous_votes_keep_the_verdict_and_lose_the_comment(database: Database) -> None:
    await put(database, *(ballot("a", "b", "tie", voter=owner, comment="Mine.") for owner in (OWNER, OWNER, OTHER)))
    async with database.unit() as session:
        await repository.update_votes_as_anonymous(session, OWNER, "x_1")
        assert await repository.list_votes(session, OWNER) == []
    rows = sorted((vote.voter, vote.vote, vote.comment or "") for vote in await all_votes(database))
    assert rows == [(OTHER, "tie", "Mine."), ("x_1", "tie", ""), ("x_1", "tie", "")]


async def test_a_reset_of_the_target_stays_and_one_of_the_source_moves(database: Database) -> None:
    async with database.unit() as session:
        session.add_all([BoardReset(owner="a", reset_at=NOON), BoardReset(owner="b", reset_at=NOON - timedelta(1))])
    async with database.unit() as session:
        await repository.update_reset_owner(session, "a", "b")
        await repository.update_reset_owner(session, "nobody", "b")
    async with database.unit() as session:
        await repository.update_reset_owner(session, "b", "c")
    [reset] = await all_rows(database, BoardReset)
    assert (reset.owner, reset.reset_at) == ("c", NOON - timedelta(1))


async def test_an_idempotency_key_that_the_target_has_is_not_moved(database: Database) -> None:
    facts = {"route": "POST /", "body_hash": "", "status": "done"}
    async with database.unit() as session:
        for owner, key in ((OWNER, "same"), (OTHER, "same"), (OWNER, "own")):
            session.add(IdempotencyKey(owner=owner, key=key, reference=owner, **facts))
    async with database.unit() as session:
        await repository.update_request_owner(session, OWNER, OTHER)
    rows = await all_rows(database, IdempotencyKey)
    assert sorted((row.owner, row.key, row.reference) for row in rows) == [
        (OTHER, "own", OWNER),
        (OTHER, "same", OTHER),
    ]
