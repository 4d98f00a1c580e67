"""Excluding, restoring, clearing: what happens to votes, boards and the queue."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, text

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.arena.integrity.errors import StillExcluded, SuspectNotFound, VoterNotFound
from llmbattler.arena.integrity.schemas import SuspectsIn
from llmbattler.arena.integrity.service import suspects
from llmbattler.arena.models import Flag, Suspect, Vote, VoteWord
from llmbattler.arena.recounts.flow import run_recounts
from llmbattler.arena.voting.schemas import VoteIn
from llmbattler.arena.voting.service import Voter, cast_vote
from llmbattler.core.db import Database
from llmbattler.core.errors import Invalid
from llmbattler.core.ownership import erase_all_owned, move_all_owned
from llmbattler.core.settings import Profile
from tests.arena.integrity.voted_sites import RULES, audit_log, count, put_careless, put_honest, read_suspects, review
from tests.arena.rows import add_battle
from tests.arena.vote_counts.ballots import ballot, put


async def exclude(database: Database, voter: str = "liar") -> None:
    async with database.unit() as session:
        await suspects.exclude_voter(session, voter=voter, actor=COMMAND_LINE)
    await run_recounts(database, rules=RULES)


async def restore(database: Database, voter: str = "liar") -> None:
    async with database.unit() as session:
        await suspects.restore_voter(session, voter=voter, actor=COMMAND_LINE)
    await run_recounts(database, rules=RULES)


async def votes_of(database: Database, voter: str = "liar") -> list[Vote]:
    async with database.unit() as session:
        return list((await session.execute(select(Vote).where(Vote.voter == voter).order_by(Vote.vote_id))).scalars())


async def test_excluding_twice_and_restoring_twice_changes_nothing_more(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", voter="liar"), ballot("ant", "bee", "tie"))
    await count(database)
    await asyncio.gather(exclude(database), exclude(database))
    assert [vote.flags for vote in await votes_of(database)] == [[Flag.EXCLUDED]]
    await restore(database)
    await restore(database)
    assert await audit_log(database) == [
        (COMMAND_LINE, "voter.excluded", "liar"),
        (COMMAND_LINE, "voter.restored", "liar"),
    ]


async def test_what_did_not_count_before_does_not_count_after(database: Database) -> None:
    await put(
        database,
        ballot("ant", "bee", "tie", voter="liar", counted=False, flags=[Flag.OVER_CAP, Flag.TOO_FAST]),
        ballot("ant", "bee", "tie", voter="liar"),
    )
    await exclude(database)
    assert [vote.counted for vote in await votes_of(database)] == [False, False]
    await restore(database)
    assert [(vote.counted, vote.flags, vote.would_count) for vote in await votes_of(database)] == [
        (False, [Flag.OVER_CAP, Flag.TOO_FAST], None),
        (True, [], None),
    ]


async def test_later_votes_of_an_excluded_voter_do_not_count_until_restored(database: Database) -> None:
    voter = "v_" + "5" * 32
    await put(database, ballot("a", "b", "tie", voter=voter))
    await exclude(database, voter)
    async with database.unit() as session:
        battle = await add_battle(session, owner=voter)
    async with database.unit() as session:
        told = await cast_vote(
            session,
            voter=Voter(voter, None, Profile.PUBLIC),
            battle_id=battle.battle_id,
            wanted=VoteIn(vote=VoteWord.TIE),
        )
    assert told.revealed_models.left == "a", "and nobody is told"
    [_, later] = await votes_of(database, voter)
    assert (later.counted, later.would_count, later.flags) == (False, True, [Flag.EXCLUDED])
    await restore(database, voter)
    [_, later] = await votes_of(database, voter)
    assert (later.counted, later.would_count, later.flags) == (True, None, [])


async def test_a_vote_and_an_exclusion_at_the_same_time_leave_nothing_behind(database: Database) -> None:
    voter = "v_" + "6" * 32
    await put(database, ballot("a", "b", "tie", voter=voter))
    async with database.unit() as session:
        battles = [await add_battle(session, f"Prompt {number}", owner=voter) for number in range(8)]

    async def cast(number: int) -> None:
        async with database.unit() as session:
            wanted, who = VoteIn(vote=VoteWord.TIE), Voter(voter, None, Profile.PRIVATE)
            await cast_vote(session, voter=who, battle_id=battles[number].battle_id, wanted=wanted)

    await asyncio.gather(*map(cast, range(4)), exclude(database, voter), *map(cast, range(4, 8)))
    assert [vote.counted for vote in await votes_of(database, voter)] == [False] * 9


async def test_a_suspect_is_excluded_restored_and_cleared(database: Database) -> None:
    await put_honest(database)
    await put_careless(database)
    await review(database)
    [suspect] = await read_suspects(database)
    facts: dict[str, Any] = {"suspect_id": suspect.suspect_id, "actor": "m_1"}
    async with database.unit() as session:
        excluded = await suspects.exclude_suspect(session, **facts)
    assert (excluded.status, excluded.decided_by) == ("excluded", "m_1")
    assert excluded.recount is not None
    assert (excluded.recount.state, excluded.recount.done, excluded.recount.total) == ("queued", 0, 150)
    await run_recounts(database, rules=RULES)
    [excluded] = await read_suspects(database)
    assert excluded.recount is None
    assert [(member.voter, member.counted, member.excluded) for member in excluded.members] == [("liar", 0, True)]
    with pytest.raises(StillExcluded):
        async with database.unit() as session:
            await suspects.clear_suspect(session, **facts)
    async with database.unit() as session:
        assert (await suspects.restore_suspect(session, **facts)).status == "open"
    await run_recounts(database, rules=RULES)
    [restored] = await read_suspects(database)
    assert (restored.status, restored.members[0].counted) == ("open", 150)
    async with database.unit() as session:
        assert (await suspects.clear_suspect(session, **facts)).status == "cleared"
    subject = str(suspect.suspect_id)
    assert await audit_log(database) == [
        ("m_1", "voter.excluded", subject),
        ("m_1", "voter.restored", subject),
        ("m_1", "suspect.cleared", subject),
    ]


async def test_nobody_and_nothing_are_not_found(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(SuspectNotFound):
            await suspects.get_suspect(session, suspect_id=uuid4())
        with pytest.raises(SuspectNotFound):
            await suspects.clear_suspect(session, suspect_id=uuid4(), actor="m_1")
        with pytest.raises(VoterNotFound):
            await suspects.exclude_voter(session, voter="nobody", actor="m_1")


async def test_whoever_signs_up_stays_excluded_and_whoever_leaves_is_forgotten(database: Database) -> None:
    await put_honest(database)
    await put_careless(database)
    await review(database)
    await exclude(database)
    async with database.unit() as session:
        await move_all_owned(session, source="liar", target="m_new")
    [suspect] = await read_suspects(database)
    assert suspect.voters == ["m_new"]
    await restore(database, "m_new")
    assert [vote.counted for vote in await votes_of(database, "m_new")] == [True] * 150
    await exclude(database, "m_new")
    async with database.unit() as session:
        await erase_all_owned(session, owner="m_new")
    async with database.unit() as session:
        query = "SELECT count(*) FROM {} WHERE {}"
        assert (await session.execute(text(query.format("exclusions", "voter = 'm_new'")))).scalar_one() == 0
        assert (await session.execute(text(query.format("suspects", "'m_new' = ANY(voters)")))).scalar_one() == 0
        assert (await session.execute(text(query.format("votes", "would_count AND NOT counted")))).scalar_one() == 150
        stand_in = (await session.execute(text("SELECT DISTINCT voter FROM votes WHERE would_count"))).scalar_one()
    await restore(database, stand_in)
    assert [vote.counted for vote in await votes_of(database, stand_in)] == [True] * 150


async def test_the_queue_comes_in_pages(database: Database) -> None:
    async with database.unit() as session:
        for number in range(5):
            session.add(
                Suspect(
                    voters=[str(number)],
                    votes=20,
                    p_likelihood=0.1,
                    p_model=0.001,
                    signals=[],
                    evidence={},
                    status="open" if number else "cleared",
                )
            )
            await session.flush()
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        async with database.unit() as session:
            page = await suspects.list_suspects(session, wanted=SuspectsIn(cursor=cursor, limit=2))
        seen += [one.voters[0] for one in page.suspects]
        cursor = page.next_cursor
        assert page.open == 4
    assert (sorted(seen), cursor) == (["0", "1", "2", "3", "4"], None)
    async with database.unit() as session:
        for bad in ("x", "bnVsbA==", "WyIyMDI2LTAxLTAxIiwgIngiXQ=="):
            with pytest.raises(Invalid):
                await suspects.list_suspects(session, wanted=SuspectsIn(cursor=bad))
