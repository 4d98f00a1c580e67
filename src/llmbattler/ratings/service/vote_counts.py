"""Count votes. Counts are integers, so adding and recounting give the same numbers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import NamedTuple

from llmbattler.core.db import Session, get_transaction_time

from .. import repository
from ..boards import HUMAN, OVERALL, RECENT_DAYS
from ..estimation.counts import Outcome

DAYS_KEPT = timedelta(days=2 * RECENT_DAYS)

_COLUMN = {Outcome.A: 0, Outcome.B: 1, Outcome.TIE: 2, Outcome.BOTH_BAD: 3}
_FLIPPED = {Outcome.A: Outcome.B, Outcome.B: Outcome.A, Outcome.TIE: Outcome.TIE, Outcome.BOTH_BAD: Outcome.BOTH_BAD}


@dataclass(frozen=True, slots=True)
class CountedVote:
    """A counted vote with its facets."""

    model_a: str
    model_b: str
    outcome: Outcome
    day: date
    facets: Sequence[str]


class DayCount(NamedTuple):
    """The votes of one facet between two models on one day; `model_a` is the smaller id."""

    facet: str
    day: date
    model_a: str
    model_b: str
    wins_a: int
    wins_b: int
    ties: int
    both_bad: int


class FacetCount(NamedTuple):
    """All votes of one facet between two models; `model_a` is the smaller id."""

    facet: str
    model_a: str
    model_b: str
    wins_a: int
    wins_b: int
    ties: int
    both_bad: int


async def lock(session: Session) -> None:
    """Lock counts and boards until the unit of work ends."""
    await repository.lock_ratings(session)


async def add_votes(session: Session, *, source: str, votes: Iterable[CountedVote]) -> set[str]:
    """Add votes to the counts of a source and return the changed facets. The caller holds the lock."""
    rows = count_days(votes)
    totals = [{"source": source, **row._asdict()} for row in sum_days(rows)]
    days = [{"source": source, **row._asdict()} for row in await _recent(session, source, rows)]
    await repository.add_totals(session, totals)
    await repository.add_day_counts(session, days)
    return {row.facet for row in rows}


async def replace_counts(session: Session, *, source: str, rows: Iterable[DayCount]) -> set[str]:
    """Replace all counts of a source by a recount, and return the old and new facets.

    Lock first.
    """
    counted = list(rows)
    return await replace_sums(session, source=source, totals=sum_days(counted), days=counted)


async def replace_sums(
    session: Session, *, source: str, totals: Sequence[FacetCount], days: Iterable[DayCount]
) -> set[str]:
    """Like `replace_counts`, from sums over all days and separate counts of recent days."""
    facets = set(await repository.list_facets(session, source))
    await repository.update_totals(session, source, totals)
    await repository.update_days(session, source, await _recent(session, source, days))
    return facets | {row.facet for row in totals}


async def has_sums(session: Session, *, source: str, totals: Iterable[FacetCount], days: Iterable[DayCount]) -> bool:
    """Whether the counts of a source equal these."""
    kept = {FacetCount._make(row) for row in await repository.list_totals(session, source)}
    first = await first_day(session)
    recent = {DayCount._make(row) for row in await repository.list_days(session, source, first)}
    return kept == set(totals) and recent == set(await _recent(session, source, days))


async def first_day(session: Session) -> date:
    """Return the first day that is counted separately."""
    return (await get_transaction_time(session)).astimezone(UTC).date() - DAYS_KEPT


async def _recent(session: Session, source: str, rows: Iterable[DayCount]) -> list[DayCount]:
    """Keep separate days only for the board of the last days; other boards use sums."""
    if source != HUMAN:
        return []
    first = await first_day(session)
    return [row for row in rows if row.facet == OVERALL and row.day >= first]


async def delete_old_days(session: Session) -> None:
    await repository.delete_days(session, await first_day(session))


def count_days(votes: Iterable[CountedVote]) -> list[DayCount]:
    """Add up votes by facet, day and pair."""
    found: defaultdict[tuple[str, date, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for vote in votes:
        a, b, outcome = _in_order(vote)
        for facet in vote.facets:
            found[facet, vote.day, a, b][_COLUMN[outcome]] += 1
    return [DayCount(*key, *found[key]) for key in sorted(found)]


def _in_order(vote: CountedVote) -> tuple[str, str, Outcome]:
    if vote.model_a < vote.model_b:
        return vote.model_a, vote.model_b, vote.outcome
    return vote.model_b, vote.model_a, _FLIPPED[vote.outcome]


def sum_days(rows: Iterable[DayCount]) -> list[FacetCount]:
    """Add up days."""
    found: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        totals = found[row.facet, row.model_a, row.model_b]
        for place, number in enumerate(row[4:]):
            totals[place] += number
    return [FacetCount(*key, *found[key]) for key in sorted(found)]
