"""The online Elo of the progress chart: computed in the order of the votes, stored as marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..estimation.counts import Outcome
from ..estimation.elo import START, update

MARKS_KEPT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Mark:
    """The ratings after the vote at this position; `None` before the first."""

    position: tuple[datetime, UUID] | None
    ratings: dict[str, float]


async def find_mark_before(session: Session, *, voted_at: datetime, vote_id: UUID) -> Mark:
    """Return the last mark before this vote, from which results are applied again."""
    row = await repository.get_newest_elo(session, voted_at, vote_id)
    return Mark((row.voted_at, row.vote_id), row.ratings) if row else Mark(None, {})


def apply_results(ratings: dict[str, float], results: Iterable[tuple[str, str, Outcome]]) -> None:
    """Update the ratings with results, in order."""
    for a, b, outcome in results:
        ratings[a], ratings[b] = update(ratings.get(a, START), ratings.get(b, START), outcome)


async def save(session: Session, *, start: Mark, voted_at: datetime, vote_id: UUID) -> None:
    """Store the ratings after this vote."""
    mark = repository.EloMark(voted_at, vote_id, start.ratings)
    await repository.update_elo_after(session, after=start.position, mark=mark, older_than=MARKS_KEPT)


async def delete_marks(session: Session) -> None:
    await repository.delete_elo(session)
