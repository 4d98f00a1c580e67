"""Counts votes and fits boards: adds pending votes, or recounts all votes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.ratings.service import (
    HUMAN,
    SIDE_BY_SIDE,
    USAGE,
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

from ...conversation import decode_entries, latest
from ...models import Position, VoteMode, VoteWord
from ...voting.rules import OUTCOMES
from .. import repository
from ..repository import CastVote, Exclusions

WORKER = "ratings"
AT_ONCE = 5000
LATE_AFTER = timedelta(minutes=1)
"""New votes are counted within seconds, so something is wrong with votes that wait for longer."""
_OUTCOMES: dict[str, Outcome] = {word.value: outcome for word, outcome in OUTCOMES.items()}
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
    facets = await vote_counts.add_votes(session, source=HUMAN, votes=[as_counted(vote) for vote in counted])
    await _advance_elo(session, [vote for vote in counted if vote.mode == VoteMode.BATTLE])
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    await status.save_run(session, worker=WORKER, votes=len(good))
    return CountReport(len(good), len(broken))


def _find_defect(vote: CastVote) -> str | None:
    if vote.vote not in _OUTCOMES:
        return f"The vote {vote.vote!r} is unknown."
    if vote.left_model_id == vote.right_model_id:
        return "Both sides are the same model."
    return None


def as_counted(vote: CastVote) -> CountedVote:
    """Return a vote as it is counted: with its facets, and its day in UTC."""
    facets = _FACETS.get(VoteMode(vote.mode)) or facets_of(vote.categories, vote.language)
    day = vote.created_at.astimezone(UTC).date()
    return CountedVote(vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)], day, facets)


async def _measure(session: Session, votes: Sequence[CastVote]) -> None:
    """Store the length and the formatting of the answers, for the style-controlled board."""
    unmeasured = {vote.battle_id: vote for vote in votes if vote.style is None and vote.mode == VoteMode.BATTLE}
    found = await repository.list_conversations(session, list(unmeasured))
    votes_of = [(unmeasured[battle_id], conversation) for battle_id, conversation in found.items()]
    styles = await asyncio.to_thread(lambda: {vote.vote_id: _measure_one(vote, text) for vote, text in votes_of})
    await repository.update_styles(session, styles)


def _measure_one(vote: CastVote, conversation: str) -> list[int]:
    entries = [entry for entry in latest(decode_entries(conversation)) if entry.turn <= vote.turns]
    left, right = (
        [entry.content for entry in entries if entry.position is position]
        for position in (Position.LEFT, Position.RIGHT)
    )
    return style_control.measure_sides(left, right)


async def _advance_elo(session: Session, votes: Sequence[CastVote]) -> None:
    """Update the Elo ratings with these votes, in order, starting at the last checkpoint before the first of them."""
    if not votes:
        return
    first = votes[0]
    start = await elo.find_mark_before(session, voted_at=first.created_at, vote_id=first.vote_id)
    await _update_elo(session, start)


async def _update_elo(session: Session, start: elo.Mark) -> None:
    last = await replay_elo(session, start)
    if last is not None:
        await elo.save(session, start=start, voted_at=last[0], vote_id=last[1])


async def replay_elo(session: Session, start: elo.Mark, before: datetime | None = None) -> tuple[datetime, UUID] | None:
    """Apply later votes to the ratings of a mark, in order. Return the position of the last one."""
    last: tuple[datetime, UUID] | None = None
    async for part in repository.list_in_order(session, start.position, before):
        outcomes = [_OUTCOMES[word] for word in part.words]
        results = zip(part.left, part.right, outcomes, strict=True)
        await asyncio.to_thread(elo.apply_results, start.ratings, results)
        last = part.last
    return last


async def settle_unprocessed(session: Session) -> CountReport:
    """Process failed votes, and pending ones that nobody counted for a minute; a correction counts them."""
    reason = "This vote cannot be read."
    processed, failed = await repository.update_unprocessed(session, reason=reason, older_than=LATE_AFTER)
    return CountReport(processed, failed)


async def measure_some(session: Session) -> int:
    """Measure the style of some votes that have no measures, and return of how many."""
    unmeasured = await repository.list_unmeasured(session, AT_ONCE)
    await _measure(session, unmeasured)
    return len(unmeasured)


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
    return await asyncio.to_thread((await read_styled(session)).fit)


async def read_styled(session: Session) -> style_control.StyledVotes:
    """Read the votes of the style-controlled boards. Fit them when the unit of work has ended: that takes minutes."""
    votes = style_control.StyledVotes()
    async for part in repository.list_styled(session):
        outcomes = [_OUTCOMES[word] for word in part.words]
        await asyncio.to_thread(votes.add, part.left, part.right, outcomes, part.styles, part.categories)
    return votes


async def read_exclusions(session: Session) -> Exclusions:
    return await repository.get_exclusions(session)


async def write_styled(
    session: Session,
    *,
    boards: Sequence[style_control.StyledBoard],
    rules: RatingRules,
    exclusions: Exclusions | None = None,
) -> None:
    """Write fitted boards, unless votes were excluded or restored since the fit.

    Whoever excludes or restores votes also fits and writes these boards.
    """
    await vote_counts.lock(session)
    if exclusions is not None and exclusions != await repository.get_exclusions(session):
        return
    await style_control.write_boards(session, boards=boards, rules=rules)
