"""NOTIFY within a transaction."""

from sqlalchemy import text

from .engine import Session

_NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(cast(:payloads AS text[])) AS payload")


async def notify(session: Session, channel: str, *payloads: str) -> None:
    """Tell the listeners of a channel, if and when this transaction commits."""
    await session.execute(_NOTIFY, {"channel": channel, "payloads": list(payloads)})
