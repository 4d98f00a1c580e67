from datetime import timedelta

import pytest

from llmbattler.core.db import Database
from llmbattler.ratings.boards import BoardKind, BoardName
from llmbattler.ratings.errors import BoardNotFound
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import BoardIn, HistoryIn
from llmbattler.ratings.service.leaderboards import choose_board, find_hidden_day, read_board, read_history
from llmbattler.ratings.service.vote_counts import Outcome
from tests.ratings.counted import count_votes

VOTES = (("a", "b", Outcome.A, 6), ("a", "b", Outcome.B, 2))


@pytest.mark.parametrize(
    ("wanted", "board"),
    [
        (BoardIn(), "overall"),
        (BoardIn(category="overall"), "overall"),
        (BoardIn(category="coding"), "category:coding"),
        (BoardIn(category="language:de"), "language:de"),
        (BoardIn(category="coding", style_control=True), "style_control:coding"),
        (BoardIn(board="style_control", style_control=True), "style_control"),
    ],
)
def test_a_query_chooses_one_board(wanted: BoardIn, board: str) -> None:
    assert str(choose_board(wanted)) == board


@pytest.mark.parametrize("wanted", [BoardIn(board="nothing"), BoardIn(board="side_by_side", style_control=True)])
def test_a_board_that_cannot_exist_is_not_found(wanted: BoardIn) -> None:
    with pytest.raises(BoardNotFound):
        choose_board(wanted)


async def test_a_board_is_read_best_first_and_a_judge_without_votes_has_none(database: Database) -> None:
    await count_votes(database, *VOTES)
    async with database.unit() as session:
        whole = await read_board(session, name=BoardName(BoardKind.OVERALL), rules=RatingRules())
        empty = await read_board(session, name=BoardName(BoardKind.CATEGORY, "coding"), rules=RatingRules())
        with pytest.raises(BoardNotFound):
            await read_board(session, name=BoardName(BoardKind.JUDGE, "nobody"), rules=RatingRules())
    assert [(row.model_id, row.vote_count) for row in whole.rows] == [("a", 8), ("b", 8)]
    assert whole.metadata.total_votes == 8
    assert empty.rows == ()


async def test_a_delay_hides_the_newest_snapshot(database: Database) -> None:
    await count_votes(database, *VOTES)
    delayed = RatingRules(delay=timedelta(hours=1))
    async with database.unit() as session:
        assert [line.model_id for line in (await read_history(session, wanted=HistoryIn(), rules=RatingRules())).lines]
        assert (await read_history(session, wanted=HistoryIn(), rules=delayed)).lines == []
        assert await find_hidden_day(session, RatingRules()) is None
        assert await find_hidden_day(session, delayed) is not None
