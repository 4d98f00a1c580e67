from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import text

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.arena.models import Exclusion, Vote, VoteMode
from llmbattler.arena.voting import repository
from llmbattler.core.db import Database
from tests.arena.rows import OWNER, add_battle
from tests.arena.vote_counts.ballots import ballot, put
from tests.arena.voting.voter_facts import find
from tests.benchmarks.runs.offered_models import offer


def vote(left: str = "a", right: str = "b", **more: Any) -> Vote:
    return ballot(left, right, "tie", **{"voter": "x", "prompt_hash": "h", **more})


async def test_only_counted_votes_of_today_from_this_address_use_up_the_cap(database: Database) -> None:
    now = datetime.now(UTC)
    await put(
        database,
        vote(address="net", created_at=now),
        vote(address="net", created_at=now, voter="y"),
        vote(address="net", created_at=now, counted=False),
        vote(address="net", created_at=now - timedelta(days=1)),
        vote(address="other", created_at=now),
        vote(created_at=now),
    )
    assert (await find(database, mode=VoteMode.BATTLE, address="net")).votes_today == 2
    assert (await find(database, mode=VoteMode.BATTLE)).votes_today == 0


async def test_models_of_the_catalog_are_named_with_the_facts(database: Database) -> None:
    async with database.unit() as session:
        await offer(session)
    facts = await find(database, left="beta", right="removed", mode=VoteMode.BATTLE)
    assert [(label.model_id, label.name) for label in facts.labels] == [("beta", "Beta")]
    assert set(facts.revealed) == {"beta", "removed"}


async def test_a_voter_is_excluded_or_not(database: Database) -> None:
    async with database.unit() as session:
        session.add(Exclusion(voter="x", excluded_by="m"))
    assert (await find(database, "x", mode=VoteMode.BATTLE)).excluded
    assert not (await find(database, "y", mode=VoteMode.BATTLE)).excluded


async def test_a_reused_prompt_is_a_blind_vote_of_the_same_voter(database: Database) -> None:
    await put(database, vote(mode=VoteMode.SIDE_BY_SIDE, prompt_hash="named"), vote())
    assert (await find(database, mode=VoteMode.BATTLE)).voted_before
    assert (await find(database, left="c", right="d", mode=VoteMode.BATTLE)).voted_before
    assert not (await find(database, prompt="named", mode=VoteMode.BATTLE)).voted_before
    assert not (await find(database, "y", mode=VoteMode.BATTLE)).voted_before


async def test_a_comparison_is_the_same_with_its_sides_swapped(database: Database) -> None:
    await put(database, vote("a", "b", mode=VoteMode.USAGE), vote("a", "c"))

    async def found(left: str, right: str, prompt_hash: str = "h", voter: str = "x") -> bool:
        return (await find(database, voter, left, right, prompt=prompt_hash, mode=VoteMode.USAGE)).voted_before

    assert await found("a", "b")
    assert await found("b", "a")
    assert not await found("a", "c")  # that vote was blind
    assert not await found("a", "b", prompt_hash="other")
    assert not await found("a", "b", voter="y")


async def test_a_blocked_voter_is_recognized_with_and_without_a_battle(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        session.add(Account(account_id=OWNER, kind=AccountKind.VISITOR))
    async with database.unit() as session:
        free = await repository.lock_battle(session, battle.battle_id, OWNER)
        await session.execute(text("UPDATE accounts SET deactivated_at = now()"))
        assert (await repository.lock_battle(session, battle.battle_id, OWNER)).blocked
        assert (await repository.lock_battle(session, uuid4(), OWNER)).blocked
    assert not free.blocked
    assert free.battle is not None
    assert (free.battle.battle_id, free.battle.streamed_ms, free.battle.turns) == (battle.battle_id, 50, 1)


async def test_the_battle_its_owner_and_the_limited_address_are_locked(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
    locks = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
    for battle_id, address, expected in (
        (battle.battle_id, None, 1),
        (battle.battle_id, "net", 2),
        (uuid4(), "net", 0),
    ):
        async with database.unit() as session:
            await repository.lock_battle(session, battle_id, OWNER, address)
            assert (await session.execute(locks)).scalar_one() == expected
