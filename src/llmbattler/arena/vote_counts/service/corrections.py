"""Compare the stored counts with the votes and correct them, while votes are counted."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
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
    await repository.read_exclusions(session)


async def find_differences(session: Session, *, replay: bool = False) -> Differences:
    """Compare counts and votes in a snapshot. With differences, or with `replay`, also compute the Elo ratings anew."""
    missing = (await _count_all(session)).subtract(await vote_counts.read_sums(session, source=HUMAN))
    ratings: dict[str, float] = {}
    last = None
    if missing or replay:
        # Votes are late by seconds, so those that are counted meanwhile belong after this time.
        before = await get_transaction_time(session) - elo.MARKS_KEPT
        last = await replay_elo(session, elo.Mark(None, ratings), before)
    return Differences(missing, await repository.read_exclusions(session), ratings, last)


async def _count_all(session: Session) -> Sums:
    found: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for window in await repository.list_windows(session, WINDOW_DAYS):
        for row in await repository.count_by_facet(session, window):
            numbers = found[row.facet, row.model_a, row.model_b]
            for place, number in enumerate(row[3:]):
                numbers[place] += number
    days = await repository.count_by_day(session, await vote_counts.first_day(session))
    return Sums(
        {key: tuple(numbers) for key, numbers in found.items() if any(numbers)}, {row[:4]: row[4:] for row in days}
    )


async def apply(session: Session, *, found: Differences, rules: RatingRules) -> bool:
    """Add what is missing, and refit those boards. Return false if votes were excluded or restored meanwhile.

    Votes that were counted since the snapshot are in the counts already, so the differences are still right.
    """
    await vote_counts.lock(session)
    if found.exclusions != await repository.read_exclusions(session):
        return False
    facets = await vote_counts.add_sums(session, source=HUMAN, missing=found.missing)
    await elo.delete_marks(session)
    start = elo.Mark(found.last, dict(found.ratings))
    last = await replay_elo(session, start) or found.last
    if last is not None:
        await elo.save(session, start=start, voted_at=last[0], vote_id=last[1])
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    return True
