"""Comparisons: two models, all pairs of a board, one model against all others."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from llmbattler.core.db import Session
from llmbattler.generation.contestants.errors import ContestantNotFound
from llmbattler.generation.contestants.service import Description

from .. import repository
from ..boards import HUMAN, OVERALL, BoardKind, BoardName
from ..errors import SameModel
from ..estimation.bradley_terry import Ratings, fit
from ..estimation.counts import CountRow, PairCounts
from ..estimation.prediction import observed, votes_to_separate, win_probability
from ..estimation.standings import Estimate
from ..rules import RatingRules
from ..schemas import (
    EstimateOut,
    MatrixCellOut,
    MatrixIn,
    MatrixModelOut,
    MatrixOut,
    ModelBoardOut,
    ModelRatingsOut,
    OpponentOut,
    RecordOut,
    VersusBoardOut,
    VersusModelOut,
    VersusOut,
)
from .fits import Fits
from .leaderboards import choose_board, find_hidden_day, read_standings, read_state
from .presentation import Standing, describe_all, label_of, show_row

_MOST = 20
_ORDER = list(BoardKind)


async def compare(session: Session, *, a: str, b: str, rules: RatingRules, fits: Fits) -> VersusOut:
    """Compare two models on every board."""
    if a == b:
        raise SameModel
    _check_storable(a, b)
    overall = await read_state(session, name=BoardName(BoardKind.OVERALL), rules=rules)
    standings = {one.model_id: one for one in overall.standings}
    before = await find_hidden_day(session, rules)
    met = {
        name: row.counts
        for row in await repository.list_pair(session, a, b, before)
        if (row.source == HUMAN or row.facet == OVERALL)
        and (name := BoardName.parse(row.facet if row.source == HUMAN else row.source)) is not None
    }
    contestants = await describe_all(session, (a, b), met)
    _check_known(contestants, {*standings, *((a, b) if met else ())}, (a, b))
    boards = []
    for name, counted in met.items():
        fitted = await fits.get(session, name, rules)
        boards.append(_compare_on(name, fitted.ratings, _record(counted, a), a, b, contestants))
    boards.sort(key=lambda one: (_ORDER.index(one.kind), -_votes(one.record), one.board))
    counts = (await fits.get(session, BoardName(BoardKind.OVERALL), rules)).counts
    return VersusOut(
        a=_side(contestants[a], standings.get(a), rules),
        b=_side(contestants[b], standings.get(b), rules),
        boards=boards,
        votes_to_separate=await asyncio.to_thread(_needed, counts, a, b),
    )


def _compare_on(
    name: BoardName, fitted: Ratings, record: RecordOut, a: str, b: str, contestants: Mapping[str, Description]
) -> VersusBoardOut:
    return VersusBoardOut(
        board=str(name),
        kind=name.kind,
        label=label_of(name, contestants),
        record=record,
        observed=_seen(record),
        predicted=_estimate(win_probability(fitted, a, b)),
    )


def _needed(counts: PairCounts, a: str, b: str) -> int | None:
    """How many more votes would separate them. Uses the plain fit, for which the effect of a vote is known."""
    if a not in counts.models or b not in counts.models:
        return None
    return votes_to_separate(fit(counts), counts, a, b)


def _side(one: Description, standing: Standing | None, rules: RatingRules) -> VersusModelOut:
    shown = standing is not None and standing.votes >= rules.min_votes
    row = show_row(standing, {one.id: one}, rules) if standing is not None and shown else None
    return VersusModelOut(
        model_id=one.id,
        model_name=one.name,
        organization=one.organization,
        status=one.status,
        elo_score=row.elo_score if row else None,
        elo_ci=row.elo_ci if row else None,
        rank=row.rank if row else None,
        vote_count=standing.votes if standing else 0,
    )


def _record(row: CountRow, first: str) -> RecordOut:
    forwards = row.model_a == first
    return RecordOut(
        wins=row.wins_a if forwards else row.wins_b,
        losses=row.wins_b if forwards else row.wins_a,
        ties=row.ties,
        both_bad=row.both_bad,
    )


def _votes(record: RecordOut) -> int:
    return record.wins + record.losses + record.ties + record.both_bad


def _seen(record: RecordOut) -> EstimateOut:
    return _estimate(observed(record.wins, record.losses, record.ties, record.both_bad))


def _estimate(found: Estimate) -> EstimateOut:
    return EstimateOut(value=found.value, low=found.low, high=found.high)


async def read_matrix(session: Session, *, wanted: MatrixIn, rules: RatingRules, fits: Fits) -> MatrixOut:
    """Return observed and predicted results of all pairs of the best or the given models."""
    name = choose_board(wanted)
    state = await read_state(session, name=name, rules=rules)
    enough = [one for one in state.standings if one.votes >= rules.min_votes]
    ordered = [one.model_id for one in sorted(enough, key=lambda one: (-one.rating, one.model_id))]
    chosen = [model for model in ordered if model in set(wanted.models)] if wanted.models else ordered[:_MOST]
    fitted = await fits.get(session, name, rules)
    met = [model for model in chosen if model in fitted.counts.models]
    cells = await asyncio.to_thread(_cells, fitted.counts, fitted.ratings, met)
    contestants = await describe_all(session, chosen)
    return MatrixOut(
        board=str(name),
        models=[MatrixModelOut(model_id=one, model_name=contestants[one].name) for one in chosen],
        cells=cells,
    )


def _cells(counts: PairCounts, fitted: Ratings, chosen: Sequence[str]) -> list[MatrixCellOut]:
    return [
        MatrixCellOut(a=a, b=b, record=_met(counts, fitted, a, b), predicted=_estimate(win_probability(fitted, a, b)))
        for place, a in enumerate(chosen)
        for b in chosen[place + 1 :]
    ]


def _met(counts: PairCounts, fitted: Ratings, a: str, b: str) -> RecordOut:
    i, j = fitted.place(a), fitted.place(b)
    return RecordOut(
        wins=int(counts.wins[i, j]),
        losses=int(counts.wins[j, i]),
        ties=int(counts.ties[i, j]),
        both_bad=int(counts.both_bad[i, j]),
    )


async def read_model(session: Session, *, model_id: str, rules: RatingRules) -> ModelRatingsOut:
    """Return one contestant on all boards and against all opponents."""
    _check_storable(model_id)
    before = await find_hidden_day(session, rules)
    opponents = await repository.list_opponents(session, HUMAN, OVERALL, model_id, before)
    standings = await read_standings(session, model_id=model_id, rules=rules)
    others = [_other(row.counts, model_id) for row in opponents]
    contestants = await describe_all(session, [model_id, *others], standings)
    _check_known(contestants, [model_id] if standings else [], [model_id])
    return ModelRatingsOut(
        model_id=model_id,
        model_name=contestants[model_id].name,
        boards=_boards(standings, contestants, rules),
        opponents=sorted(
            (_opponent(row.counts, model_id, contestants) for row in opponents),
            key=lambda one: (-_votes(one.record), one.model_id),
        ),
    )


def _boards(
    standings: Mapping[BoardName, Standing], contestants: Mapping[str, Description], rules: RatingRules
) -> list[ModelBoardOut]:
    found = [
        ModelBoardOut(
            board=str(name),
            kind=name.kind,
            label=label_of(name, contestants),
            row=show_row(standing, contestants, rules),
        )
        for name, standing in standings.items()
    ]
    seen = [one for one in found if one.row.vote_count >= rules.min_votes]
    return sorted(seen, key=lambda one: (_ORDER.index(one.kind), -one.row.vote_count, one.board))


def _opponent(row: CountRow, model_id: str, contestants: Mapping[str, Description]) -> OpponentOut:
    other = _other(row, model_id)
    record = _record(row, model_id)
    return OpponentOut(model_id=other, model_name=contestants[other].name, record=record, observed=_seen(record))


def _other(row: CountRow, model_id: str) -> str:
    return row.model_b if row.model_a == model_id else row.model_a


def _check_storable(*ids: str) -> None:
    if any("\0" in one for one in ids):  # PostgreSQL cannot even compare with a zero byte
        raise ContestantNotFound


def _check_known(contestants: Mapping[str, Description], rated: Collection[str], wanted: Sequence[str]) -> None:
    """Refuse unknown ids. A removed contestant is still shown if it has votes."""
    if any(not contestants[one].known and one not in rated for one in wanted):
        raise ContestantNotFound
