from datetime import timedelta

import pytest

from llmbattler.ratings.boards import BoardKind, BoardName, counted_boards, facets_of


@pytest.mark.parametrize(
    ("text", "source", "facet"),
    [
        ("overall", "human", "overall"),
        ("last_30_days", "human", "overall"),
        ("side_by_side", "human", "side_by_side"),
        ("usage", "human", "usage"),
        ("style_control", "human", "overall"),
        ("style_control:coding", "human", "category:coding"),
        ("category:coding", "human", "category:coding"),
        ("language:de", "human", "language:de"),
        ("judge:openai/gpt:4", "judge:openai/gpt:4", "overall"),
        ("import:My set", "import:My set", "overall"),
    ],
)
def test_a_board_knows_whose_and_which_votes_it_counts(text: str, source: str, facet: str) -> None:
    name = BoardName.parse(text)
    assert name is not None
    assert (str(name), name.source, name.facet) == (text, source, facet)


@pytest.mark.parametrize(
    "text", ["", "nothing", "overall:x", "category", "category:", "judge", "side_by_side:a", "usage:a", ":"]
)
def test_other_words_are_no_boards(text: str) -> None:
    assert BoardName.parse(text) is None


def test_only_one_board_looks_back_some_days() -> None:
    assert BoardName(BoardKind.LAST_30_DAYS).days == timedelta(days=30).days
    assert BoardName(BoardKind.OVERALL).days is None


@pytest.mark.parametrize(
    ("text", "styled"),
    [
        ("overall", "style_control"),
        ("category:math", "style_control:math"),
        ("style_control:math", "style_control:math"),
        ("language:de", "None"),
        ("judge:a", "None"),
    ],
)
def test_style_is_held_equal_overall_and_by_category(text: str, styled: str) -> None:
    name = BoardName.parse(text)
    assert name is not None
    assert str(name.styled()) == styled


def test_votes_feed_the_boards_of_their_facets() -> None:
    facets = facets_of(["coding", "hard"], "de")
    assert [str(board) for board in counted_boards("human", facets)] == [
        "category:coding",
        "category:hard",
        "language:de",
        "last_30_days",
        "overall",
    ]
    assert [str(board) for board in counted_boards("judge:a", facets)] == ["judge:a"]
    assert counted_boards("judge:a", ["category:coding"]) == []
    assert facets_of([], None) == ["overall"]
