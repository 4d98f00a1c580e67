"""Tables that are divided by month, so that old months can be moved or dropped at once.

Their key is a UUIDv7, which begins with its time. So they are divided by the key itself, and unique keys need no other
column. Rows of months without a partition are in the default partition, so inserting never fails.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, text

from .base import Base
from .engine import Session

MONTHS_AHEAD = 3
FIRST_YEAR = 2020
"""Keys of earlier months were not made from a clock."""
LOCK_TIMEOUT = "5s"
_KEY = "divided_by_month"
_LOCK = 7_265_020


class Month(NamedTuple):
    year: int
    number: int

    @classmethod
    def of(cls, moment: datetime) -> "Month":
        at = moment.astimezone(UTC)
        return cls(at.year, at.month)

    def plus(self, months: int) -> "Month":
        year, number = divmod(self.year * 12 + self.number - 1 + months, 12)
        return Month(year, number + 1)

    @property
    def start(self) -> datetime:
        return datetime(self.year, self.number, 1, tzinfo=UTC)


class DividedTable(NamedTuple):
    name: str
    key: str

    @property
    def default(self) -> str:
        return f"{self.name}_default"

    def partition_of(self, month: Month) -> str:
        return f"{self.name}_{month.year}_{month.number:02}"


def by_month(key: str) -> dict[str, Any]:
    """The last element of `__table_args__` of a table that is divided by its key."""
    return {"postgresql_partition_by": f"RANGE ({key})", "info": {_KEY: key}}


def first_id(moment: datetime) -> UUID:
    """Return the smallest UUID that a UUIDv7 of this time can be."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


def list_divided() -> list[DividedTable]:
    """List the tables of all slices that are divided by month."""
    tables = Base.metadata.sorted_tables
    return [DividedTable(table.name, table.info[_KEY]) for table in tables if _KEY in table.info]


_PARTITIONS = text(
    "SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid WHERE inhparent = to_regclass(:parent)"
)
_ALL_PARTITIONS = text("SELECT relname FROM pg_class WHERE relispartition AND relkind IN ('r', 'p')")
_IS_DIVIDED = text("SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass(:name)")
_EXISTS = text("SELECT to_regclass(:name) IS NOT NULL")
_TAKE_LOCK = text("SELECT pg_advisory_xact_lock(:lock)")
_MONTHS = """
SELECT DISTINCT date_trunc('month', to_timestamp(
    ('x' || substr(replace({key}::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')
FROM {default} WHERE substr({key}::text, 15, 1) = '7' AND {key} >= :first AND {key} < :last
"""
_ADD = """
CREATE TABLE {partition} (LIKE {name} INCLUDING DEFAULTS);
LOCK TABLE {default} IN ACCESS EXCLUSIVE MODE;
WITH moved AS (DELETE FROM {default} WHERE {key} >= '{first}' AND {key} < '{last}' RETURNING *)
INSERT INTO {partition} SELECT * FROM moved;
ALTER TABLE {name} ATTACH PARTITION {partition} FOR VALUES FROM ('{first}') TO ('{last}')
"""


def find_undivided(connection: Connection) -> list[str]:
    """List tables that the code divides by month and the database does not."""
    return [
        table.name for table in list_divided() if not connection.execute(_IS_DIVIDED, {"name": table.name}).scalar()
    ]


def list_partitions(connection: Connection) -> frozenset[str]:
    """List the partitions of all tables."""
    return frozenset(connection.execute(_ALL_PARTITIONS).scalars())


async def list_missing(session: Session, table: DividedTable, now: datetime) -> list[Month]:
    """List the months without a partition: this one, the next ones, and those with rows in the default partition."""
    this = Month.of(now)
    wanted = {this.plus(months) for months in range(MONTHS_AHEAD + 1)}
    window = {"first": first_id(datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)), "last": first_id(this.start)}
    query = _MONTHS.format(key=table.key, default=table.default)
    wanted |= {Month(one.year, one.month) for one in (await session.execute(text(query), window)).scalars()}
    there = set((await session.execute(_PARTITIONS, {"parent": table.name})).scalars())
    return sorted(month for month in wanted if table.partition_of(month) not in there)


async def add_partition(session: Session, table: DividedTable, month: Month) -> bool:
    """Add a partition, with the rows of the month from the default partition. Other partitions can be used meanwhile.

    Return false if another process added it, or a detached table still has its name.
    """
    await session.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
    await session.execute(_TAKE_LOCK, {"lock": _LOCK})
    partition = table.partition_of(month)
    if (await session.execute(_EXISTS, {"name": partition})).scalar_one():
        return False
    bounds = {"first": first_id(month.start), "last": first_id(month.plus(1).start)}
    for statement in _list_statements(table, partition, bounds):
        await session.execute(text(statement))
    return True


def _list_statements(table: DividedTable, partition: str, bounds: dict[str, UUID]) -> Iterator[str]:
    filled = _ADD.format(name=table.name, key=table.key, default=table.default, partition=partition, **bounds)
    yield from filled.split(";")
