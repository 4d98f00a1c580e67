"""NOTIFY within a transaction."""

from sqlalchemy import text

from .engine import Session


async def notify(session: Session, channel: str, *payloads: str) -> None:
    """Tell the listeners of a channel, if and when this transaction commits."""
    statement = text("SELECT pg_notify(:channel, payload) FROM unnest(cast(:payloads AS text[])) AS payload")
    await session.execute(statement, {"channel": channel, "payloads": list(payloads)})
