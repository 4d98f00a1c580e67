"""The time of the database, which all processes share: the clocks of machines may differ."""

from datetime import datetime

from sqlalchemy import func, select

from ..clock import get_shift
from .engine import Session
from .raw import run_statement


async def get_transaction_time(session: Session) -> datetime:
    """Return the time at which this transaction began; the same for all of it."""
    [[now]] = await run_statement(session, "SELECT now()", {})
    began: datetime = now
    return began + get_shift()


async def get_database_time(session: Session) -> datetime:
    """Return the time at this moment, also within a long transaction."""
    now: datetime = (await session.execute(select(func.clock_timestamp()))).scalar_one()
    return now + get_shift()
