"""Every query about recounts."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Text, bindparam, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY

from llmbattler.core.db import Session, run_statement

from ..models import Flag, VoteRecount
from ..vote_counts.repository import CastVote

_UNFINISHED = VoteRecount.finished_at.is_(None)
_EXPIRED = VoteRecount.lease_until.is_(None) | (VoteRecount.lease_until < func.now())

# The exclusions are what was decided; `would_count` tells whether it was applied to a vote.
_DIFFERENT = """
FROM votes LEFT JOIN exclusions ON exclusions.voter = votes.voter
WHERE votes.voter = ANY (%(voters)s) AND (would_count IS NULL) = (exclusions.voter IS NOT NULL)
"""
_COUNT_DIFFERENT = f"""
SELECT count(*), count(*) FILTER (WHERE CASE WHEN would_count IS NULL THEN counted ELSE would_count END) {_DIFFERENT}
"""
_MARK = Flag.EXCLUDED.value
_RETURNED = ", ".join(f"votes.{name}" for name in CastVote._fields)
_UPDATE_SOME = f"""
WITH picked AS MATERIALIZED (
    SELECT votes.vote_id, would_count IS NULL AS excluded {_DIFFERENT} LIMIT %(limit)s FOR UPDATE OF votes)
UPDATE votes
SET counted = NOT excluded AND would_count,
    would_count = CASE WHEN excluded THEN counted END,
    flags = CASE WHEN excluded THEN array_append(flags, '{_MARK}') ELSE array_remove(flags, '{_MARK}') END
FROM picked WHERE votes.vote_id = picked.vote_id
RETURNING excluded, excluded AND would_count, processing_status, {_RETURNED}
"""  # noqa: S608 - constants only


class DifferentVotes(NamedTuple):
    """The votes that do not agree with the exclusions of their voters."""

    votes: int
    counted: int
    """Those that count now or will count again."""


class ChangedVote(NamedTuple):
    """A vote that was excluded or restored."""

    excluded: bool
    was_counted: bool
    """Only of an excluded vote."""
    processing_status: str
    vote: CastVote


async def lock_claims(session: Session) -> None:
    """Two processes must not claim the same recounts."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("arena.recounts", 7))))


async def count_different(session: Session, voters: Collection[str]) -> DifferentVotes:
    [row] = await run_statement(session, _COUNT_DIFFERENT, {"voters": list(voters)})
    return DifferentVotes(*row)


async def update_some(session: Session, voters: Collection[str], limit: int) -> list[ChangedVote]:
    """Make some votes of these voters agree with the exclusions, and return them."""
    rows = await run_statement(session, _UPDATE_SOME, {"voters": list(voters), "limit": limit})
    return [ChangedVote(excluded, counted, status, CastVote(*vote)) for excluded, counted, status, *vote in rows]


async def add_recount(session: Session, *, voters: Sequence[str], total: int) -> None:
    session.add(VoteRecount(voters=list(voters), total=total))
    await session.flush()


async def list_unfinished(session: Session, voters: Collection[str] | None = None) -> Sequence[VoteRecount]:
    """List unfinished recounts, oldest first; with voters, those that concern one of them."""
    query = select(VoteRecount).where(_UNFINISHED).order_by(VoteRecount.recount_id)
    if voters is not None:
        query = query.where(VoteRecount.voters.overlap(_texts(voters)))
    return (await session.execute(query)).scalars().all()


async def update_leases(session: Session, lease: timedelta) -> Sequence[UUID]:
    """Claim all unfinished recounts, unless a process works on one of them. Return their ids, oldest first."""
    if (await session.execute(select(literal(1)).where(_UNFINISHED, ~_EXPIRED).limit(1))).first():
        return []
    claimed = (
        update(VoteRecount)
        .where(_UNFINISHED)
        .values(lease_until=func.now() + lease)
        .returning(VoteRecount.recount_id)
        .execution_options(synchronize_session=False)
    )
    return sorted((await session.execute(claimed)).scalars())


async def update_lease(session: Session, recount_ids: Collection[UUID], lease: timedelta | None) -> None:
    """Renew the lease, or end it without one."""
    until = None if lease is None else func.now() + lease
    await session.execute(
        update(VoteRecount).where(VoteRecount.recount_id.in_(recount_ids), _UNFINISHED).values(lease_until=until)
    )


async def get_voters(session: Session, recount_id: UUID) -> list[str]:
    return (await session.execute(select(VoteRecount.voters).where(VoteRecount.recount_id == recount_id))).scalar_one()


async def update_done(session: Session, recount_id: UUID, votes: int) -> None:
    done = VoteRecount.done + votes
    await session.execute(update(VoteRecount).where(VoteRecount.recount_id == recount_id).values(done=done))


async def lock_voters(session: Session, recount_ids: Collection[UUID]) -> list[str]:
    """Lock recounts, after waiting for people who sign up or delete their account, and return their voters."""
    query = select(VoteRecount.voters).where(VoteRecount.recount_id.in_(recount_ids)).with_for_update()
    return sorted({voter for voters in (await session.execute(query)).scalars() for voter in voters})


async def update_finished(session: Session, recount_ids: Collection[UUID]) -> None:
    await session.execute(
        update(VoteRecount)
        .where(VoteRecount.recount_id.in_(recount_ids))
        .values(finished_at=func.now(), lease_until=None)
    )


def _texts(voters: Collection[str]) -> Any:  # noqa: ANN401 - an expression
    return bindparam("voters", list(voters), type_=ARRAY(Text()), unique=True)
