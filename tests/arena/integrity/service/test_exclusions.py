"""Excluding voters concurrently."""

import asyncio

from sqlalchemy import select, text

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.arena.integrity.service import exclusions
from llmbattler.arena.integrity.service.exclusions import Decision
from llmbattler.arena.models import Vote
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.ratings.models import Board
from tests.arena.integrity.voted_sites import RULES, count
from tests.arena.vote_counts.ballots import ballot, put, random_ballots
from tests.polling import wait_for_lock_conflict

DECISION = Decision(COMMAND_LINE, "liar", RULES)


async def test_a_review_does_not_exclude_whom_a_moderator_restores_meanwhile(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", voter="liar"), ballot("ant", "bee", "tie"))
    await count(database)
    async with database.unit() as session:
        await session.execute(text("INSERT INTO exclusions (voter, excluded_by) VALUES ('liar', 'somebody')"))

    async def settle() -> None:
        async with database.unit() as session:
            await exclusions.exclude_moved_votes(session, rules=RULES)

    async with database.unit() as session:
        await exclusions.restore(session, voters=["liar"], decision=DECISION)
        settling = asyncio.create_task(settle())
        await wait_for_lock_conflict(database)
    await settling
    async with database.unit() as session:
        found = (await session.execute(select(Vote.counted, Vote.flags).where(Vote.voter == "liar"))).all()
    assert [tuple(row) for row in found] == [(True, [])]


async def test_a_fit_from_before_an_exclusion_is_not_written_after_it(database: Database) -> None:
    """Style-controlled boards are fitted without a lock, so a moderator may exclude votes meanwhile."""

    async def count_styled() -> int:
        async with database.unit() as session:
            query = select(Board.total_votes).where(Board.board == "style_control")
            return (await session.execute(query)).scalar_one()

    await put(database, *random_ballots(200), *random_ballots(100, seed=2, voter="liar"))
    await count(database)
    async with database.unit() as session:
        excluded = await counting.count_excluded(session)
        fitted = await counting.fit_styled(session)
        await counting.write_styled(session, boards=fitted, rules=RULES, excluded=excluded)
    before = await count_styled()
    async with database.unit() as session:
        await exclusions.exclude(session, voters=["liar"], decision=DECISION)
    without = await count_styled()
    assert without < before
    async with database.unit() as session:
        await counting.write_styled(session, boards=fitted, rules=RULES, excluded=excluded)
    assert await count_styled() == without
