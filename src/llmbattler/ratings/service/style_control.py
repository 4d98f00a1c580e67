"""The style-controlled boards: the same votes, with length and formatting held equal."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llmbattler.core.db import Session
from llmbattler.core.live import publish

from .. import repository
from ..boards import BoardKind, BoardName
from ..estimation.arrays import Index
from ..estimation.counts import CodedVotes, Outcome, PairCounts, Places, code_outcomes
from ..estimation.standings import SCALE, move_to_anchor
from ..estimation.style import Features, StyleFit, fit_coded, measure
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


def fit_board(name: BoardName, votes: CodedVotes, styles: ArrayLike) -> StyledBoard:
    """Fit one board from votes and eight measures of each; with too few votes it is empty."""
    features = np.asarray(styles, dtype=np.float64).reshape(-1, 2 * _NUMBERS)
    if len(votes) < FEWEST_VOTES:
        votes, features = CodedVotes.of((), (), ()), features[:0]
    fitted = fit_coded(votes, features[:, :_NUMBERS], features[:, _NUMBERS:])
    return StyledBoard(name, PairCounts.from_coded(votes), fitted)


class StyledVotes:
    """Collects votes for the style-controlled boards: one for all of them, one for each category."""

    def __init__(self) -> None:
        self._models, self._groups = Places(), _Groups()
        self._parts: list[tuple[Index, ...]] = []
        self._styles: list[NDArray[np.int32]] = []

    def add(
        self,
        left: Sequence[str],
        right: Sequence[str],
        outcomes: Sequence[Outcome],
        styles: NDArray[np.int32],
        categories: Sequence[tuple[str, ...]],
    ) -> None:
        models = self._models
        group = np.fromiter(map(self._groups.__getitem__, categories), np.intp, len(categories))
        self._parts.append((models.number(left), models.number(right), code_outcomes(outcomes), group))
        self._styles.append(styles)

    def fit(self) -> list[StyledBoard]:
        """Fit each board."""
        if not self._parts:
            return []
        left, right, outcome, group = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        styles = np.concatenate(self._styles)
        names, boards = list(self._models), []
        for category in (None, *dict.fromkeys(one for categories in self._groups for one in categories)):
            times = np.array([1 if category is None else categories.count(category) for categories in self._groups])
            kept = np.repeat(np.arange(len(group)), times[group])
            votes = CodedVotes.sort(names, left[kept], right[kept], outcome[kept])
            boards.append(fit_board(BoardName(BoardKind.STYLE_CONTROL, category), votes, styles[kept]))
        return boards


class _Groups(dict[tuple[str, ...], int]):
    """Numbers sets of categories at first use."""

    def __missing__(self, categories: tuple[str, ...]) -> int:
        place = self[categories] = len(self)
        return place


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
    return [fit_board(name, CodedVotes.of((), (), ()), ()) for name in gone]


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
