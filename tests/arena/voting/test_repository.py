from datetime import UTC, datetime, timedelta
from typing import Any

from llmbattler.arena.models import Battle, Exclusion, Vote, VoteMode
from llmbattler.arena.voting import repository
from llmbattler.core.db import Database
from tests.arena.vote_counts.ballots import ballot, put


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
    async with database.unit() as session:
        assert await repository.count_votes_today(session, "net") == 2


async def test_a_voter_is_excluded_or_not(database: Database) -> None:
    async with database.unit() as session:
        session.add(Exclusion(voter="x", excluded_by="m"))
    async with database.unit() as session:
        assert await repository.find_exclusion(session, "x")
        assert not await repository.find_exclusion(session, "y")


async def test_a_reused_prompt_is_a_blind_vote_of_the_same_voter(database: Database) -> None:
    await put(database, vote(mode=VoteMode.SIDE_BY_SIDE, prompt_hash="named"), vote())
    async with database.unit() as session:
        assert await repository.find_blind_vote(session, "x", "h")
        assert not await repository.find_blind_vote(session, "x", "named")
        assert not await repository.find_blind_vote(session, "y", "h")


async def test_a_comparison_is_the_same_with_its_sides_swapped(database: Database) -> None:
    await put(database, vote("a", "b", mode=VoteMode.USAGE), vote("a", "c"))

    async def found(left: str, right: str, prompt_hash: str = "h", voter: str = "x") -> bool:
        battle = Battle(left_model_id=left, right_model_id=right, prompt_hash=prompt_hash)
        async with database.unit() as session:
            return await repository.find_usage_vote(session, voter, battle)

    assert await found("a", "b")
    assert await found("b", "a")
    assert not await found("a", "c")  # that vote was blind
    assert not await found("a", "b", prompt_hash="other")
    assert not await found("a", "b", voter="y")
