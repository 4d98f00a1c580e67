"""Snapshots of a board at past times, for votes that were imported later."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from llmbattler.core.db import Session

from .. import repository
from ..boards import BoardKind, BoardName
from ..estimation.bradley_terry import fit
from ..estimation.counts import Outcome, PairCounts
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
    """Add a snapshot of the board for each of these times, from the votes until then. Votes are in order."""
    for snapshot in await asyncio.to_thread(lambda: list(_fit_snapshots(board, votes, sorted(at), rules))):
        await repository.add_snapshot(
            session, board=str(board), total_votes=snapshot.total, rows=snapshot.rows, facts={}, at=snapshot.at
        )


def _fit_snapshots(
    board: BoardName, votes: Sequence[PastVote], moments: Sequence[datetime], rules: RatingRules
) -> Iterator[_Snapshot]:
    online: dict[str, float] = {}
    seen = 0
    for moment in moments:
        fresh = [vote for vote in votes[seen:] if vote.voted_at <= moment]
        seen += len(fresh)
        elo.apply_results(online, [vote[1:] for vote in fresh])
        if seen:
            yield _snapshot(board, votes[:seen], moment, online, rules)


def _snapshot(
    board: BoardName, votes: Sequence[PastVote], moment: datetime, online: dict[str, float], rules: RatingRules
) -> _Snapshot:
    _, model_a, model_b, outcome = zip(*votes, strict=True)
    counts = PairCounts.from_votes(model_a, model_b, outcome)
    anchor = rules.anchor if rules.anchor and rules.anchor.model in counts.models else None
    fitted = fit(counts, anchor=anchor, both_bad=rules.both_bad, reweigh=rules.reweigh)
    played = online if board.kind is BoardKind.OVERALL else {}
    rows = {
        row["model_id"]: {name: value for name, value in row.items() if name != "model_id"}
        | {"elo": played.get(row["model_id"])}
        for row in make_rows(counts, fitted, rules)
    }
    return _Snapshot(moment.replace(second=0, microsecond=0), counts.total, rows)
