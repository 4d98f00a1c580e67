"""The queries of files of battles."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import RowMapping, case, exists, null, or_, select, true

from llmbattler.core.db import Base, Session, copy_rows

from ..models import Battle, Share, Status, Vote
from ..models import Session as SessionRow
from ..moderation.models import Flagged

AT_ONCE = 500


class StoredBattle(NamedTuple):
    session: SessionRow
    battle: Battle
    vote: Vote | None
    share: Share | None


async def find_any_battle(session: Session) -> bool:
    """Return whether there is a battle or a vote."""
    query = select(or_(exists(select(Battle.battle_id)), exists(select(Vote.vote_id))))
    return (await session.execute(query)).scalar_one()


async def list_battles(session: Session) -> AsyncIterator[Sequence[StoredBattle]]:
    """Yield battles in the order of time, in parts; neither deleted nor hidden ones, nor those being answered."""
    query = (
        select(SessionRow, Battle, Vote, Share)
        .join(SessionRow, SessionRow.session_id == Battle.session_id)
        .outerjoin(Vote, Vote.battle_id == Battle.battle_id)
        .outerjoin(Share, Share.battle_id == Battle.battle_id)
        .where(SessionRow.deleted_at.is_(None), Battle.status != Status.GENERATING, ~Flagged.hides(Battle.battle_id))
        .order_by(Battle.battle_id)
        .execution_options(yield_per=AT_ONCE)
    )
    result = await session.stream(query)
    async for rows in result.partitions():
        found = [StoredBattle(*row) for row in rows]
        yield found
        for one in found:
            session.expunge(one.battle)  # do not keep all conversations in memory


async def list_other_votes(session: Session) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the votes whose battles `list_battles` leaves out, without the comments of hidden ones."""
    listed = (
        exists(select(Battle.battle_id))
        .where(
            Battle.battle_id == Vote.battle_id,
            Battle.status != Status.GENERATING,
            exists(
                select(SessionRow.session_id).where(
                    SessionRow.session_id == Battle.session_id, SessionRow.deleted_at.is_(None)
                )
            ),
        )
        .correlate(Vote)
    )
    hidden = Flagged.hides(Vote.battle_id)
    comment = case((hidden, null()), else_=Vote.comment).label("comment")
    columns = [column for column in Vote.__table__.columns if column.name != "comment"]
    query = select(*columns, comment).where(or_(~listed, hidden == true())).order_by(Vote.vote_id)
    result = await session.stream(query.execution_options(yield_per=AT_ONCE))
    async for rows in result.mappings().partitions():
        yield rows


async def add_sessions(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, SessionRow, rows)


async def add_battles(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Battle, rows)


async def add_votes(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Vote, rows)


async def add_shares(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Share, rows)


async def _add(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        await copy_rows(session, table, tuple(rows[0]), (tuple(row.values()) for row in rows))
