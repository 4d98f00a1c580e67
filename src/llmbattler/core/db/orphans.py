"""Rows that refer to a missing row, which the schema allows since it has no foreign keys."""

from dataclasses import dataclass

from sqlalchemy import exists, func, select

from .base import EXTERNAL, REFERS_TO, Base
from .engine import Session


@dataclass(frozen=True, slots=True)
class Orphans:
    column: str
    target: str
    count: int


async def find_orphans(session: Session) -> list[Orphans]:
    """Check every column declared with `refers_to`."""
    found = []
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if REFERS_TO not in column.info:
                continue
            target = column.info[REFERS_TO]
            other_table, _, other_column = target.partition(".")
            other = Base.metadata.tables[other_table].columns[other_column]
            missing = select(func.count()).where(column.is_not(None), ~exists(select(1).where(other == column)))
            count = (await session.execute(missing.select_from(table))).scalar_one()
            if count:
                found.append(Orphans(f"{table.name}.{column.name}", target, count))
    return found


async def list_references(session: Session, subject: str) -> dict[str, list[str]]:
    """Every id in the columns declared with `external_id(subject)`, by column."""
    found: dict[str, list[str]] = {}
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if column.info.get(EXTERNAL) == subject:
                ids = (await session.execute(select(column).where(column.is_not(None)).distinct())).scalars()
                found[f"{table.name}.{column.name}"] = list(ids)
    return found
