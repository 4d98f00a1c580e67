"""Boards that change without growing."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from llmbattler.arena.vote_counts.flow import refresh_slow_figures
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.ratings.boards import BoardKind, BoardName
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import HistoryIn
from llmbattler.ratings.service import leaderboards

pytestmark = pytest.mark.usefixtures("voted")

AN_HOUR = RatingRules(delay=timedelta(hours=1))
CODING = BoardName(BoardKind.CATEGORY, "coding")


async def pass_time(database: Database) -> None:
    """Move all snapshots two hours back: far away first, since none may get the time of a later one."""
    async with database.unit() as session:
        for shift in ("- interval '50 years'", "+ interval '50 years' - interval '2 hours'"):
            await session.execute(text(f"UPDATE model_stats_history SET at = at {shift}"))  # noqa: S608


async def empty_coding(database: Database) -> None:
    """As when all who voted on code are excluded."""
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET counted = false WHERE 'coding' = ANY(categories)"))
    async with database.unit() as session:
        await counting.recount(session, rules=RatingRules())


async def read(database: Database) -> tuple[int, set[str], set[str]]:
    """How many rows the board has, which boards there are, and those on the page of a model."""
    async with database.unit() as session:
        whole = await leaderboards.read_board(session, name=CODING, rules=AN_HOUR)
        of_a_model = await leaderboards.read_standings(session, model_id="ant", rules=AN_HOUR)
    return len(whole.rows), {board.board for board in whole.metadata.boards}, {str(name) for name in of_a_model}


async def test_an_emptied_board_is_empty_on_a_delayed_site(database: Database) -> None:
    await pass_time(database)
    await empty_coding(database)
    rows, boards, _ = await read(database)
    assert rows == 4, "an hour ago nobody was excluded"
    assert "category:coding" in boards
    await pass_time(database)
    rows, boards, of_a_model = await read(database)
    assert rows == 0
    assert "category:math" in boards & of_a_model
    assert "category:coding" not in boards | of_a_model


async def test_the_past_of_an_emptied_board_stays(database: Database) -> None:
    await pass_time(database)
    await empty_coding(database)
    async with database.unit() as session:
        past = await leaderboards.read_history(session, wanted=HistoryIn(board=str(CODING)), rules=RatingRules())
    assert [len(line.points) for line in past.lines] == [1, 1, 1, 1]


async def test_slow_figures_are_shown_on_a_delayed_site(database: Database) -> None:
    for _ in range(2):
        await refresh_slow_figures(database, rules=AN_HOUR)
    await pass_time(database)
    async with database.unit() as session:
        whole = await leaderboards.read_board(session, name=BoardName(BoardKind.OVERALL), rules=AN_HOUR)
    assert whole.metadata.robustness


async def test_robustness_is_unknown_without_ranked_models(database: Database) -> None:
    async def read() -> int | None:
        await refresh_slow_figures(database, rules=RatingRules())
        async with database.unit() as session:
            whole = await leaderboards.read_board(session, name=BoardName(BoardKind.OVERALL), rules=RatingRules())
        return whole.metadata.robustness

    assert await read()
    async with database.unit() as session:
        all_but_two = (
            "UPDATE votes SET counted = false WHERE vote_id NOT IN "
            "(SELECT vote_id FROM votes WHERE counted AND mode = 'battle' LIMIT 2)"
        )
        await session.execute(text(all_but_two))
    async with database.unit() as session:
        await counting.recount(session, rules=RatingRules())
    assert await read() is None
