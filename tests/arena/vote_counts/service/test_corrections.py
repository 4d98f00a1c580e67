"""Counts are compared with the votes and corrected, while other votes are counted."""

from sqlalchemy import text, update

from llmbattler.arena.models import Vote
from llmbattler.arena.vote_counts.service import corrections, counts
from llmbattler.core.db import Database
from llmbattler.ratings.service import RatingRules
from tests.arena.vote_counts.ballots import ballot, put, random_ballots
from tests.arena.vote_counts.service.test_counts import boards, count, recount

RULES = RatingRules()


async def test_windows_cover_all_votes(database: Database) -> None:
    await put(database, *random_ballots(120))
    await count(database)
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET created_at = created_at - interval '1 day' * (random() * 100)"))
    await recount(database)
    async with database.unit() as session:
        assert len(await corrections.repository.list_windows(session, corrections.WINDOW_DAYS)) >= 3
        assert not (await corrections.find_differences(session)).missing


async def test_no_votes_are_no_difference(database: Database) -> None:
    async with database.unit() as session:
        assert not (await corrections.find_differences(session)).missing


async def test_nothing_is_applied_after_an_exclusion(database: Database) -> None:
    await put(database, *random_ballots(30), ballot("ant", "bee", "tie", voter="liar"))
    await count(database)
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_totals SET ties = ties + 5"))
    async with database.unit() as session:
        found = await corrections.find_differences(session)
    assert found.missing
    async with database.unit() as session:
        await session.execute(update(Vote).where(Vote.voter == "liar").values(would_count=True, counted=False))
        await counts.recount(session, rules=RULES)
    right = await boards(database)
    async with database.unit() as session:
        assert not await corrections.apply_elo(session, found=found)
        assert not await corrections.apply_facet(session, found=found, facet="overall", rules=RULES)
    assert await boards(database) == right
