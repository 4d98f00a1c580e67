"""Count votes. Counts are integers, so adding and recounting give the same numbers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import NamedTuple, TypeAlias

from llmbattler.core.db import Session, get_transaction_time

from .. import repository
from ..boards import HUMAN, OVERALL, RECENT_DAYS
from ..estimation.counts import Outcome

Numbers: TypeAlias = tuple[int, ...]
"""Wins of the first and the second model, ties, both bad."""

_NUMBERS = ("wins_a", "wins_b", "ties", "both_bad")
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
    await repository.add_totals(session, source, sum_days(rows))
    await repository.add_day_counts(session, source, await _recent(session, source, rows))
    return {row.facet for row in rows}


async def remove_votes(session: Session, *, source: str, votes: Iterable[CountedVote]) -> set[str]:
    """Subtract votes from the counts of a source and return the changed facets. The caller holds the lock."""
    rows = [row._replace(**{name: -getattr(row, name) for name in _NUMBERS}) for row in count_days(votes)]
    await repository.add_totals(session, source, sum_days(rows))
    await repository.add_day_counts(session, source, await _recent(session, source, rows))
    if rows:
        await repository.delete_empty_counts(session, source)
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


@dataclass(frozen=True, slots=True)
class Sums:
    """The counts of a source: of all days, and of the recent days separately."""

    totals: dict[tuple[str, str, str], Numbers]
    days: dict[tuple[str, date, str, str], Numbers]

    def __bool__(self) -> bool:
        return bool(self.totals or self.days)

    def list_facets(self) -> list[str]:
        return sorted({facet for facet, *_ in self.totals} | {facet for facet, *_ in self.days})

    def of(self, facet: str) -> "Sums":
        """Return the part of one facet."""
        totals = {key: numbers for key, numbers in self.totals.items() if key[0] == facet}
        return Sums(totals, {key: numbers for key, numbers in self.days.items() if key[0] == facet})


async def add_sums(session: Session, *, source: str, missing: Sums) -> set[str]:
    """Add what is missing, while votes are counted, and return the changed facets. The caller holds the lock."""
    await repository.add_totals(session, source, ((*key, *numbers) for key, numbers in missing.totals.items()))
    await repository.add_day_counts(session, source, ((*key, *numbers) for key, numbers in missing.days.items()))
    await repository.delete_empty_counts(session, source)
    return {facet for facet, *_ in missing.totals} | {facet for facet, *_ in missing.days}


async def list_facets(session: Session, *, source: str) -> set[str]:
    """List the facets that have counts."""
    return set(await repository.list_facets(session, source))


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
