"""Fit boards from counts and store them, each with a snapshot of its minute."""

import asyncio
from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.live import Topic, publish

from .. import repository
from ..boards import BoardKind, BoardName, counted_boards
from ..estimation.bradley_terry import Ratings, fit
from ..estimation.counts import PairCounts
from ..estimation.ranks import rank_by_intervals
from ..estimation.robustness import count_votes_to_change_leader
from ..facts import BoardFacts
from ..rules import RatingRules

BOARDS_TOPIC = Topic("leaderboard")
ALL = "all"
HOURLY_AFTER = timedelta(days=2)
DAILY_AFTER = timedelta(days=60)


async def refresh_boards(session: Session, *, source: str, facets: Collection[str], rules: RatingRules) -> None:
    """Fit every board that counts these facets of a source. The caller holds the lock."""
    boards = counted_boards(source, facets)
    for board in boards:
        counts = await read_counts(session, board)
        fitted = await asyncio.to_thread(fit_counts, counts, board, rules)
        await write_board(session, board=board, counts=counts, fitted=fitted, rules=rules, facts=_facts(fitted))
    if boards:
        await publish(session, BOARDS_TOPIC, str(boards[0]) if len(boards) == 1 else ALL)


async def read_counts(session: Session, board: BoardName, before: date | None = None) -> PairCounts:
    """Read the votes that a board counts, optionally only those before a day."""
    if board.days is None and before is None:
        return PairCounts.from_columns(await repository.list_count_columns(session, board.source, board.facet))
    if board.days is None:
        return PairCounts.from_rows(await repository.list_counts(session, board.source, board.facet, before))
    first = (await get_transaction_time(session)).date() - timedelta(days=board.days - 1)
    return PairCounts.from_columns(
        await repository.list_counts_since(session, board.source, board.facet, first, before)
    )


def fit_counts(counts: PairCounts, board: BoardName, rules: RatingRules) -> Ratings:
    """Fit a board with the rules of this site."""
    known = rules.anchor if rules.anchor and rules.anchor.model in counts.models else None
    anchor = None if board.kind is BoardKind.IMPORTED else known
    return fit(counts, anchor=anchor, both_bad=rules.both_bad, reweigh=rules.reweigh)


def _facts(fitted: Ratings) -> BoardFacts:
    groups = [list(group) for group in fitted.components]
    return BoardFacts(smoothed=fitted.smoothed, groups=groups if len(groups) > 1 else [])


async def write_board(
    session: Session, *, board: BoardName, counts: PairCounts, fitted: Ratings, rules: RatingRules, facts: BoardFacts
) -> None:
    """Write the rows of a board and its snapshot of this minute."""
    rows = make_rows(counts, fitted, rules)
    minute = (await get_transaction_time(session)).replace(second=0, microsecond=0)
    if not rows:
        await repository.delete_board(session, str(board))
        await _remember_empty(session, board, facts, minute)
        return
    mark = await repository.get_newest_elo(session) if board.kind is BoardKind.OVERALL else None
    elo = mark.ratings if mark else {}
    kept = {model: {**row, "elo": elo.get(model)} for model, row in rows.items()}
    await repository.update_board(
        session, board=str(board), total_votes=counts.total, facts={**facts}, rows=kept, at=minute
    )


async def _remember_empty(session: Session, board: BoardName, facts: BoardFacts, minute: datetime) -> None:
    """Add an empty snapshot if the newest one has rows: delayed boards show snapshots."""
    newest = await repository.get_snapshot(session, str(board), await get_transaction_time(session))
    if newest is not None and newest.rows:
        await repository.add_snapshot(session, board=str(board), total_votes=0, rows={}, facts={**facts}, at=minute)


def make_rows(counts: PairCounts, fitted: Ratings, rules: RatingRules) -> dict[str, dict[str, Any]]:
    """Return the values of each model."""
    enough = counts.votes >= rules.min_votes
    rank, low, high = rank_by_intervals(fitted.ci_low, fitted.ci_high, comparable=fitted.comparisons(), enough=enough)
    wins, losses = counts.wins.sum(axis=1), counts.wins.sum(axis=0)
    ties, both_bad = counts.ties.sum(axis=1), counts.both_bad.sum(axis=1)
    return {
        model: {
            "rating": float(fitted.rating[place]),
            "ci_low": float(fitted.ci_low[place]),
            "ci_high": float(fitted.ci_high[place]),
            "rank": int(rank[place]),
            "rank_low": int(low[place]),
            "rank_high": int(high[place]),
            "wins": int(wins[place]),
            "losses": int(losses[place]),
            "ties": int(ties[place]),
            "both_bad": int(both_bad[place]),
        }
        for place, model in enumerate(counts.models)
    }


async def set_facts(session: Session, *, board: str, facts: BoardFacts) -> None:
    """Merge facts into those of a board."""
    await repository.update_facts(session, board, {**facts})
    await publish(session, BOARDS_TOPIC, board)


async def find_robustness(session: Session, *, rules: RatingRules) -> None:
    """Compute how few votes decide the first place of the overall board."""
    counts = await read_overall(session)
    await write_robustness(session, votes=await compute_robustness(counts, rules=rules))


async def read_overall(session: Session) -> PairCounts:
    """Read the votes of the overall board."""
    return await read_counts(session, BoardName(BoardKind.OVERALL))


async def compute_robustness(counts: PairCounts, *, rules: RatingRules) -> int | None:
    """Return how few votes decide the first place. It takes many fits."""
    board = BoardName(BoardKind.OVERALL)
    shown = [model for model, votes in zip(counts.models, counts.votes, strict=True) if votes >= rules.min_votes]
    among = counts.among(shown)
    found = await asyncio.to_thread(lambda: count_votes_to_change_leader(among, fit_counts(among, board, rules)))
    return found.votes


async def write_robustness(session: Session, *, votes: int | None) -> None:
    await repository.update_facts(session, str(BoardName(BoardKind.OVERALL)), {"robustness": votes})


async def delete_fine_history(session: Session) -> None:
    """Thin old snapshots to one per hour, then to one per day."""
    await repository.delete_snapshots(session, older_than=HOURLY_AFTER, unit="hour")
    await repository.delete_snapshots(session, older_than=DAILY_AFTER, unit="day")
