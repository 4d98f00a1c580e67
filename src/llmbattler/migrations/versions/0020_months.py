"""Divide the ledger and the results of benchmarks by month."""

from datetime import UTC, datetime
from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
oldest_compatible = "0019"

MONTHS_AHEAD = 3
TABLES = {
    "model_calls": {
        "key": "call_id",
        "unique": "call_id",
        "indexes": {
            "ix_model_calls_answering": "(model_id, created_at) WHERE answering_model IS NOT NULL",
            "ix_model_calls_contestant": "(contestant_id, created_at) WHERE contestant_id IS NOT NULL",
            "ix_model_calls_created_at": "(created_at)",
            "ix_model_calls_model_id_created_at": "(model_id, created_at)",
        },
    },
    "bench_results": {
        "key": "run_id",
        "unique": "run_id, model_id, prompt, position, epoch",
        "indexes": {
            "ix_bench_results_run_id_outcome_position": "(run_id, outcome, position)",
            "ix_bench_results_run_id_position": "(run_id, position)",
            "ix_bench_results_run_id_total_ms": "(run_id, total_ms)",
        },
    },
}
# A UUIDv7 begins with its time in milliseconds. Other keys go to the default partition.
_MONTHS = """
SELECT DISTINCT date_trunc('month', to_timestamp(
    ('x' || substr(replace({key}::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')
FROM {name} WHERE substr({key}::text, 15, 1) = '7' AND {key} >= :first AND {key} < :last
"""


def upgrade() -> None:
    now = datetime.now(UTC)
    for name, table in TABLES.items():
        # Old processes may read the rows while they are copied, and wait to write.
        op.execute(f"LOCK TABLE {name} IN SHARE ROW EXCLUSIVE MODE")
        op.execute(f"CREATE TABLE {name}_divided (LIKE {name} INCLUDING DEFAULTS) PARTITION BY RANGE ({table['key']})")
        for year, month in _list_months(name, str(table["key"]), now):
            _add_partition(name, year, month)
        op.execute(f"CREATE TABLE {name}_default PARTITION OF {name}_divided DEFAULT")
        _copy(name, f"{name}_divided")
        _replace(name, f"{name}_divided")


def downgrade() -> None:
    for name in TABLES:
        op.execute(f"LOCK TABLE {name} IN SHARE ROW EXCLUSIVE MODE")
        op.execute(f"CREATE TABLE {name}_together (LIKE {name} INCLUDING DEFAULTS)")
        _copy(name, f"{name}_together")
        _replace(name, f"{name}_together")


def _list_months(name: str, key: str, now: datetime) -> list[tuple[int, int]]:
    query = sa.text(_MONTHS.format(name=name, key=key))
    given = {"first": _first_id(2020, 1), "last": _first_id(now.year, now.month)}
    found = {(one.year, one.month) for one in op.get_bind().execute(query, given).scalars()}
    coming = {_add(now.year, now.month, months) for months in range(MONTHS_AHEAD + 1)}
    return sorted(found | coming)


def _add_partition(name: str, year: int, month: int) -> None:
    first, last = _first_id(year, month), _first_id(*_add(year, month, 1))
    op.execute(
        f"CREATE TABLE {name}_{year}_{month:02} PARTITION OF {name}_divided FOR VALUES FROM ('{first}') TO ('{last}')"
    )


def _copy(source: str, target: str) -> None:
    op.execute(f"INSERT INTO {target} SELECT * FROM {source}")  # noqa: S608 - names of ours


def _replace(name: str, copy: str) -> None:
    table = TABLES[name]
    indexes = table["indexes"]
    assert isinstance(indexes, dict)  # noqa: S101 - for the type checker
    op.execute(f"DROP TABLE {name}")
    op.execute(f"ALTER TABLE {copy} RENAME TO {name}")
    op.execute(f"ALTER TABLE {name} ADD CONSTRAINT pk_{name} PRIMARY KEY ({table['unique']})")
    for index, columns in indexes.items():
        op.execute(f"CREATE INDEX {index} ON {name} {columns}")
    op.execute(f"ANALYZE {name}")


def _add(year: int, month: int, months: int) -> tuple[int, int]:
    years, number = divmod(year * 12 + month - 1 + months, 12)
    return years, number + 1


def _first_id(year: int, month: int) -> UUID:
    """Return the smallest UUIDv7 of a month."""
    return UUID(int=int(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000) << 80)
