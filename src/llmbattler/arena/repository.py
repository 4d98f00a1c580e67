"""The queries of sessions, battles and votes. Those of a turn are in `turns/repository.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Select, and_, delete, exists, func, or_, select, text, update

from llmbattler.core.db import Session as DatabaseSession

from .models import Battle, Mode, Session, Share, Status, Vote


@dataclass(frozen=True, slots=True)
class SessionRow:
    session: Session
    battle_count: int
    latest_battle_id: UUID | None


@dataclass(frozen=True, slots=True)
class BattleOutline:
    """A battle without its conversation, which may be long."""

    battle_id: UUID
    mode: str
    status: str


_LOCK_OWNER = text("SELECT pg_advisory_xact_lock(hashtextextended(:owner, 7))")


async def lock_owner(session: DatabaseSession, owner: str) -> None:
    """Serialize the requests of one person, so that limits hold under concurrency."""
    await session.execute(_LOCK_OWNER, {"owner": owner})


# --- sessions


def _own_session(session_id: UUID, owner: str) -> Select[Session]:
    return select(Session).where(Session.session_id == session_id, Session.owner == owner)


async def get_session(session: DatabaseSession, session_id: UUID, owner: str) -> Session | None:
    return (await session.execute(_own_session(session_id, owner))).scalar_one_or_none()


async def lock_session(session: DatabaseSession, session_id: UUID, owner: str) -> Session | None:
    return (await session.execute(_own_session(session_id, owner).with_for_update())).scalar_one_or_none()


async def list_sessions(
    session: DatabaseSession, owner: str, *, search: str | None, before: tuple[datetime, UUID] | None, limit: int
) -> Sequence[SessionRow]:
    latest = (
        select(Battle.battle_id)
        .where(Battle.session_id == Session.session_id)
        .order_by(Battle.created_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    count = select(func.count()).where(Battle.session_id == Session.session_id).scalar_subquery()
    query = select(Session, count, latest).where(Session.owner == owner, Session.deleted_at.is_(None))
    if search:
        query = query.where(or_(Session.title.icontains(search, autoescape=True), _prompt_contains(search)))
    if before is not None:
        moment, session_id = before
        query = query.where(
            or_(
                Session.last_active_at < moment,
                and_(Session.last_active_at == moment, Session.session_id < session_id),
            )
        )
    query = query.order_by(Session.last_active_at.desc(), Session.session_id.desc()).limit(limit)
    return [SessionRow(*row) for row in await session.execute(query)]


def _prompt_contains(search: str) -> Any:  # noqa: ANN401 - SQLAlchemy's expression types are private
    entry = func.jsonb_array_elements(Battle.conversation).table_valued("value").alias("entry")
    said = entry.c.value.op("->>")("content")
    asked = entry.c.value.op("->>")("role") == "user"
    return exists(
        select(1)
        .select_from(Battle)
        .join(entry, text("true"))
        .where(Battle.session_id == Session.session_id, asked, said.icontains(search, autoescape=True))
    )


async def update_last_active(session: DatabaseSession, session_id: UUID) -> None:
    await session.execute(update(Session).where(Session.session_id == session_id).values(last_active_at=func.now()))


async def list_sessions_to_purge(session: DatabaseSession, *, after: timedelta, limit: int) -> Sequence[UUID]:
    query = select(Session.session_id).where(Session.deleted_at < func.now() - after).limit(limit)
    return (await session.execute(query.with_for_update(skip_locked=True))).scalars().all()


async def list_battle_ids(session: DatabaseSession, session_ids: Sequence[UUID]) -> Sequence[UUID]:
    query = select(Battle.battle_id).where(Battle.session_id.in_(session_ids))
    return (await session.execute(query)).scalars().all()


async def delete_sessions(session: DatabaseSession, session_ids: Sequence[UUID]) -> None:
    """Delete sessions with their battles and links. Votes stay."""
    battles = select(Battle.battle_id).where(Battle.session_id.in_(session_ids)).scalar_subquery()
    await session.execute(delete(Share).where(Share.battle_id.in_(battles)))
    await session.execute(delete(Battle).where(Battle.session_id.in_(session_ids)))
    await session.execute(delete(Session).where(Session.session_id.in_(session_ids)))


# --- battles


def _own_battle(battle_id: UUID, owner: str) -> Select[Battle]:
    visible = exists(select(1).where(Session.session_id == Battle.session_id, Session.deleted_at.is_(None)))
    return select(Battle).where(Battle.battle_id == battle_id, Battle.owner == owner, visible)


async def get_battle(session: DatabaseSession, battle_id: UUID, owner: str) -> Battle | None:
    return (await session.execute(_own_battle(battle_id, owner))).scalar_one_or_none()


async def lock_battle(session: DatabaseSession, battle_id: UUID, owner: str) -> Battle | None:
    """Every change of status goes through this lock."""
    return (await session.execute(_own_battle(battle_id, owner).with_for_update(of=Battle))).scalar_one_or_none()


async def lock_any_battle(session: DatabaseSession, battle_id: UUID) -> tuple[Battle, datetime] | None:
    """Lock a battle of any owner. Return it with the time of the transaction."""
    query = select(Battle, func.now()).where(Battle.battle_id == battle_id).with_for_update(of=Battle)
    row = (await session.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1])


async def get_any_battle(session: DatabaseSession, battle_id: UUID) -> Battle | None:
    return await session.get(Battle, battle_id)


async def list_battles(session: DatabaseSession, session_id: UUID) -> Sequence[Battle]:
    query = select(Battle).where(Battle.session_id == session_id).order_by(Battle.created_at, Battle.battle_id)
    return (await session.execute(query)).scalars().all()


async def list_outlines(session: DatabaseSession, session_id: UUID) -> Sequence[BattleOutline]:
    query = select(Battle.battle_id, Battle.mode, Battle.status).where(Battle.session_id == session_id)
    found = await session.execute(query.order_by(Battle.created_at, Battle.battle_id))
    return [BattleOutline(*row) for row in found]


async def get_previous_battle(session: DatabaseSession, session_id: UUID) -> Battle | None:
    query = select(Battle).where(Battle.session_id == session_id).order_by(Battle.created_at.desc()).limit(1)
    return (await session.execute(query)).scalar_one_or_none()


async def update_expired(session: DatabaseSession, *, after: timedelta) -> int:
    old = update(Battle).where(
        Battle.status == Status.OPEN, Battle.mode != Mode.DIRECT, Battle.updated_at < func.now() - after
    )
    done = await session.execute(old.values(status=Status.EXPIRED, updated_at=func.now()).returning(Battle.battle_id))
    return len(done.all())


# --- votes


async def get_vote(session: DatabaseSession, battle_id: UUID) -> Vote | None:
    return (await session.execute(select(Vote).where(Vote.battle_id == battle_id))).scalar_one_or_none()


async def list_votes(session: DatabaseSession, battle_ids: Sequence[UUID]) -> Mapping[UUID, Vote]:
    found = (await session.execute(select(Vote).where(Vote.battle_id.in_(battle_ids)))).scalars()
    return {vote.battle_id: vote for vote in found}


# --- links


async def list_shares(session: DatabaseSession, battle_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    found = (await session.execute(select(Share).where(Share.battle_id.in_(battle_ids)))).scalars()
    return {share.battle_id: share.token for share in found}
