"""Votes are made to agree with the exclusions."""

from datetime import timedelta

from llmbattler.arena.models import Exclusion, Flag, VoteRecount
from llmbattler.arena.recounts import repository
from llmbattler.core.db import Database
from tests.arena.rows import all_rows, all_votes
from tests.arena.vote_counts.ballots import ballot, put


async def test_excluded_votes_remember_whether_they_counted(database: Database) -> None:
    over_cap = ballot("ant", "bee", "tie", voter="x", counted=False, flags=[Flag.OVER_CAP])
    await put(database, ballot("ant", "bee", "tie", voter="x"), over_cap, ballot("ant", "bee", "tie", voter="y"))
    async with database.unit() as session:
        session.add(Exclusion(voter="x", excluded_by="m"))
    async with database.unit() as session:
        assert await repository.count_different(session, ["x", "y", "nobody"]) == (2, 1)
        assert len(await repository.update_some(session, ["x", "y"], 1)) == 1
        [changed] = await repository.update_some(session, ["x", "y"], 5)
        assert (changed.excluded, changed.vote.counted) == (True, False)
        assert await repository.update_some(session, ["x", "y"], 5) == []
        assert await repository.count_different(session, ["x"]) == (0, 0)
    rows = sorted((row.voter, row.counted, row.would_count) for row in await all_votes(database))
    assert rows == [("x", False, False), ("x", False, True), ("y", True, None)]
    async with database.unit() as session:
        await session.delete(await session.get_one(Exclusion, "x"))
    async with database.unit() as session:
        assert await repository.count_different(session, ["x", "y"]) == (2, 1)
        assert {one.excluded for one in await repository.update_some(session, ["x", "y"], 5)} == {False}
    rows = sorted((row.voter, row.counted, *row.flags) for row in await all_votes(database))
    assert rows == [("x", False, Flag.OVER_CAP), ("x", True), ("y", True)]


async def test_a_lease_is_for_one_process(database: Database) -> None:
    lease = timedelta(seconds=30)
    async with database.unit() as session:
        for voter in ("x", "y"):
            await repository.add_recount(session, voters=[voter], total=1)
    async with database.unit() as session:
        claimed = await repository.update_leases(session, lease)
        assert len(claimed) == 2
        assert await repository.update_leases(session, lease) == []
        await repository.add_recount(session, voters=["z"], total=1)
        assert await repository.update_leases(session, lease) == [], "whoever holds the others looks again"
        await repository.update_finished(session, claimed[:1])
        await repository.update_lease(session, claimed, None)
        assert len(await repository.update_leases(session, lease)) == 2
    async with database.unit() as session:
        assert [one.voters for one in await repository.list_unfinished(session)] == [["y"], ["z"]]
        assert [one.voters for one in await repository.list_unfinished(session, ["z", "x"])] == [["z"]]
    assert sum(row.finished_at is not None for row in await all_rows(database, VoteRecount)) == 1
