"""From votes to counts and boards: what is pending is added, or everything is counted anew."""

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
    """Add the votes that wait, fit what they change, mark them: all in one unit of work, so a crash changes nothing."""
    await vote_counts.lock(session)
    pending = await repository.list_pending(session, AT_ONCE)
    if not pending:
        await status.save_idle(session, worker=WORKER)
        return CountReport(0, 0)
    broken = {vote.vote_id: reason for vote in pending if (reason := _why_broken(vote)) is not None}
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


def _why_broken(vote: CastVote) -> str | None:
    if vote.vote not in set(VoteWord):
        return f"Nobody knows the vote {vote.vote!r}."
    if vote.left_model_id == vote.right_model_id:
        return "Both sides are the same model."
    return None


def _counted(vote: CastVote) -> CountedVote:
    facets = _FACETS.get(VoteMode(vote.mode)) or facets_of(vote.categories, vote.language)
    day = vote.created_at.astimezone(UTC).date()
    return CountedVote(vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)], day, facets)


async def _measure(session: Session, votes: Sequence[CastVote]) -> None:
    """Note length and formatting of the answers, for the board that holds them equal."""
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
    """Play the votes in order on top of the marks; one that came late is played from before its time."""
    if not votes:
        return
    first = votes[0]
    start = await elo.start_before(session, voted_at=first.created_at, vote_id=first.vote_id)
    await _play(session, start)


async def _play(session: Session, start: elo.Mark) -> None:
    last: OrderedVote | None = None
    async for part in repository.list_in_order(session, start.position):
        await asyncio.to_thread(elo.play, start.ratings, [_result(vote) for vote in part])
        last = part[-1]
    if last is not None:
        await elo.save(session, start=start, voted_at=last.created_at, vote_id=last.vote_id)


def _result(vote: OrderedVote) -> tuple[str, str, Outcome]:
    return vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)]


async def are_counts_right(session: Session) -> bool:
    """Compare the counts with the votes as both were at one moment; nobody waits for it."""
    await repository.lock_snapshot(session)
    totals = await repository.count_by_facet(session)
    days = await repository.count_by_day(session, await vote_counts.first_day(session))
    return await vote_counts.has_sums(session, source=HUMAN, totals=totals, days=days)


async def refresh_slowly(session: Session, *, rules: RatingRules) -> None:
    """Bring up to date what changes without a vote: the board of the last days, and what the first place hangs on."""
    await vote_counts.lock(session)
    await refits.refresh_boards(session, source=HUMAN, facets=[OVERALL], rules=rules)
    await refits.find_robustness(session, rules=rules)


async def recount(session: Session, *, rules: RatingRules) -> CountReport:
    """Count everything anew from the votes themselves; gives the same boards to the bit."""
    await vote_counts.lock(session)
    processed, failed = await repository.update_unprocessed(session, reason="Nobody can read this vote.")
    while unmeasured := await repository.list_unmeasured(session, AT_ONCE):
        await _measure(session, unmeasured)
    totals = await repository.count_by_facet(session)
    days = await repository.count_by_day(session, await vote_counts.first_day(session))
    facets = await vote_counts.replace_sums(session, source=HUMAN, totals=totals, days=days)
    await elo.forget(session)
    await _play(session, elo.Mark(None, {}))
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    await refits.find_robustness(session, rules=rules)
    await status.save_run(session, worker=WORKER, votes=processed)
    return CountReport(processed, failed)


async def fit_styled(session: Session) -> list[style_control.StyledBoard]:
    """Fit the boards that hold style equal, overall and each category; nobody waits for it."""
    found: defaultdict[str | None, _Styled] = defaultdict(_Styled)
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


def _sort(part: Sequence[StyledVote], found: defaultdict[str | None, "_Styled"]) -> None:
    for vote in part:
        for category in (None, *vote.categories):
            found[category].add(vote)


async def count_excluded(session: Session) -> int:
    """How many votes moderators have taken out."""
    return await repository.count_excluded(session)


async def write_styled(
    session: Session, *, boards: Sequence[style_control.StyledBoard], rules: RatingRules, excluded: int | None = None
) -> None:
    """Write boards that were fitted when so many votes were excluded.

    Where there are more or fewer by now, whoever changed that has fitted and written these boards anew.
    """
    await vote_counts.lock(session)
    if excluded is not None and excluded != await repository.count_excluded(session):
        return
    await style_control.write_boards(session, boards=boards, rules=rules)


@dataclass(slots=True)
class _Styled:
    """Columns of votes, as a fit wants them."""

    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    outcome: list[Outcome] = field(default_factory=list)
    styles: list[list[int]] = field(default_factory=list)

    def add(self, vote: StyledVote) -> None:
        self.left.append(vote.left_model_id)
        self.right.append(vote.right_model_id)
        self.outcome.append(OUTCOMES[VoteWord(vote.vote)])
        self.styles.append(vote.style)
