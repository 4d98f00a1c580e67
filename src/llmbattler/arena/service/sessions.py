"""Lists, searches, renames, deletes, restores and purges the sessions of a person."""

from datetime import datetime, timedelta
from uuid import UUID

from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.generation.streams.service import delete_generations, request_stop
from llmbattler.library.service import images

from .. import limits, repository
from ..errors import SessionNotFound
from ..models import Mode, Status
from ..models import Session as SessionRow
from ..schemas import BattleOutlineOut, SessionOut, SessionOutlineOut, SessionRowOut, SessionsOut, WholeSessionOut
from .battles import show_battles

UNDO = timedelta(minutes=10)
PURGE_AT_ONCE = 100
_CURSORS = CursorCodec[datetime, UUID]("arena.sessions", datetime, UUID)


async def list_sessions(
    session: Session, *, owner: str, search: str | None, cursor: str | None, limit: int
) -> SessionsOut:
    before = _CURSORS.find(cursor)
    rows = await repository.list_sessions(session, owner, search=search, before=before, limit=limit + 1)
    shown = [
        SessionRowOut(
            **_show(row.session).model_dump(), battle_count=row.battle_count, latest_battle_id=row.latest_battle_id
        )
        for row in rows[:limit]
    ]
    more = len(rows) > limit
    last = rows[limit - 1].session if more else None
    return SessionsOut(
        sessions=shown, next_cursor=None if last is None else _CURSORS.write(last.last_active_at, last.session_id)
    )


async def get_session(session: Session, *, owner: str, session_id: UUID) -> WholeSessionOut:
    row = await _find(session, owner, session_id)
    battles = await show_battles(session, await repository.list_battles(session, session_id))
    return WholeSessionOut(**_show(row).model_dump(), battles=battles)


async def get_outline(session: Session, *, owner: str, session_id: UUID) -> SessionOutlineOut:
    """Return what a page needs to navigate between battles. A whole session has all texts and may be large."""
    row = await _find(session, owner, session_id)
    battles = [
        BattleOutlineOut(battle_id=one.battle_id, mode=Mode(one.mode), status=Status(one.status))
        for one in await repository.list_outlines(session, session_id)
    ]
    return SessionOutlineOut(**_show(row).model_dump(), battles=battles)


async def rename_session(session: Session, *, owner: str, session_id: UUID, title: str) -> SessionOut:
    row = await _find(session, owner, session_id)
    row.title = " ".join(title.split())[: limits.TITLE_CHARS]
    return _show(row)


async def delete_session(session: Session, *, owner: str, session_id: UUID) -> None:
    """Hide the session now, and stop its models. `arena.purge` deletes it when the time to undo is over."""
    row = await _find(session, owner, session_id)
    row.deleted_at = await get_transaction_time(session)
    # The process that answers reads the request to stop when it renews its leases.
    for battle_id in await repository.list_battle_ids(session, [session_id]):
        await request_stop(session, subject_id=battle_id)


async def restore_session(session: Session, *, owner: str, session_id: UUID) -> SessionOut:
    row = await repository.lock_session(session, session_id, owner)  # fails if it is being purged right now
    if row is None:
        raise SessionNotFound
    row.deleted_at = None
    return _show(row)


async def purge_sessions(session: Session) -> None:
    """Delete sessions whose time to undo is over, with everything in them except the votes."""
    ids = await repository.list_sessions_to_purge(session, after=UNDO, limit=PURGE_AT_ONCE)
    if ids:
        battle_ids = await repository.list_battle_ids(session, ids)
        await delete_generations(session, subject_ids=battle_ids)
        await images.delete_images_of_battles(session, battle_ids=battle_ids)
        await repository.delete_sessions(session, ids)


async def _find(session: Session, owner: str, session_id: UUID) -> SessionRow:
    row = await repository.get_session(session, session_id, owner)
    if row is None or row.deleted_at is not None:
        raise SessionNotFound
    return row


def _show(row: SessionRow) -> SessionOut:
    return SessionOut(
        session_id=row.session_id,
        user_id=row.owner,
        title=row.title,
        created_at=row.created_at,
        last_active_at=row.last_active_at,
    )
