"""The query of battles from stored answers."""

from llmbattler.core.db import Session as DatabaseSession

from ..models import Battle, Session


async def add_battle(session: DatabaseSession, battle: Battle, *, title: str) -> None:
    """Add a battle and its session."""
    session.add(Session(session_id=battle.session_id, owner=battle.owner, title=title))
    await session.flush()
    session.add(battle)
    await session.flush()
