"""Adds the demo data in bulk."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import exists, insert, select

from llmbattler.core.db import Base, Session

from ..models import Battle, Share, Vote
from ..models import Session as SessionRow

AT_ONCE = 500


async def find_any_battle(session: Session) -> bool:
    return (await session.execute(select(exists(select(Battle.battle_id))))).scalar_one()


async def add_sessions(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, SessionRow, rows)


async def add_battles(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Battle, rows)


async def add_votes(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Vote, rows)


async def add_shares(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add(session, Share, rows)


async def _add(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        await session.execute(insert(table), list(rows[start : start + AT_ONCE]))
