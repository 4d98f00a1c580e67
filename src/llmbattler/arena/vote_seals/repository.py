"""The queries of seals."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Date, DateTime, cast, func, literal, select

from llmbattler.core.db import Session

from ..models import Vote, VoteSeal

_DAY = cast(func.timezone("UTC", Vote.created_at), Date)


async def get_today(session: Session) -> date:
    return (await session.execute(select(cast(func.timezone("UTC", func.now()), Date)))).scalar_one()


async def list_seals(session: Session) -> Sequence[VoteSeal]:
    return (await session.execute(select(VoteSeal).order_by(VoteSeal.day))).scalars().all()


def add_seal(session: Session, *, day: date, votes: int, seal: str) -> None:
    session.add(VoteSeal(day=day, votes=votes, seal=seal))


async def list_day_digests(session: Session, *, after: date | None, before: date) -> list[tuple[date, int, str]]:
    """Return each day with the number and a digest of its votes, without the columns that may change later."""
    line = func.concat_ws(
        "|",
        Vote.vote_id,
        Vote.battle_id,
        Vote.vote,
        Vote.left_model_id,
        Vote.right_model_id,
        Vote.mode,
        func.extract("epoch", Vote.created_at),
    )
    lines = func.aggregate_strings(line, "\n").aggregate_order_by(Vote.vote_id)
    digest = func.encode(func.sha256(func.convert_to(lines, "UTF8")), "hex")
    midnight = func.timezone("UTC", cast(literal(before), DateTime))
    query = select(_DAY, func.count(), digest).where(Vote.created_at < midnight).group_by(_DAY).order_by(_DAY)
    if after is not None:
        query = query.where(after < _DAY)
    return [(row[0], row[1], row[2]) for row in (await session.execute(query)).all()]
