from datetime import UTC, datetime

import pytest

from llmbattler.generation.contestants.service import Description
from llmbattler.ratings.boards import BoardName
from llmbattler.ratings.models import ModelStatsHistory
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service.presentation import (
    EMPTY,
    Standing,
    label_of,
    read_snapshot_state,
    show_boards,
    show_row,
)

CONTESTANTS = {"gpt": Description(id="gpt", kind="model", name="GPT", organization="Acme")}
VALUES = {"rating": 1010.4, "ci_low": 990.2, "ci_high": 1030.6, "rank": 1, "rank_low": 1, "rank_high": 2}
VALUES |= {"wins": 4, "losses": 2, "ties": 1, "both_bad": 1}


@pytest.mark.parametrize(
    ("board", "label"),
    [
        ("overall", "Overall"),
        ("style_control:coding", "Style control: coding"),
        ("judge:gpt", "GPT"),
        ("category:hard_prompts", "Hard prompts"),
        ("language:de", "de"),
        ("import:My_set", "My_set"),
    ],
)
def test_boards_have_labels_for_people(board: str, label: str) -> None:
    name = BoardName.parse(board)
    assert name is not None
    assert label_of(name, CONTESTANTS) == label


def test_a_row_rounds_ratings_and_counts_ties_as_half_a_win() -> None:
    standing = Standing("gpt", **VALUES, elo=1516.2)  # type: ignore[arg-type]
    row = show_row(standing, CONTESTANTS, RatingRules(preliminary_below=9))
    assert (row.elo_score, row.elo_ci, row.ci_low, row.ci_high, row.online_elo) == (1010, 20, 990, 1031, 1516)
    assert (row.vote_count, row.win_rate, row.both_bad_rate) == (8, 5 / 8, 1 / 8)
    assert row.preliminary
    assert not show_row(standing, CONTESTANTS, RatingRules(preliminary_below=8)).preliminary


def test_boards_are_listed_by_kind_and_then_by_votes() -> None:
    boards = [("category:a", 1), ("category:b", 5), ("unknown kind", 9), ("overall", 3)]
    assert [one.board for one in show_boards(boards, CONTESTANTS)] == ["overall", "category:b", "category:a"]


def test_the_overall_board_is_listed_without_votes() -> None:
    shown = [(one.board, one.total_votes) for one in show_boards([("usage", 4)], CONTESTANTS)]
    assert shown == [("overall", 0), ("usage", 4)]


def test_a_snapshot_becomes_the_state_of_its_time() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    snapshot = ModelStatsHistory(board="overall", at=at, total_votes=8, rows={"gpt": {**VALUES, "elo": None}}, facts={})
    state = read_snapshot_state(snapshot)
    assert (state.total_votes, state.updated_at, state.standings[0].votes) == (8, at, 8)
    assert read_snapshot_state(None) is EMPTY
