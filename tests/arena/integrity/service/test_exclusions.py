"""Excluding voters concurrently."""

import asyncio

from sqlalchemy import select, text

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.arena.integrity.service import exclusions
from llmbattler.arena.integrity.service.exclusions import Decision
from llmbattler.arena.models import Vote
from llmbattler.arena.recounts.flow import run_recounts
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.ratings.models import Board
from llmbattler.ratings.service import vote_counts
from tests.arena.integrity.voted_sites import RULES, count
from tests.arena.vote_counts.ballots import ballot, put, random_ballots

DECISION = Decision(COMMAND_LINE, "liar")


async def test_a_review_does_not_exclude_whom_a_moderator_restores_meanwhile(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", voter="liar"), ballot("ant", "bee", "tie"))
    await count(database)
    async with database.unit() as session:
        await session.execute(text("INSERT INTO exclusions (voter, excluded_by) VALUES ('liar', 'somebody')"))
    async with database.unit() as session:
        await exclusions.exclude_moved_votes(session)
    async with database.unit() as session:
        await exclusions.restore(session, voters=["liar"], decision=DECISION)
    await run_recounts(database, rules=RULES)
    async with database.unit() as session:
        found = (await session.execute(select(Vote.counted, Vote.flags).where(Vote.voter == "liar"))).all()
    assert [tuple(row) for row in found] == [(True, [])]


async def test_a_decision_waits_for_no_count(database: Database) -> None:
    """A decision is stored at once, although boards are being counted at that moment."""
    await put(database, *random_ballots(50, voter="liar"))
    async with database.unit() as counts:
        await vote_counts.lock(counts)
        async with asyncio.timeout(20), database.unit() as session:
            await exclusions.exclude(session, voters=["liar"], decision=DECISION)
        async with database.unit() as session:
            assert (await session.execute(text("SELECT count(*) FROM votes WHERE would_count"))).scalar_one() == 0


async def test_a_fit_from_before_an_exclusion_is_not_written_after_it(database: Database) -> None:
    """Style-controlled boards are fitted without a lock, so a moderator may exclude votes meanwhile."""

    async def count_styled() -> int:
        async with database.unit() as session:
            query = select(Board.total_votes).where(Board.board == "style_control")
            return (await session.execute(query)).scalar_one()

    await put(database, *random_ballots(200), *random_ballots(100, seed=2, voter="liar"))
    await count(database)
    async with database.unit() as session:
        seen = await counting.read_exclusions(session)
        fitted = await counting.fit_styled(session)
        await counting.write_styled(session, boards=fitted, rules=RULES, exclusions=seen)
    before = await count_styled()
    async with database.unit() as session:
        await exclusions.exclude(session, voters=["liar"], decision=DECISION)
    await run_recounts(database, rules=RULES)
    without = await count_styled()
    assert without < before
    async with database.unit() as session:
        await counting.write_styled(session, boards=fitted, rules=RULES, exclusions=seen)
    assert await count_styled() == without
