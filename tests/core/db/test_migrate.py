import os
import signal
import subprocess
import sys

import psycopg
import pytest

from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import LOCK, find_drift, is_current, migrate
from llmbattler.core.errors import StartupProblem
from llmbattler.core.manifests import import_tables

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
