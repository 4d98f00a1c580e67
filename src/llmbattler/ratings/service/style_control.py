"""The style-controlled boards: the same votes, with length and formatting held equal."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from llmbattler.core.db import Session
from llmbattler.core.live import publish

from .. import repository
from ..boards import BoardKind, BoardName
from ..estimation.counts import Outcome, PairCounts
from ..estimation.standings import SCALE, move_to_anchor
from ..estimation.style import Features, StyleFit, fit_style, measure
from ..facts import BoardFacts
from ..rules import RatingRules
from .refits import ALL, BOARDS_TOPIC, write_board

FEWEST_VOTES = 50
"""With fewer votes the style board stays empty."""
_NUMBERS = len(Features._fields)


@dataclass(frozen=True, slots=True)
class StyledBoard:
    name: BoardName
    counts: PairCounts
    fitted: StyleFit


def measure_sides(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """Length, headers, lists and bold of the left answers, then of the right."""
    return [*_add_up(left), *_add_up(right)]


def _add_up(answers: Sequence[str]) -> list[int]:
    found = [measure(answer) for answer in answers] or [Features(0, 0, 0, 0)]
    return [sum(column) for column in zip(*found, strict=True)]


def fit_board(
    name: BoardName, votes: tuple[Sequence[str], Sequence[str], Sequence[Outcome]], styles: Sequence[Sequence[int]]
) -> StyledBoard:
    """Fit one board; with too few votes it is empty."""
    kept = styles if len(styles) >= FEWEST_VOTES else []
    left, right, outcome = (column[: len(kept)] for column in votes)
    features = np.asarray(kept, dtype=np.float64).reshape(-1, 2 * _NUMBERS)
    fitted = fit_style(left, right, outcome, features[:, :_NUMBERS], features[:, _NUMBERS:])
    return StyledBoard(name, PairCounts.from_votes(left, right, outcome), fitted)


async def write_boards(session: Session, *, boards: Sequence[StyledBoard], rules: RatingRules) -> None:
    """Replace all style-controlled boards. The caller holds the lock."""
    for board in [*boards, *await _list_emptied(session, boards)]:
        fitted = board.fitted.ratings
        await write_board(
            session,
            board=board.name,
            counts=board.counts,
            fitted=fitted if rules.anchor is None else move_to_anchor(fitted, rules.anchor),
            rules=rules,
            facts=_facts(board.fitted),
        )
    await publish(session, BOARDS_TOPIC, ALL)


async def _list_emptied(session: Session, boards: Sequence[StyledBoard]) -> list[StyledBoard]:
    """List the style-controlled boards that no longer have votes, for example after an exclusion."""
    kept = {board.name for board in boards}
    there = [BoardName.parse(board) for board, _ in await repository.list_board_totals(session)]
    gone = [name for name in there if name and name.kind is BoardKind.STYLE_CONTROL and name not in kept]
    return [fit_board(name, ((), (), ()), ()) for name in gone]


def _facts(fitted: StyleFit) -> BoardFacts:
    effects = zip(fitted.names, fitted.coefficients, fitted.ci_low, fitted.ci_high, strict=True)
    groups = [list(group) for group in fitted.ratings.components]
    return BoardFacts(
        smoothed=fitted.ratings.smoothed,
        groups=groups if len(groups) > 1 else [],
        style_effects={
            name: {"effect": float(SCALE * effect), "low": float(SCALE * low), "high": float(SCALE * high)}
            for name, effect, low, high in effects
        },
    )
