"""Compare the stored counts with the votes and correct them, while votes are counted."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.ratings.differences import service as differences
from llmbattler.ratings.service import HUMAN, RatingRules, elo, refits, vote_counts
from llmbattler.ratings.service.vote_counts import Sums

from .. import repository
from ..repository import Exclusions
from .counts import replay_elo

WINDOW_DAYS = 30
"""Votes are counted in windows, so that no query takes long, however many years there are."""


@dataclass(frozen=True, slots=True)
class Differences:
    """What the counts of one snapshot lack, and the Elo ratings an hour before it."""

    missing: Sums
    exclusions: Exclusions
    ratings: dict[str, float]
    last: tuple[datetime, UUID] | None


async def lock_snapshot(session: Session) -> None:
    """Take the snapshot of this unit of work. Nobody may be counting votes at that moment: hold the lock."""
    await repository.lock_snapshot(session)
    await repository.get_exclusions(session)


async def find_differences(session: Session, *, replay: bool = False) -> Differences:
    """Compare counts and votes in a snapshot. With differences, or with `replay`, also compute the Elo ratings anew."""
    await differences.open_counted(session)
    for window in await repository.list_windows(session, WINDOW_DAYS):
        await repository.add_counted(session, window)
    await repository.add_counted_days(session, await vote_counts.first_day(session))
    missing = await differences.find_missing(session, source=HUMAN)
    ratings: dict[str, float] = {}
    last = None
    if missing or replay:
        # Votes are late by seconds, so those that are counted meanwhile belong after this time.
        before = await get_transaction_time(session) - elo.MARKS_KEPT
        last = await replay_elo(session, elo.Mark(None, ratings), before)
    return Differences(missing, await repository.get_exclusions(session), ratings, last)


async def apply_elo(session: Session, *, found: Differences) -> bool:
    """Write the Elo ratings, with those votes that were counted since the snapshot.

    Return false if votes were excluded or restored since then.
    """
    if not await _lock(session, found):
        return False
    await elo.delete_marks(session)
    start = elo.Mark(found.last, dict(found.ratings))
    last = await replay_elo(session, start) or found.last
    if last is not None:
        await elo.save(session, start=start, voted_at=last[0], vote_id=last[1])
    return True


async def apply_facet(session: Session, *, found: Differences, facet: str, rules: RatingRules) -> bool:
    """Add what one facet is missing, and refit its boards. Return false if votes were excluded or restored meanwhile.

    Votes that were counted since the snapshot are in the counts already, so the differences are still right. New votes
    wait for the lock, so this is one facet in a unit of work.
    """
    if not await _lock(session, found):
        return False
    facets = await vote_counts.add_sums(session, source=HUMAN, missing=found.missing.of(facet))
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    return True


async def _lock(session: Session, found: Differences) -> bool:
    await vote_counts.lock(session)
    return found.exclusions == await repository.get_exclusions(session)
