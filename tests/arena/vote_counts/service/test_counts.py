"""Votes are counted exactly once, in any order, even after a crash."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update

from llmbattler.arena.models import Vote, VoteMode, VoteWord
from llmbattler.arena.schemas import CategoriesIn
from llmbattler.arena.service import battles
from llmbattler.arena.vote_counts import flow
from llmbattler.arena.vote_counts.service import corrections, counts
from llmbattler.core.db import Database
from llmbattler.ratings.models import Board, ModelStats, OnlineElo, WorkerStatus
from llmbattler.ratings.service import RatingRules
from llmbattler.ratings.service import status as runs
from tests.arena.rows import OWNER, add_battle
from tests.arena.vote_counts.ballots import NOON, ballot, put, random_ballots

RULES = RatingRules()


async def count(database: Database) -> counts.CountReport:
    async with database.unit() as session:
        return await counts.count_pending(session, rules=RULES)


async def recount(database: Database) -> None:
    async with database.unit() as session:
        await counts.recount(session, rules=RULES)


async def boards(database: Database) -> dict[str, Any]:
    """Return everything that a board consists of, exactly."""
    async with database.unit() as session:
        stats = (await session.execute(select(ModelStats))).scalars().all()
        columns = [column.name for column in ModelStats.__table__.columns]
        found = {(row.board, row.model_id): [getattr(row, name) for name in columns] for row in stats}
        totals = {row.board: row.total_votes for row in (await session.execute(select(Board))).scalars()}
        elo = (await session.execute(select(OnlineElo).order_by(OnlineElo.voted_at.desc()).limit(1))).scalar_one()
        sums = "SELECT * FROM {} ORDER BY 1, 2, 3, 4, 5"
        counts = [(await session.execute(text(sums.format(name)))).all() for name in ("pair_counts", "pair_totals")]
        return {"stats": found, "totals": totals, "elo": elo.ratings, "counts": counts}


async def test_votes_reach_the_boards_they_belong_to(database: Database) -> None:
    await put(
        database,
        ballot("ant", "bee", VoteWord.LEFT_BETTER, categories=["coding"], language="de"),
        ballot("bee", "ant", VoteWord.TIE),
        ballot("ant", "bee", VoteWord.BOTH_BAD, mode=VoteMode.SIDE_BY_SIDE),
        ballot("ant", "bee", VoteWord.RIGHT_BETTER, mode=VoteMode.USAGE, categories=["coding"], language="de"),
        ballot("ant", "bee", VoteWord.RIGHT_BETTER, counted=False),
    )
    report = await count(database)
    assert (report.processed, report.failed) == (5, 0)
    found = await boards(database)
    assert found["totals"] == {
        "overall": 2,
        "last_30_days": 2,
        "category:coding": 1,
        "language:de": 1,
        "side_by_side": 1,
        "usage": 1,
    }
    assert found["elo"]["ant"] > 1500 > found["elo"]["bee"]


async def test_counting_again_changes_nothing(database: Database) -> None:
    await put(database, *random_ballots(200))
    await count(database)
    before = await boards(database)
    assert await count(database) == counts.CountReport(0, 0)
    assert await boards(database) == before


async def test_recounting_from_raw_votes_gives_the_same_boards_to_the_bit(database: Database) -> None:
    votes = random_ballots(600)
    for start in range(0, len(votes), 37):
        await put(database, *votes[start : start + 37])
        await count(database)
    grown = await boards(database)
    await recount(database)
    assert await boards(database) == grown


async def test_a_vote_that_was_committed_late_takes_its_place_in_the_online_elo(database: Database) -> None:
    votes = random_ballots(60)
    late = votes.pop(20)
    await put(database, *votes)
    await count(database)
    await put(database, late)
    await count(database)
    grown = await boards(database)
    await recount(database)
    assert await boards(database) == grown


async def test_a_broken_vote_is_named_and_holds_up_nobody(database: Database) -> None:
    await put(database, ballot("ant", "ant", "tie"), ballot("ant", "bee", "maybe"), ballot("ant", "bee", "tie"))
    report = await count(database)
    assert (report.processed, report.failed) == (1, 2)
    async with database.unit() as session:
        reasons = (await session.execute(select(Vote.error_message).order_by(Vote.error_message))).scalars().all()
    assert reasons == ["Both sides are the same model.", "The vote 'maybe' is unknown.", None]


async def test_f12_two_workers_at_once_give_the_boards_of_one(database: Database) -> None:
    votes = random_ballots(300)
    for start in range(0, len(votes), 50):
        await put(database, *votes[start : start + 50])
        reports = await asyncio.gather(*(count(database) for _ in range(4)))
        assert sum(report.processed for report in reports) == 50
    grown = await boards(database)
    await recount(database)
    assert await boards(database) == grown


async def test_a_crash_in_the_middle_changes_nothing(database: Database) -> None:
    await put(database, *random_ballots(50))

    async def crash() -> None:
        async with database.unit() as session:
            await counts.count_pending(session, rules=RULES)
            raise RuntimeError("the power went out")

    with pytest.raises(RuntimeError):
        await crash()
    async with database.unit() as session:
        assert (await session.execute(select(ModelStats))).first() is None
        assert (await session.execute(select(Vote.processing_status).distinct())).scalars().all() == ["pending"]
    assert (await count(database)).processed == 50


async def test_votes_that_no_longer_count_leave_the_boards_when_recounted(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", categories=["math"]), ballot("ant", "cat", "tie", voter="liar"))
    await count(database)
    async with database.unit() as session:
        await session.execute(update(Vote).where(Vote.voter == "visitor").values(counted=False))
    await recount(database)
    found = await boards(database)
    assert found["totals"] == {"overall": 1, "last_30_days": 1}
    assert set(found["elo"]) == {"ant", "cat"}


async def check(database: Database) -> bool:
    async with database.unit() as session:
        return not (await corrections.find_differences(session)).missing


async def test_wrong_counts_are_noticed_and_mended(database: Database) -> None:
    await put(database, *random_ballots(200))
    await count(database)
    right = await boards(database)
    assert await check(database)
    assert await boards(database) == right
    for damage in (
        "UPDATE pair_totals SET wins_a = wins_a + 1 WHERE facet = 'category:math'",
        "DELETE FROM pair_counts WHERE model_a = 'ant'",
        "INSERT INTO pair_totals (source, facet, model_a, model_b) VALUES ('human', 'category:nothing', 'a', 'b')",
    ):
        async with database.unit() as session:
            await session.execute(text(damage))
        assert not await check(database)
        assert not await flow.correct_counts(database, rules=RULES)
        assert await boards(database) == right
        assert await flow.correct_counts(database, rules=RULES)


async def test_a_vote_stays_on_the_boards_it_was_cast_for(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, status="voted")
        cast = ballot("a", "b", VoteWord.LEFT_BETTER, categories=["math"])
        cast.battle_id = battle.battle_id
        session.add(cast)
    await count(database)
    async with database.unit() as session:
        wanted = CategoriesIn(categories=["coding"], language="de")
        shown = await battles.set_categories(session, owner=OWNER, battle_id=battle.battle_id, wanted=wanted)
    assert (shown.categories, shown.language) == (["coding"], "de")
    assert await check(database)
    assert set((await boards(database))["totals"]) >= {"category:math"}


async def test_old_votes_leave_the_board_of_the_last_thirty_days(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie"), ballot("ant", "bee", "tie", created_at=NOON - timedelta(days=90)))
    await count(database)
    assert (await boards(database))["totals"] == {"overall": 2, "last_30_days": 1}


async def test_the_worker_says_when_it_last_ran(database: Database) -> None:
    await put(database, *random_ballots(10))
    await count(database)
    async with database.unit() as session:
        status = (await session.execute(select(WorkerStatus))).scalar_one()
    assert (status.worker_name, status.status, status.votes_processed) == ("ratings", "ok", 10)


async def test_a_failure_is_over_when_the_next_run_has_nothing_to_do(database: Database) -> None:
    async with database.unit() as session:
        await runs.save_failure(session, worker=counts.WORKER, reason="the database was away")
    assert await count(database) == counts.CountReport(0, 0)
    async with database.unit() as session:
        status = (await session.execute(select(WorkerStatus))).scalar_one()
    assert (status.status, status.error_message) == ("ok", None)


async def test_boards_that_hold_style_equal(database: Database) -> None:
    await put(database, *random_ballots(400))
    await count(database)
    async with database.unit() as session:
        styled = await counts.fit_styled(session)
    async with database.unit() as session:
        await counts.write_styled(session, boards=styled, rules=RULES)
    async with database.unit() as session:
        styled = (await session.execute(select(Board).where(Board.board.like("style_control%")))).scalars().all()
    assert {board.board for board in styled} >= {"style_control", "style_control:coding", "style_control:math"}
    effects = next(board for board in styled if board.board == "style_control").facts["style_effects"]
    assert set(effects) == {"length", "headers", "lists", "bold"}
    assert all(one["low"] <= one["effect"] <= one["high"] for one in effects.values())
