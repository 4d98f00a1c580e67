"""Revision 0020: rows that exist are divided by month, and old statements work as before."""

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic import command

from llmbattler.core.db import first_id
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import _config, _connect, find_drift, migrate
from llmbattler.core.ids import uuid7
from llmbattler.core.manifests import import_tables

JANUARY, MARCH = first_id(datetime(2025, 1, 20, tzinfo=UTC)), first_id(datetime(2025, 3, 31, 23, tzinfo=UTC))
MARK = 0x7 << 76 | 0b10 << 62
CALL = """
INSERT INTO model_calls (call_id, purpose, model_id, estimated, total_ms, attempts, outcome)
VALUES (%s, 'run', 'm', false, 1, 1, 'ok') ON CONFLICT DO NOTHING RETURNING call_id
"""
RESULT = """
INSERT INTO bench_results (run_id, model_id, prompt, position, epoch, sample_id, outcome)
VALUES (%s, 'm', 'p', 0, 1, 's', 'right') ON CONFLICT DO NOTHING RETURNING run_id
"""
PLACES = "SELECT tableoid::regclass::text, array_agg({key} ORDER BY {key}) FROM {table} GROUP BY 1"


@pytest.fixture
def undivided(empty_address: DatabaseAddress) -> Iterator[psycopg.Connection]:
    """A database of revision 0019."""
    import_tables()
    migrate(empty_address)
    _run(empty_address, "0019")
    with psycopg.connect(empty_address.url, autocommit=True) as connection:
        yield connection


def _run(address: DatabaseAddress, revision: str) -> None:
    with _connect(address) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
        connection.commit()


def test_rows_are_divided_and_put_together_again(undivided: psycopg.Connection, empty_address: DatabaseAddress) -> None:
    now, odd = uuid7(), uuid4()
    january, march = (UUID(int=one.int | MARK) for one in (JANUARY, MARCH))
    ids = sorted([january, march, now, odd])
    for statement in (CALL, RESULT):
        for one in ids:
            assert undivided.execute(statement, (one,)).fetchall() == [(one,)]
    migrate(empty_address)
    assert find_drift(empty_address) == []
    month = datetime.now(UTC).strftime("%Y_%m")
    for table, key, statement in (("model_calls", "call_id", CALL), ("bench_results", "run_id", RESULT)):
        places = dict(undivided.execute(PLACES.format(table=table, key=key)).fetchall())
        assert places == {
            f"{table}_2025_01": [january],
            f"{table}_2025_03": [march],
            f"{table}_{month}": [now],
            f"{table}_default": [odd],
        }
        for one in ids:
            assert undivided.execute(statement, (one,)).fetchall() == [], "a key is unique as before"
    _run(empty_address, "0019")
    for table, key in (("model_calls", "call_id"), ("bench_results", "run_id")):
        assert dict(undivided.execute(PLACES.format(table=table, key=key)).fetchall()) == {table: ids}
    migrate(empty_address)
    assert find_drift(empty_address) == []
