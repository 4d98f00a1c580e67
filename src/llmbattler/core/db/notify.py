"""NOTIFY within a transaction."""

from sqlalchemy import text

from .engine import Session


async def notify(session: Session, channel: str, payload: str) -> None:
    """Tell the listeners of a channel, if and when this transaction commits."""
    await session.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": channel, "payload": payload})
