from datetime import timedelta
from typing import Any

from llmbattler.arena.integrity import repository
from llmbattler.arena.integrity.signals import WINDOW
from llmbattler.arena.models import Exclusion, Suspect, SuspectStatus, Vote, VoteMode, VoteRecount
from llmbattler.core.db import Database
from tests.arena.rows import all_rows
from tests.arena.vote_counts.ballots import NOON, ballot, put


def vote(voter: str, minutes: float = 0, **more: Any) -> Vote:
    return ballot("ant", "bee", "tie", voter=voter, created_at=NOON + timedelta(minutes=minutes), **more)


def suspect(*voters: str) -> Suspect:
    return Suspect(voters=list(voters), votes=1, p_likelihood=0.1, p_model=0.1, signals=[], evidence={})


async def test_only_blind_votes_are_reviewed_in_order(database: Database) -> None:
    await put(database, vote("x", 30), vote("x", 0), vote("x", 5, mode=VoteMode.SIDE_BY_SIDE), vote("y", 1))
    async with database.unit() as session:
        found = await repository.list_votes(session, ["x"])
        window = await repository.list_votes(session, ["x", "y"], since=NOON)
        origins = await repository.list_origins(session)
    assert [one.created_at for one in found] == [NOON, NOON + timedelta(minutes=30)]
    assert [one.voter for one in window] == ["x", "y"]
    assert sorted((one.voter, one.votes) for one in origins) == [("x", 2), ("y", 1)]


async def test_windows_are_ordered_by_votes(database: Database) -> None:
    minutes = WINDOW / timedelta(minutes=1)
    await put(
        database, vote("x", 0), vote("x", minutes), vote("y", minutes), vote("y", minutes + 1), vote("other", minutes)
    )
    async with database.unit() as session:
        busiest, quiet = await repository.list_windows(session, ["x", "y"])
    assert (sorted(busiest.voters), busiest.votes, busiest.at) == (["x", "y"], 3, NOON + WINDOW)
    assert (quiet.voters, quiet.votes) == (["x"], 1)


async def test_the_busiest_window_of_the_median_voter(database: Database) -> None:
    async with database.unit() as session:
        assert await repository.get_busy(session) == 0
    await put(database, vote("x"), *(vote("y") for _ in range(3)), *(vote("z") for _ in range(50)), vote("y", 600))
    async with database.unit() as session:
        assert await repository.get_busy(session) == 3


async def test_an_exclusion_is_added_and_deleted_once(database: Database) -> None:
    await put(database, vote("y", counted=False, would_count=True), vote("x"))
    async with database.unit() as session:
        assert await repository.add_exclusions(session, [], "m") == []
        assert await repository.add_exclusions(session, ["y", "x"], "m") == ["x", "y"]
        assert await repository.add_exclusions(session, ["x", "z"], "m") == ["z"]
        assert await repository.list_voters_with_counted_votes(session) == ["x"]
        assert await repository.delete_exclusions(session, ["x", "nobody"]) == ["x"]
        assert await repository.list_excluded(session) == {"y", "z"}


async def test_an_exclusion_follows_a_visitor_who_signs_up_to_an_excluded_account(database: Database) -> None:
    async with database.unit() as session:
        session.add_all([Exclusion(voter="x", excluded_by="m"), Exclusion(voter="y", excluded_by="first")])
        session.add_all([suspect("x", "z"), suspect("x")])
        session.add(VoteRecount(voters=["x", "z"], total=1))
    async with database.unit() as session:
        await repository.update_voter(session, "x", "y")
    assert [(row.voter, row.excluded_by) for row in await all_rows(database, Exclusion)] == [("y", "first")]
    assert sorted(row.voters for row in await all_rows(database, Suspect)) == [["y"], ["y", "z"]]
    assert [row.voters for row in await all_rows(database, VoteRecount)] == [["y", "z"]]
    async with database.unit() as session:
        await repository.delete_voter(session, "y")
    assert await all_rows(database, Exclusion) == []
    assert [row.voters for row in await all_rows(database, Suspect)] == [["z"]]
    assert [row.voters for row in await all_rows(database, VoteRecount)] == [["z"]]


async def test_suspects_are_read_newest_first_in_pages(database: Database) -> None:
    for name in ("first", "second", "third"):
        async with database.unit() as session:
            await repository.add_suspect(session, suspect(name))
    async with database.unit() as session:
        page = await repository.list_suspects(session, status=SuspectStatus.OPEN, before=None, limit=2)
        assert [row.voters for row in page] == [["third"], ["second"]]
        last = (page[-1].updated_at, page[-1].suspect_id)
        rest = await repository.list_suspects(session, status=None, before=last, limit=2)
        assert [row.voters for row in rest] == [["first"]]
        rest[0].status = SuspectStatus.CLEARED
        await session.flush()
        assert await repository.count_open(session) == 2
