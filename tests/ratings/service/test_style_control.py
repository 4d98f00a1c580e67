"""Boards that hold style equal, as they are written down."""

import numpy as np
import pytest
from sqlalchemy import select

from llmbattler.core.db import Database
from llmbattler.ratings.boards import BoardKind, BoardName
from llmbattler.ratings.estimation.bradley_terry import Anchor
from llmbattler.ratings.estimation.counts import CodedVotes, Outcome
from llmbattler.ratings.models import Board, ModelStats
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service.style_control import StyledBoard, fit_board, write_boards

OVERALL = BoardName(BoardKind.STYLE_CONTROL)
CODING = BoardName(BoardKind.STYLE_CONTROL, "coding")
POINTS = 400 / np.log(10)


def make_board(name: BoardName, votes: int = 600) -> StyledBoard:
    """Two equal models; the longer answer wins more often, by half a logit."""
    chance = np.random.default_rng(1)
    longer = chance.choice([-1, 1], votes)
    won = chance.random(votes) < 1 / (1 + np.exp(-0.5 * longer))
    styles = [[300, 0, 0, 0, 100, 0, 0, 0] if one > 0 else [100, 0, 0, 0, 300, 0, 0, 0] for one in longer]
    return fit_board(
        name, CodedVotes.of(["a"] * votes, ["b"] * votes, [Outcome.A if one else Outcome.B for one in won]), styles
    )


def make_confounded(votes: int, seed: int) -> StyledBoard:
    """Two models, of which one always writes in bold and the other never does."""
    chance = np.random.default_rng(seed)
    length = chance.integers(100, 900, (votes, 2)).tolist()
    words = [[Outcome.A, Outcome.B, Outcome.TIE][place] for place in chance.integers(0, 3, votes)]
    styles = [[left, 0, 0, 3, right, 0, 0, 0] for left, right in length]
    return fit_board(OVERALL, CodedVotes.of(["bold"] * votes, ["plain"] * votes, words), styles)


async def write(database: Database, *boards: StyledBoard, rules: RatingRules | None = None) -> dict[str, Board]:
    async with database.unit() as session:
        await write_boards(session, boards=boards, rules=rules or RatingRules())
    async with database.unit() as session:
        return {row.board: row for row in (await session.execute(select(Board))).scalars()}


async def ratings(database: Database) -> dict[str, ModelStats]:
    async with database.unit() as session:
        return {row.model_id: row for row in (await session.execute(select(ModelStats))).scalars()}


async def test_what_style_is_worth_is_told_in_points(database: Database) -> None:
    written = await write(database, make_board(OVERALL))
    length = written["style_control"].facts["style_effects"]["length"]
    assert length["effect"] == pytest.approx(0.5 * POINTS, abs=0.2 * POINTS)
    assert 0 < length["low"] < length["effect"] < length["high"]
    assert written["style_control"].facts["style_effects"]["bold"] == {"effect": 0, "low": 0, "high": 0}


async def test_the_anchor_holds_here_too(database: Database) -> None:
    await write(database, make_board(OVERALL))
    free = await ratings(database)
    await write(database, make_board(OVERALL), rules=RatingRules(anchor=Anchor("b", 1234)))
    found = await ratings(database)
    assert found["b"].rating == pytest.approx(1234)
    assert found["a"].rating - found["b"].rating == pytest.approx(free["a"].rating - free["b"].rating)
    assert found["a"].ci_high - found["a"].rating == pytest.approx(free["a"].ci_high - free["a"].rating)
    await write(database, make_board(OVERALL), rules=RatingRules(anchor=Anchor("nobody", 1234)))
    assert (await ratings(database))["b"].rating == free["b"].rating


async def test_a_category_that_lost_all_its_votes_loses_its_board(database: Database) -> None:
    assert set(await write(database, make_board(OVERALL), make_board(CODING))) == {
        "style_control",
        "style_control:coding",
    }
    assert set(await write(database, make_board(OVERALL))) == {"style_control"}
    assert set(await write(database)) == set()
    assert await ratings(database) == {}


async def test_a_style_that_only_one_model_has_is_unknown_and_stops_nothing(database: Database) -> None:
    for seed in range(10):
        board = make_confounded(60 + seed, seed)
        bold = (await write(database, board))["style_control"].facts["style_effects"]["bold"]
        assert bold["low"] < -1000 < 1000 < bold["high"]
        found = await ratings(database)
        assert found["bold"].ci_high - found["bold"].rating > 1000
        assert {row.rank for row in found.values()} == {1}
