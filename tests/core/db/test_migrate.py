import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic import command

from llmbattler.core.db import first_id
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import LOCK, _config, _connect, find_drift, is_current, migrate
from llmbattler.core.errors import StartupProblem
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
_MIGRATE = """
import sys
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
print("go", flush=True)
sys.stdin.readline()
migrate(DatabaseAddress.parse(sys.argv[1]))
"""


def _replica(address: DatabaseAddress) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _MIGRATE, address.url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    return process


def test_the_revisions_make_exactly_the_tables_of_the_code(empty_address: DatabaseAddress) -> None:
    import_tables()
    assert not is_current(empty_address)
    migrate(empty_address)
    assert is_current(empty_address)
    assert find_drift(empty_address) == []
    migrate(empty_address)


def test_f26_three_replicas_start_at_once_on_an_empty_database(empty_address: DatabaseAddress) -> None:
    replicas = [_replica(empty_address) for _ in range(3)]
    for replica in replicas:
        assert replica.stdin is not None
        replica.stdin.write("\n")
        replica.stdin.flush()
    results = [(replica.communicate(timeout=60)[1], replica.returncode) for replica in replicas]
    assert [code for _, code in results] == [0, 0, 0], results
    assert is_current(empty_address)


def test_f09_a_migration_that_is_killed_leaves_no_lock_and_no_half_schema(empty_address: DatabaseAddress) -> None:
    with psycopg.connect(empty_address.url) as blocker:
        # The first statement of the schema waits behind this uncommitted table.
        blocker.execute("CREATE TABLE procrastinate_jobs (x int)")
        replica = _replica(empty_address)
        assert replica.stdin is not None
        replica.stdin.write("\n")
        replica.stdin.flush()
        _wait_until_the_lock_is_held(empty_address)
        os.kill(replica.pid, signal.SIGKILL)
        replica.communicate()
        blocker.rollback()
    assert not is_current(empty_address)
    migrate(empty_address)
    assert is_current(empty_address)


def _wait_until_the_lock_is_held(address: DatabaseAddress) -> None:
    query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND granted"
    with psycopg.connect(address.url, autocommit=True) as connection:
        while connection.execute(query, (LOCK,)).fetchone() == (0,):
            pass


def test_f27_a_newer_schema_is_refused_in_one_sentence(empty_address: DatabaseAddress) -> None:
    migrate(empty_address)
    with psycopg.connect(empty_address.url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert not is_current(empty_address)
    with pytest.raises(StartupProblem, match="newer"):
        migrate(empty_address)


def test_an_unreachable_database_is_one_sentence() -> None:
    with pytest.raises(StartupProblem, match="cannot be reached"):
        migrate(DatabaseAddress.parse("postgresql://nobody@127.0.0.1:1/none"))


@pytest.fixture
def undivided(empty_address: DatabaseAddress) -> Iterator[psycopg.Connection]:
    """A database of revision 0019."""
    import_tables()
    migrate(empty_address)
    _downgrade(empty_address, "0019")
    with psycopg.connect(empty_address.url, autocommit=True) as connection:
        yield connection


def _downgrade(address: DatabaseAddress, revision: str) -> None:
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
    _downgrade(empty_address, "0019")
    for table, key in (("model_calls", "call_id"), ("bench_results", "run_id")):
        assert dict(undivided.execute(PLACES.format(table=table, key=key)).fetchall()) == {table: ids}
    migrate(empty_address)
    assert find_drift(empty_address) == []
