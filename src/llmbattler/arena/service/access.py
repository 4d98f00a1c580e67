"""Who may view battles and sessions: their owner. Share links are in `arena.shares`."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.ids import parse_uuid
from llmbattler.core.settings import Settings

from .. import repository


async def may_view_battle(session: Session, _: Settings, viewer: Visitor, object_id: str) -> bool:
    """A battle without a vote is viewable too; `service.views` leaves out the names of its models."""
    battle_id = parse_uuid(object_id)
    return battle_id is not None and await repository.get_battle(session, battle_id, viewer.owner) is not None


async def may_view_session(session: Session, _: Settings, viewer: Visitor, object_id: str) -> bool:
    session_id = parse_uuid(object_id)
    row = None if session_id is None else await repository.get_session(session, session_id, viewer.owner)
    return row is not None and row.deleted_at is None
