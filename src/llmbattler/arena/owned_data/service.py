"""Exports, erases and moves the sessions, votes, board resets and idempotency keys of one person."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from ..service.battles import show_battles
from . import repository


async def export_sessions(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Yield sessions and battles as their pages show them: with the names of the models only after the vote."""
    for row in await repository.list_sessions(session, owner):
        battles = await repository.list_battles(session, row.session_id)
        shown = await show_battles(session, battles)
        yield {
            "session_id": str(row.session_id),
            "title": row.title,
            "created_at": row.created_at.isoformat(),
            "last_active_at": row.last_active_at.isoformat(),
            "deleted_at": None if row.deleted_at is None else row.deleted_at.isoformat(),
            "battles": [one.model_dump(mode="json") for one in shown],
        }
        for battle in battles:
            session.expunge(battle)  # do not keep the whole history in memory


async def erase_sessions(session: Session, owner: str) -> None:
    await repository.delete_sessions(session, owner)
    await repository.update_decisions_as_anonymous(session, owner)


async def export_votes(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Yield all votes, including those of deleted battles, without whether they count: voters must not learn that."""
    for vote in await repository.list_votes(session, owner):
        yield {
            "vote_id": str(vote.vote_id),
            "battle_id": str(vote.battle_id),
            "mode": vote.mode,
            "vote": vote.vote,
            "reasons": vote.reasons,
            "comment": vote.comment,
            "left_model_id": vote.left_model_id,
            "right_model_id": vote.right_model_id,
            "categories": vote.categories,
            "language": vote.language,
            "created_at": vote.created_at.isoformat(),
        }


async def erase_votes(session: Session, owner: str) -> None:
    """Make the votes anonymous; they stay. All get the same random id, so that reviews still see one voter."""
    random_id = f"x_{uuid4().hex}"
    await repository.update_votes_as_anonymous(session, owner, random_id)
    await repository.update_recounts_as_anonymous(session, owner, random_id)


async def export_reset(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    reset = await repository.get_reset(session, owner)
    if reset is not None:
        previous = None if reset.previous is None else reset.previous.isoformat()
        yield {"reset_at": reset.reset_at.isoformat(), "previous": previous}


async def export_requests(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for request in await repository.list_requests(session, owner):
        yield {"key": request.key, "route": request.route, "created_at": request.created_at.isoformat()}


SESSIONS = OwnedData("sessions", export_sessions, erase_sessions, repository.update_session_owner)
VOTES = OwnedData("votes", export_votes, erase_votes, repository.update_voter)
BOARD = OwnedData("own_leaderboard", export_reset, repository.delete_reset, repository.update_reset_owner)
REQUESTS = OwnedData(
    "repeatable_requests", export_requests, repository.delete_requests, repository.update_request_owner
)
