"""The queries for everything that one person owns in the arena."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session
from llmbattler.core.db.idempotency import IdempotencyKey

from ..models import Battle, BoardReset, Exclusion, Share, Vote, VoteRecount
from ..models import Session as SessionRow
from ..moderation.models import Flagged, QueuedTurn


async def list_sessions(session: Session, owner: str) -> Sequence[SessionRow]:
    query = select(SessionRow).where(SessionRow.owner == owner).order_by(SessionRow.session_id)
    return (await session.execute(query)).scalars().all()


async def list_battles(session: Session, session_id: UUID) -> Sequence[Battle]:
    query = select(Battle).where(Battle.session_id == session_id).order_by(Battle.created_at, Battle.battle_id)
    return (await session.execute(query)).scalars().all()


async def list_votes(session: Session, owner: str) -> Sequence[Vote]:
    query = select(Vote).where(Vote.voter == owner).order_by(Vote.created_at, Vote.vote_id)
    return (await session.execute(query)).scalars().all()


async def get_reset(session: Session, owner: str) -> BoardReset | None:
    return await session.get(BoardReset, owner)


async def list_requests(session: Session, owner: str) -> Sequence[IdempotencyKey]:
    query = select(IdempotencyKey).where(IdempotencyKey.owner == owner).order_by(IdempotencyKey.created_at)
    return (await session.execute(query)).scalars().all()


async def delete_sessions(session: Session, owner: str) -> None:
    """Delete sessions with their battles, links and flags, even while a turn is running."""
    battles = select(Battle.battle_id).where(Battle.owner == owner).scalar_subquery()
    for table in (Share, Flagged, QueuedTurn):
        await session.execute(
            delete(table).where(table.battle_id.in_(battles)).execution_options(synchronize_session=False)
        )
    await session.execute(delete(Battle).where(Battle.owner == owner))
    await session.execute(delete(SessionRow).where(SessionRow.owner == owner))


async def update_votes_as_anonymous(session: Session, owner: str, random_id: str) -> None:
    """Keep the votes, under a random voter id and without comments."""
    await session.execute(update(Vote).where(Vote.voter == owner).values(voter=random_id, comment=None))


async def update_recounts_as_anonymous(session: Session, owner: str, random_id: str) -> None:
    """Let an unfinished recount find the votes, and what was decided about them."""
    waiting = VoteRecount.finished_at.is_(None) & VoteRecount.voters.contains([owner])
    kept = exists().where(waiting)
    await session.execute(update(Exclusion).where(Exclusion.voter == owner, kept).values(voter=random_id))
    renamed = func.array_replace(VoteRecount.voters, owner, random_id)
    await session.execute(update(VoteRecount).where(waiting).values(voters=renamed))


async def update_decisions_as_anonymous(session: Session, owner: str) -> None:
    await session.execute(update(Flagged).where(Flagged.decided_by == owner).values(decided_by=None))


async def delete_reset(session: Session, owner: str) -> None:
    await session.execute(delete(BoardReset).where(BoardReset.owner == owner))


async def delete_requests(session: Session, owner: str) -> None:
    await session.execute(delete(IdempotencyKey).where(IdempotencyKey.owner == owner))


async def update_session_owner(session: Session, source: str, target: str) -> None:
    for table in (SessionRow, Battle):
        await session.execute(update(table).where(table.owner == source).values(owner=target))


async def update_voter(session: Session, source: str, target: str) -> None:
    await session.execute(update(Vote).where(Vote.voter == source).values(voter=target))


async def update_reset_owner(session: Session, source: str, target: str) -> None:
    """Move a reset. If the target has a reset, that one stays."""
    if await session.get(BoardReset, target) is None:
        await session.execute(update(BoardReset).where(BoardReset.owner == source).values(owner=target))
    await delete_reset(session, source)


async def update_request_owner(session: Session, source: str, target: str) -> None:
    other = aliased(IdempotencyKey)
    taken = exists().where(other.owner == target, other.key == IdempotencyKey.key)
    await session.execute(
        update(IdempotencyKey)
        .where(IdempotencyKey.owner == source, ~taken)
        .values(owner=target)
        .execution_options(synchronize_session=False)
    )
    await delete_requests(session, source)
