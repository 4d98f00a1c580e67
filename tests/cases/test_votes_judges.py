"""What models say of battles never touches what people said."""

from collections.abc import AsyncIterator, Sequence

import pytest
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.judges.judge_setup import BAD, FAIR, GOOD, JUDGE, judge_all, store_battles
from tests.arena.rows import all_rows

from llmbattler.arena.judges import service as judging
from llmbattler.arena.vote_counts.service.counts import count_pending, recount
from llmbattler.core.db import Base, Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.models import Board, ModelStats, ModelStatsHistory, OnlineElo, PairCount, PairTotal
from llmbattler.ratings.service import RatingRules
from llmbattler.testing import Script, ScriptedProvider

OF_JUDGE = f"judge:{JUDGE}"


@pytest.fixture
async def judge_site(resources: Resources) -> AsyncIterator[Resources]:
    async with ScriptedProvider() as provider:
        for contestant in (ALPHA, BETA):
            provider.script(contestant, Script())
        provider.script(JUDGE, FAIR)
        await offer(resources, provider, ALPHA, BETA, JUDGE)
        yield resources


def get_source(row: Base) -> str:
    return str(getattr(row, "source", None) or getattr(row, "board", None) or "human")


async def everything(database: Database, *, judges: bool) -> Sequence[object]:
    """All numbers of the judge's board, or all others."""
    tables = (Board, ModelStats, ModelStatsHistory, OnlineElo, PairCount, PairTotal)
    return [
        {column.name: getattr(row, column.name) for column in table.__table__.columns}
        for table in tables
        for row in sorted(
            await all_rows(database, table), key=lambda row: str(row.__mapper__.primary_key_from_instance(row))
        )
        if (get_source(row) == OF_JUDGE) == judges
    ]


async def test_v26_judge_votes_have_a_board_of_their_own(judge_site: Resources, database: Database) -> None:
    await store_battles(database, 12)
    await store_battles(database, 6, answers=(BAD, GOOD))  # where the judge disagrees with the people
    async with database.unit() as session:
        await count_pending(session, rules=RatingRules())
    people = await everything(database, judges=False)
    assert people
    assert not await everything(database, judges=True)

    assert (await judge_all(judge_site)).counted == 18
    assert await everything(database, judges=False) == people
    judged = {row.model_id: row.wins for row in await all_rows(database, ModelStats) if row.board == OF_JUDGE}
    assert judged == {ALPHA: 12, BETA: 6}

    judges = await everything(database, judges=True)
    await store_battles(database, 1)
    async with database.unit() as session:
        await count_pending(session, rules=RatingRules())
    assert await everything(database, judges=True) == judges
    human = {row.facet: row.wins_a for row in await all_rows(database, PairTotal) if row.source == "human"}
    assert human["overall"] == 19

    async with database.unit() as session:
        await recount(session, rules=RatingRules())
        await judging.recount(session, rules=RatingRules())
    assert {row.facet: row.wins_a for row in await all_rows(database, PairTotal) if row.source == "human"} == human
    assert {row.wins_a for row in await all_rows(database, PairTotal) if row.source == OF_JUDGE} == {12}
