"""What the stored counts of a source lack."""

from llmbattler.core.db import Session

from ..service.vote_counts import Sums, first_day
from . import repository

COUNTED = repository.COUNTED


async def open_counted(session: Session) -> None:
    """Create the temporary table `COUNTED` for this unit of work, for counts that are compared with the stored ones."""
    await repository.add_counted_table(session)


async def find_missing(session: Session, *, source: str) -> Sums:
    """Return what is missing in the stored counts of a source; negative numbers are too much there.

    The numbers in `COUNTED` are right: sums of some votes each, without a day in totals.
    """
    totals = await repository.list_missing_totals(session, source)
    days = await repository.list_missing_days(session, source, await first_day(session))
    return Sums({row[:3]: row[3:] for row in totals}, {row[:4]: row[4:] for row in days})
