"""Queries for shared battles."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, select

from llmbattler.core.db import Session

from ..models import Battle, Mode, Share, Status, Vote
from ..models import Session as SessionRow
from ..moderation.models import Flagged


class SharedRow(NamedTuple):
    token: str
    title: str
    created_at: datetime
    vote: str | None
    left_model_id: str
    right_model_id: str | None


async def get_share(session: Session, token: str) -> Share | None:
    return await session.get(Share, token)


def add_share(session: Session, *, token: str, battle_id: UUID) -> None:
    session.add(Share(token=token, battle_id=battle_id))


async def delete_share(session: Session, battle_id: UUID) -> None:
    await session.execute(delete(Share).where(Share.battle_id == battle_id))


async def list_shared(session: Session, model_ids: Sequence[str], limit: int) -> list[SharedRow]:
    """Return the newest shared battles in which all of these models met."""
    sides = [(Battle.left_model_id == model) | (Battle.right_model_id == model) for model in model_ids]
    query = (
        select(Share.token, SessionRow.title, Battle.created_at, Vote.vote, Battle.left_model_id, Battle.right_model_id)
        .join(Battle, Battle.battle_id == Share.battle_id)
        .join(SessionRow, SessionRow.session_id == Battle.session_id)
        .outerjoin(Vote, Vote.battle_id == Battle.battle_id)
        .where(*sides, Battle.right_model_id.is_not(None), SessionRow.deleted_at.is_(None))
        .where((Battle.mode != Mode.BATTLE) | (Battle.status == Status.VOTED), ~Flagged.hides(Battle.battle_id))
        .order_by(Share.created_at.desc())
        .limit(limit)
    )
    return [SharedRow(*row) for row in (await session.execute(query)).all()]
