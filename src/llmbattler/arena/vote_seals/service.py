"""Signs a digest of the votes of each day, chained to the previous seal, so that any later change breaks it."""

from dataclasses import dataclass
from datetime import date

from llmbattler.core.db import Session
from llmbattler.core.signing import SigningKey

from . import repository

PURPOSE = "votes of a day"


@dataclass(frozen=True, slots=True)
class BrokenDay:
    day: date
    sealed: int
    found: int


async def seal_days(session: Session, *, key: SigningKey) -> int:
    """Seal every past day that has votes and no seal yet."""
    seals = await repository.list_seals(session)
    last, before = (seals[-1].day, seals[-1].seal) if seals else (None, "")
    days = await repository.list_day_digests(session, after=last, before=await repository.get_today(session))
    for day, votes, digest in days:
        before = _seal(key, day, votes, digest, before)
        repository.add_seal(session, day=day, votes=votes, seal=before)
    return len(days)


async def find_broken_days(session: Session, *, key: SigningKey) -> list[BrokenDay]:
    """Return the days whose votes changed since they were sealed."""
    seals = await repository.list_seals(session)
    if not seals:
        return []
    today = await repository.get_today(session)
    found = {
        day: (votes, digest)
        for day, votes, digest in await repository.list_day_digests(session, after=None, before=today)
    }
    sealed = {row.day for row in seals}
    broken = [BrokenDay(day, 0, found[day][0]) for day in found if day < seals[-1].day and day not in sealed]
    before = ""
    for row in seals:
        votes, digest = found.get(row.day, (0, ""))
        if not key.verify(PURPOSE, _message(row.day, votes, digest, before), row.seal):
            broken.append(BrokenDay(row.day, row.votes, votes))
        before = row.seal
    return sorted(broken, key=lambda one: one.day)


def _seal(key: SigningKey, day: date, votes: int, digest: str, before: str) -> str:
    return key.sign(PURPOSE, _message(day, votes, digest, before))


def _message(day: date, votes: int, digest: str, before: str) -> bytes:
    return "|".join((day.isoformat(), str(votes), digest, before)).encode()
