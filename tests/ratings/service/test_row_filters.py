from typing import Any

import pytest

from llmbattler.generation.contestants.service import Description
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import LeaderboardIn, Order, SortBy
from llmbattler.ratings.service.presentation import Standing, show_row
from llmbattler.ratings.service.row_filters import choose_rows

MODELS = {
    "ant": Description(id="ant", kind="model", name="Ant One", organization="Acme", license="MIT"),
    "bee": Description(id="bee", kind="model", name="bee", organization="Bell", license="MIT"),
    "cat": Description(id="cat", kind="model", name="Cat"),
}


def _row(model: str, rating: float, votes: int) -> Any:
    standing = Standing(model, rating, rating - 10, rating + 10, 1, 1, 3, votes, 0, 0, 0)
    return show_row(standing, MODELS, RatingRules())


ROWS = [_row("bee", 1100, 9), _row("cat", 1000, 3), _row("ant", 900, 9)]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (LeaderboardIn(), ["bee", "cat", "ant"]),
        (LeaderboardIn(sort_by=SortBy.ELO_SCORE), ["bee", "cat", "ant"]),
        (LeaderboardIn(sort_by=SortBy.ELO_SCORE, order=Order.ASC), ["ant", "cat", "bee"]),
        (LeaderboardIn(sort_by=SortBy.VOTE_COUNT), ["bee", "ant", "cat"]),
        (LeaderboardIn(sort_by=SortBy.MODEL_NAME), ["ant", "bee", "cat"]),
        (LeaderboardIn(q="ACME one"), ["ant"]),
        (LeaderboardIn(q="acme bell"), []),
        (LeaderboardIn(organization="Bell", license="MIT"), ["bee"]),
        (LeaderboardIn(min_votes=4), ["bee", "ant"]),
    ],
)
def test_rows_are_searched_filtered_and_sorted(wanted: LeaderboardIn, expected: list[str]) -> None:
    assert [row.model_id for row in choose_rows(ROWS, wanted, min_votes=1)] == expected


@pytest.mark.parametrize("order", Order)
def test_unknown_values_come_last_in_either_order(order: Order) -> None:
    wanted = LeaderboardIn(sort_by=SortBy.ORGANIZATION, order=order)
    assert choose_rows(ROWS, wanted, min_votes=1)[-1].model_id == "cat"


def test_the_minimum_of_the_site_holds_unless_the_query_has_its_own() -> None:
    assert len(choose_rows(ROWS, LeaderboardIn(), min_votes=5)) == 2
    assert len(choose_rows(ROWS, LeaderboardIn(min_votes=0), min_votes=5)) == 3
