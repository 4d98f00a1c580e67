"""Read current and past boards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.generation.classification.service import CATEGORIES

from .. import repository
from ..boards import BoardKind, BoardName
from ..errors import BoardNotFound, UnknownCategory
from ..rules import RatingRules
from ..schemas import (
    BoardIn,
    HistoryIn,
    HistoryLineOut,
    HistoryOut,
    HistoryPointOut,
    LeaderboardMetadata,
    LeaderboardRowOut,
)
from .presentation import (
    BoardState,
    Standing,
    describe_all,
    read_board_state,
    read_snapshot_state,
    show_metadata,
    show_row,
)

BEST = 10
ALL_BATTLES = frozenset({BoardKind.OVERALL.value, "all", "text"})
"""Names of no category. Other arenas call their general board "Text"."""
_KNOWN = f"The categories are: overall, {', '.join(CATEGORIES)}."
POINTS = 400
"""Charts do not need more points, so some are left out."""


@dataclass(frozen=True, slots=True)
class WholeBoard:
    """A board before filters and sorting; best first."""

    name: BoardName
    rows: tuple[LeaderboardRowOut, ...]
    metadata: LeaderboardMetadata


def choose_board(wanted: BoardIn) -> BoardName:
    """Return the board of a query."""
    name = _read_category(wanted.category) if wanted.category else parse_board(wanted.board)
    if name.kind is BoardKind.CATEGORY and name.which not in CATEGORIES:
        raise UnknownCategory(_KNOWN)
    styled = name.styled() if wanted.style_control else name
    if styled is None:
        raise BoardNotFound("Style is held equal only on the overall board and on those of categories.")
    return styled


def _read_category(text: str) -> BoardName:
    """Read a category as people write it: in any case, with spaces or dashes."""
    if ":" in text:
        return parse_board(text)
    plain = re.sub(r"[\s-]+", "_", text.strip().lower())
    if plain in ALL_BATTLES:
        return BoardName(BoardKind.OVERALL)
    return BoardName(BoardKind.CATEGORY, plain)


def parse_board(text: str) -> BoardName:
    name = BoardName.parse(text)
    if name is None:
        raise BoardNotFound
    return name


async def read_state(session: Session, *, name: BoardName, rules: RatingRules) -> BoardState:
    """Read a board as it may be shown now: delayed on some sites."""
    if rules.delay > timedelta(0):
        now = await get_transaction_time(session)
        return read_snapshot_state(await repository.get_snapshot(session, str(name), now - rules.delay))
    board = await repository.get_board(session, str(name))
    rows = await repository.list_stats(session, str(name))
    mark = await repository.get_newest_elo(session) if name.kind is BoardKind.OVERALL else None
    return read_board_state(board, rows, mark.ratings if mark else {})


async def find_hidden_day(session: Session, rules: RatingRules) -> date | None:
    """Return the first day whose votes between two models are hidden, on a site with delayed boards.

    Votes are counted by day, so a whole day is left out as soon as a part of it must be.
    """
    if rules.delay > timedelta(0):
        return ((await get_transaction_time(session)) - rules.delay).date()
    return None


async def read_standings(session: Session, *, model_id: str, rules: RatingRules) -> dict[BoardName, Standing]:
    """Read one model on every board, as it may be shown now."""
    if rules.delay <= timedelta(0):
        stats = await repository.list_stats_of_models(session, [model_id])
        return {name: Standing.of(row) for row in stats if (name := BoardName.parse(row.board)) is not None}
    shown: dict[BoardName, Standing] = {}
    boards = [BoardName.parse(board) for board, _ in await repository.list_board_totals(session)]
    for name in filter(None, boards):
        state = await read_state(session, name=name, rules=rules)
        for one in state.standings:
            if one.model_id == model_id:
                shown[name] = one
    return shown


async def read_board(session: Session, *, name: BoardName, rules: RatingRules) -> WholeBoard:
    """Read a whole board. One without votes is empty; an invalid one raises `BoardNotFound`."""
    until = (await get_transaction_time(session)) - rules.delay if rules.delay > timedelta(0) else None
    boards = await repository.list_board_totals(session, until)
    plain = name.which is None or name.kind in {BoardKind.CATEGORY, BoardKind.LANGUAGE, BoardKind.STYLE_CONTROL}
    if not plain and str(name) not in {board for board, _ in boards}:
        raise BoardNotFound
    state = await read_state(session, name=name, rules=rules)
    ordered = sorted(state.standings, key=lambda one: (-one.rating, one.model_id))
    named = [name, *(BoardName.parse(board) for board, _ in boards)]
    contestants = await describe_all(session, [one.model_id for one in ordered], named)
    rows = tuple(show_row(one, contestants, rules) for one in ordered)
    seen = [row for row in rows if row.vote_count >= rules.min_votes]
    metadata = show_metadata(
        name, state, boards=boards, contestants=contestants, rows=seen, rated=len(rows), rules=rules
    )
    return WholeBoard(name, rows, metadata)


async def read_history(session: Session, *, wanted: HistoryIn, rules: RatingRules) -> HistoryOut:
    """Read the history of ratings."""
    name = choose_board(wanted)
    until = (await get_transaction_time(session)) - rules.delay
    times = await _choose_times(session, name, wanted, until)
    chosen = list(dict.fromkeys(wanted.models)) or await _find_best(session, name, times, rules)
    contestants = await describe_all(session, chosen)
    found = await repository.list_values(session, str(name), times, chosen)
    lines = [
        HistoryLineOut(
            model_id=model,
            model_name=contestants[model].name,
            points=[_point(at, values) for at, every in found if (values := every[place]) is not None],
        )
        for place, model in enumerate(chosen)
    ]
    return HistoryOut(board=str(name), lines=lines)


async def _choose_times(session: Session, name: BoardName, wanted: HistoryIn, until: datetime) -> Sequence[datetime]:
    if wanted.at is not None:
        found = await repository.get_snapshot(session, str(name), min(wanted.at, until))
        return [found.at] if found else []
    every = await repository.list_snapshot_times(session, str(name), wanted.since, until)
    step = -(-len(every) // POINTS) or 1
    return [*reversed(every[::-1][::step])]  # always includes the newest one


async def _find_best(session: Session, name: BoardName, times: Sequence[datetime], rules: RatingRules) -> list[str]:
    newest = await repository.get_snapshot(session, str(name), times[-1]) if times else None
    standings = [one for one in read_snapshot_state(newest).standings if one.votes >= rules.min_votes]
    return [one.model_id for one in sorted(standings, key=lambda one: -one.rating)[:BEST]]


def _point(at: datetime, values: Mapping[str, Any]) -> HistoryPointOut:
    return HistoryPointOut(
        at=at,
        elo_score=round(values["rating"], 1),
        ci_low=round(values["ci_low"], 1),
        ci_high=round(values["ci_high"], 1),
        rank=values["rank"],
        vote_count=sum(values[word] for word in ("wins", "losses", "ties", "both_bad")),
        online_elo=None if values["elo"] is None else round(values["elo"], 1),
    )
