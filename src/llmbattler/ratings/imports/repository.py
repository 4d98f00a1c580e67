"""Queries about imported vote sets."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, text

from llmbattler.core.db import Session, raw_connection

from ..models import ImportedSet, ImportedVote, ModelStatsHistory

_COLUMNS = (
    "imported_vote_id",
    "set_name",
    "model_a",
    "model_b",
    "winner",
    "judge",
    "language",
    "turn",
    "style",
    "voted_at",
)
_COPY = f"COPY imported_votes ({', '.join(_COLUMNS)}) FROM STDIN"
_TYPES = ("uuid", "text", "text", "text", "text", "text", "text", "int4", "int4[]", "timestamptz")
Row = tuple[UUID, str, str, str, str, str | None, str | None, int | None, Sequence[int] | None, datetime]


async def lock_name(session: Session, name: str) -> None:
    """Serialize changes of one name."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 11))))


async def get_set(session: Session, name: str) -> ImportedSet | None:
    return await session.get(ImportedSet, name)


async def list_sets(session: Session) -> Sequence[ImportedSet]:
    return (await session.execute(select(ImportedSet).order_by(ImportedSet.name))).scalars().all()


def add_set(session: Session, row: ImportedSet) -> None:
    session.add(row)


async def add_votes(session: Session, rows: Iterable[Row]) -> None:
    """Uses COPY, which is many times faster than INSERT."""
    async with raw_connection(session) as raw, raw.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(_TYPES)
        for row in rows:
            await copy.write_row(row)


async def list_vote_sums(session: Session, name: str) -> Sequence[tuple[str, str, str, int]]:
    """Count the outcomes of each pair."""
    columns = (ImportedVote.model_a, ImportedVote.model_b, ImportedVote.winner)
    query = select(*columns, func.count()).where(ImportedVote.set_name == name).group_by(*columns)
    return [(a, b, winner, number) for a, b, winner, number in (await session.execute(query)).all()]


async def delete_set(session: Session, name: str, board: str) -> None:
    """Delete a set and the history of its board."""
    await session.execute(delete(ModelStatsHistory).where(ModelStatsHistory.board == board))
    await session.execute(delete(ImportedVote).where(ImportedVote.set_name == name))
    await session.execute(delete(ImportedSet).where(ImportedSet.name == name))


async def update_statement_timeout(session: Session) -> None:
    """Raise the timeout of this unit of work: deleting a large set takes longer than a request may."""
    await session.execute(text("SET LOCAL statement_timeout = '10min'"))
