"""Snapshots of a board at past times, for votes that were imported later."""

import asyncio
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from llmbattler.core.db import Session

from .. import repository
from ..boards import BoardKind, BoardName
from ..estimation.bradley_terry import fit
from ..estimation.counts import CodedVotes, Outcome, PairCounts, Places, code_outcomes
from ..rules import RatingRules
from . import elo
from .refits import make_rows


class PastVote(NamedTuple):
    voted_at: datetime
    model_a: str
    model_b: str
    outcome: Outcome


class _Snapshot(NamedTuple):
    at: datetime
    total: int
    rows: dict[str, Any]


async def add_past_snapshots(
    session: Session, *, board: BoardName, votes: Sequence[PastVote], at: Sequence[datetime], rules: RatingRules
) -> None:
    """Add snapshots of the board at these times, from the votes until then. Votes are in order.

    A time without a new vote since the one before gets none, as on a site where these votes were cast.
    """
    for snapshot in await asyncio.to_thread(lambda: list(_fit_snapshots(board, votes, sorted(at), rules))):
        await repository.add_snapshot(
            session, board=str(board), total_votes=snapshot.total, rows=snapshot.rows, facts={}, at=snapshot.at
        )


def _fit_snapshots(
    board: BoardName, votes: Sequence[PastVote], moments: Sequence[datetime], rules: RatingRules
) -> Iterator[_Snapshot]:
    online: dict[str, float] = {}
    seen = 0
    names = Places()
    first, second = names.number([vote.model_a for vote in votes]), names.number([vote.model_b for vote in votes])
    outcome = code_outcomes([vote.outcome for vote in votes])
    for moment in moments:
        until = bisect_right(votes, moment, key=lambda vote: vote.voted_at)
        if until == seen:
            continue
        elo.apply_results(online, (vote[1:] for vote in votes[seen:until]))
        seen = until
        coded = CodedVotes.sort(list(names), first[:seen], second[:seen], outcome[:seen])
        yield _snapshot(board, PairCounts.from_coded(coded), moment, online, rules)


def _snapshot(
    board: BoardName, counts: PairCounts, moment: datetime, online: dict[str, float], rules: RatingRules
) -> _Snapshot:
    anchor = rules.anchor if rules.anchor and rules.anchor.model in counts.models else None
    fitted = fit(counts, anchor=anchor, both_bad=rules.both_bad, reweigh=rules.reweigh)
    played = online if board.kind is BoardKind.OVERALL else {}
    rows = {model: {**row, "elo": played.get(model)} for model, row in make_rows(counts, fitted, rules).items()}
    return _Snapshot(moment.replace(second=0, microsecond=0), counts.total, rows)
