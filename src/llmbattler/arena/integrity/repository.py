"""Every query about suspects and exclusions."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    String,
    Text,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert

from llmbattler.core.db import Session

from ..models import Exclusion, Flag, Mode, Suspect, SuspectStatus, Vote, VoteRecount
from .review import ReviewedVote
from .signals import WINDOW
from .voter_links import Origin

_BLIND = Vote.mode == Mode.BATTLE
_MARK = cast(Flag.EXCLUDED.value, String(40))


class VoteNumbers(NamedTuple):
    voter: str
    votes: int
    counted: int
    first_vote_at: datetime
    last_vote_at: datetime


class CrowdWindow(NamedTuple):
    """The votes of one large network in ten minutes."""

    voters: Sequence[str]
    at: datetime
    votes: int


async def lock_queue(session: Session) -> None:
    """Two concurrent reviews must not add the same suspect twice."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("integrity.queue", 7))))


# --- votes


async def list_origins(session: Session) -> list[Origin]:
    keys = (Vote.voter, Vote.address, Vote.network)
    query = select(*keys, func.count()).where(_BLIND).group_by(*keys)
    return [Origin(*row) for row in (await session.execute(query)).all()]


async def list_votes(session: Session, voters: Collection[str], *, since: datetime | None = None) -> list[ReviewedVote]:
    """Return the blind votes of these voters in order; with `since`, only those of the window from then on."""
    columns = [getattr(Vote, name) for name in ReviewedVote._fields]
    query = select(*columns).where(_BLIND, Vote.voter == func.any(_texts(voters)))
    if since is not None:
        query = query.where(Vote.created_at >= since, Vote.created_at < since + WINDOW)
    return [ReviewedVote(*row) for row in (await session.execute(query.order_by(Vote.created_at, Vote.vote_id))).all()]


def _window() -> ColumnElement[datetime]:
    return func.date_bin(WINDOW, Vote.created_at, func.to_timestamp(0))


async def get_busy(session: Session) -> float:
    """Return the votes in the busiest window of the median voter."""
    windows = select(Vote.voter, func.count().label("votes")).where(_BLIND).group_by(Vote.voter, _window()).subquery()
    busiest = select(func.max(windows.c.votes).label("votes")).group_by(windows.c.voter).subquery()
    query = select(func.percentile_cont(0.5).within_group(busiest.c.votes))
    return float((await session.execute(query)).scalar_one() or 0.0)


async def list_windows(session: Session, voters: Collection[str]) -> list[CrowdWindow]:
    """Return the votes of these voters per window of ten minutes, the busiest window first."""
    window = _window()
    query = (
        select(func.array_agg(Vote.voter.distinct()), window, func.count())
        .where(_BLIND, Vote.voter == func.any(_texts(voters)))
        .group_by(window)
        .order_by(func.count().desc(), window)
    )
    return [CrowdWindow(*row) for row in (await session.execute(query)).all()]


async def count_votes(session: Session, voters: Collection[str]) -> dict[str, VoteNumbers]:
    counted = func.sum(case((Vote.counted, 1), else_=0))
    query = (
        select(Vote.voter, func.count(), counted, func.min(Vote.created_at), func.max(Vote.created_at))
        .where(Vote.voter == func.any(_texts(voters)))
        .group_by(Vote.voter)
    )
    return {row[0]: VoteNumbers(*row) for row in (await session.execute(query)).all()}


def _texts(voters: Collection[str]) -> ColumnElement[Any]:
    return bindparam("voters", list(voters), type_=ARRAY(Text()), unique=True)


# --- exclusions


async def list_excluded(session: Session) -> frozenset[str]:
    return frozenset((await session.execute(select(Exclusion.voter))).scalars())


async def add_exclusions(session: Session, voters: Collection[str], excluded_by: str) -> list[str]:
    """Add exclusions, and return the voters who were not excluded before."""
    if not voters:
        return []
    rows = [{"voter": voter, "excluded_by": excluded_by} for voter in voters]
    added = insert(Exclusion).values(rows).on_conflict_do_nothing().returning(Exclusion.voter)
    return sorted((await session.execute(added)).scalars())


async def delete_exclusions(session: Session, voters: Collection[str]) -> list[str]:
    """Delete exclusions, and return the voters who were excluded."""
    gone = delete(Exclusion).where(Exclusion.voter == func.any(_texts(voters))).returning(Exclusion.voter)
    return sorted((await session.execute(gone)).scalars())


async def list_voters_with_counted_votes(session: Session) -> list[str]:
    """Return excluded voters with votes that are not excluded: those moved from another account."""
    standing = exists().where(Vote.voter == Exclusion.voter, Vote.would_count.is_(None))
    return list((await session.execute(select(Exclusion.voter).where(standing))).scalars())


async def update_voter(session: Session, source: str, target: str) -> None:
    """Keep the exclusion and the suspicion of a visitor who signs up."""
    moved = select(literal(target), Exclusion.excluded_by).where(Exclusion.voter == source)
    await session.execute(insert(Exclusion).from_select(["voter", "excluded_by"], moved).on_conflict_do_nothing())
    await session.execute(delete(Exclusion).where(Exclusion.voter == source))
    for table in (Suspect, VoteRecount):
        renamed = func.array_replace(table.voters, source, target)
        await session.execute(update(table).where(table.voters.contains([source])).values(voters=renamed))


async def delete_voter(session: Session, owner: str) -> None:
    """Remove a voter. Their votes stay as they are, under a random voter id."""
    await session.execute(delete(Exclusion).where(Exclusion.voter == owner))
    for table in (Suspect, VoteRecount):
        left = func.array_remove(table.voters, owner)
        await session.execute(update(table).where(table.voters.contains([owner])).values(voters=left))
    await session.execute(delete(Suspect).where(func.cardinality(Suspect.voters) == 0))


# --- suspects


async def get_suspect(session: Session, suspect_id: UUID) -> Suspect | None:
    return await session.get(Suspect, suspect_id)


async def lock_suspect(session: Session, suspect_id: UUID) -> Suspect | None:
    return await session.get(Suspect, suspect_id, with_for_update=True)


async def list_suspects(
    session: Session, *, status: str | None, before: tuple[datetime, UUID] | None, limit: int
) -> Sequence[Suspect]:
    """Return the newest first."""
    query = select(Suspect).order_by(Suspect.updated_at.desc(), Suspect.suspect_id.desc()).limit(limit)
    if status is not None:
        query = query.where(Suspect.status == status)
    if before is not None:
        query = query.where(tuple_(Suspect.updated_at, Suspect.suspect_id) < before)
    return (await session.execute(query)).scalars().all()


async def list_all_suspects(session: Session) -> Sequence[Suspect]:
    query = select(Suspect).order_by(Suspect.suspect_id).with_for_update()
    return (await session.execute(query)).scalars().all()


async def count_open(session: Session) -> int:
    query = select(func.count()).where(Suspect.status == SuspectStatus.OPEN)
    return (await session.execute(query)).scalar_one()


async def add_suspect(session: Session, suspect: Suspect) -> None:
    suspect.updated_at = (await session.execute(select(func.now()))).scalar_one()
    session.add(suspect)
    await session.flush()


async def delete_suspect(session: Session, suspect: Suspect) -> None:
    await session.delete(suspect)
