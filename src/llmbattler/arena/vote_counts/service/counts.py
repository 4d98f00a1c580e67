"""Counts votes and fits boards: adds pending votes, or recounts all votes."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC

from llmbattler.core.db import Session
from llmbattler.ratings.service import (
    HUMAN,
    OVERALL,
    SIDE_BY_SIDE,
    USAGE,
    BoardKind,
    BoardName,
    Outcome,
    RatingRules,
    elo,
    facets_of,
    refits,
    status,
    style_control,
    vote_counts,
)
from llmbattler.ratings.service.vote_counts import CountedVote

from ...conversation import latest, read_entries
from ...models import Position, VoteMode, VoteWord
from ...voting.rules import OUTCOMES
from .. import repository
from ..repository import CastVote, OrderedVote, StyledVote

WORKER = "ratings"
AT_ONCE = 5000
_FACETS = {VoteMode.SIDE_BY_SIDE: [SIDE_BY_SIDE], VoteMode.USAGE: [USAGE]}


@dataclass(frozen=True, slots=True)
class CountReport:
    processed: int
    failed: int


async def count_pending(session: Session, *, rules: RatingRules) -> CountReport:
    """Count pending votes and refit the boards they change. In one unit of work, so that a crash changes nothing."""
    await vote_counts.lock(session)
    pending = await repository.list_pending(session, AT_ONCE)
    if not pending:
        await status.save_idle(session, worker=WORKER)
        return CountReport(0, 0)
    broken = {vote.vote_id: reason for vote in pending if (reason := _find_defect(vote)) is not None}
    good = [vote for vote in pending if vote.vote_id not in broken]
    await repository.update_failed(session, broken)
    await repository.update_processed(session, [vote.vote_id for vote in good])
    await _measure(session, good)
    counted = [vote for vote in good if vote.counted]
    facets = await vote_counts.add_votes(session, source=HUMAN, votes=[_counted(vote) for vote in counted])
    await _advance_elo(session, [vote for vote in counted if vote.mode == VoteMode.BATTLE])
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    await status.save_run(session, worker=WORKER, votes=len(good))
    return CountReport(len(good), len(broken))


def _find_defect(vote: CastVote) -> str | None:
    if vote.vote not in set(VoteWord):
        return f"The vote {vote.vote!r} is unknown."
    if vote.left_model_id == vote.right_model_id:
        return "Both sides are the same model."
    return None


def _counted(vote: CastVote) -> CountedVote:
    facets = _FACETS.get(VoteMode(vote.mode)) or facets_of(vote.categories, vote.language)
    day = vote.created_at.astimezone(UTC).date()
    return CountedVote(vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)], day, facets)


async def _measure(session: Session, votes: Sequence[CastVote]) -> None:
    """Store the length and the formatting of the answers, for the style-controlled board."""
    unmeasured = {vote.battle_id: vote for vote in votes if vote.style is None and vote.mode == VoteMode.BATTLE}
    found = await repository.list_conversations(session, list(unmeasured))
    styles = {}
    for battle_id, conversation in found.items():
        vote = unmeasured[battle_id]
        entries = [entry for entry in latest(read_entries(conversation)) if entry.turn <= vote.turns]
        sides = [
            [entry.content for entry in entries if entry.position is position]
            for position in (Position.LEFT, Position.RIGHT)
        ]
        styles[vote.vote_id] = await asyncio.to_thread(style_control.measure_sides, *sides)
    await repository.update_styles(session, styles)


async def _advance_elo(session: Session, votes: Sequence[CastVote]) -> None:
    """Update the Elo ratings with these votes, in order, starting at the last checkpoint before the first of them."""
    if not votes:
        return
    first = votes[0]
    start = await elo.find_mark_before(session, voted_at=first.created_at, vote_id=first.vote_id)
    await _update_elo(session, start)


async def _update_elo(session: Session, start: elo.Mark) -> None:
    last: OrderedVote | None = None
    async for part in repository.list_in_order(session, start.position):
        await asyncio.to_thread(elo.apply_results, start.ratings, [_result(vote) for vote in part])
        last = part[-1]
    if last is not None:
        await elo.save(session, start=start, voted_at=last.created_at, vote_id=last.vote_id)


def _result(vote: OrderedVote) -> tuple[str, str, Outcome]:
    return vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)]


async def are_counts_right(session: Session) -> bool:
    """Compare the counts with the votes in one snapshot, without locks."""
    await repository.lock_snapshot(session)
    totals = await repository.count_by_facet(session)
    days = await repository.count_by_day(session, await vote_counts.first_day(session))
    return await vote_counts.has_sums(session, source=HUMAN, totals=totals, days=days)


async def refresh_slow_figures(session: Session, *, rules: RatingRules) -> None:
    """Update what changes without a vote or is slow: the recent board, and how robust the first place is."""
    await vote_counts.lock(session)
    await refits.refresh_boards(session, source=HUMAN, facets=[OVERALL], rules=rules)
    await refits.find_robustness(session, rules=rules)


async def recount(session: Session, *, rules: RatingRules) -> CountReport:
    """Recount all votes. The boards are identical to those of counting one by one."""
    await vote_counts.lock(session)
    processed, failed = await repository.update_unprocessed(session, reason="This vote cannot be read.")
    while unmeasured := await repository.list_unmeasured(session, AT_ONCE):
        await _measure(session, unmeasured)
    totals = await repository.count_by_facet(session)
    days = await repository.count_by_day(session, await vote_counts.first_day(session))
    facets = await vote_counts.replace_sums(session, source=HUMAN, totals=totals, days=days)
    await elo.delete_marks(session)
    await _update_elo(session, elo.Mark(None, {}))
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    await refits.find_robustness(session, rules=rules)
    await status.save_run(session, worker=WORKER, votes=processed)
    return CountReport(processed, failed)


async def fit_styled(session: Session) -> list[style_control.StyledBoard]:
    """Fit the style-controlled boards, overall and for each category, without locks."""
    found: defaultdict[str | None, _StyledColumns] = defaultdict(_StyledColumns)
    async for part in repository.list_styled(session):
        await asyncio.to_thread(_sort, part, found)
    return [
        await asyncio.to_thread(
            style_control.fit_board,
            BoardName(BoardKind.STYLE_CONTROL, category),
            (votes.left, votes.right, votes.outcome),
            votes.styles,
        )
        for category, votes in found.items()
    ]


def _sort(part: Sequence[StyledVote], found: defaultdict[str | None, "_StyledColumns"]) -> None:
    for vote in part:
        for category in (None, *vote.categories):
            found[category].add(vote)


async def count_excluded(session: Session) -> int:
    return await repository.count_excluded(session)


async def write_styled(
    session: Session, *, boards: Sequence[style_control.StyledBoard], rules: RatingRules, excluded: int | None = None
) -> None:
    """Write fitted boards, unless the number of excluded votes changed since the fit.

    Whoever excludes or restores votes also fits and writes these boards.
    """
    await vote_counts.lock(session)
    if excluded is not None and excluded != await repository.count_excluded(session):
        return
    await style_control.write_boards(session, boards=boards, rules=rules)


@dataclass(slots=True)
class _StyledColumns:
    """Votes as columns, as the fit takes them."""

    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    outcome: list[Outcome] = field(default_factory=list)
    styles: list[list[int]] = field(default_factory=list)

    def add(self, vote: StyledVote) -> None:
        self.left.append(vote.left_model_id)
        self.right.append(vote.right_model_id)
        self.outcome.append(OUTCOMES[VoteWord(vote.vote)])
        self.styles.append(vote.style)
