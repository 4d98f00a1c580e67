"""F28 and F29 of the listed faults: what was lost comes back, from a dump or from a moment before the mistake."""

import asyncio
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from tests.cases.replicas import check_invariants
from tests.polling import pause

from llmbattler.arena.demo import service as demo
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import is_current
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

BATTLES = 60


def digest(url: str, *, like: str = "%") -> dict[str, tuple[int, str]]:
    """How many rows each table has, and one hash over all of them."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE %s", (like,)
        ).fetchall()
        query = "SELECT count(*), coalesce(md5(string_agg(md5(row::text), '' ORDER BY row::text)), '') FROM {} AS row"
        return {
            name: connection.execute(sql.SQL(query).format(sql.Identifier(name))).fetchone() or (0, "")
            for (name,) in tables
        }


async def fill(url: str) -> None:
    database = Database(DatabaseAddress.parse(url), Settings(discovery=False))
    async with database.unit() as session:
        await demo.fill(session, rules=RatingRules(), battles=BATTLES)
    await database.close()


async def recount(url: str) -> None:
    database = Database(DatabaseAddress.parse(url), Settings(discovery=False))
    async with database.unit() as session:
        await counting.recount(session, rules=RatingRules())
    await database.close()


def read_boards(url: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        counts = connection.execute("SELECT * FROM pair_totals ORDER BY 1, 2, 3, 4").fetchall()
        stats = "SELECT board, model_id, rating, wins, losses FROM model_stats ORDER BY 1, 2"
        return counts + connection.execute(stats).fetchall()


async def test_f28_a_restored_dump_is_the_same_to_the_bit(
    postgres: EmbeddedPostgres, address: DatabaseAddress, empty_address: DatabaseAddress, data_dir: Path
) -> None:
    """As docs/deployment.md tells it; the boards are then computed anew from the votes and come out the same."""
    await fill(address.url)
    shutil.chown(data_dir, user=postgres.data.stat().st_uid)
    dump = data_dir / "llmbattler.dump"
    postgres._run("pg_dump", "--format=custom", f"--file={dump}", address.url)
    options = ("--clean", "--if-exists", "--no-owner", "--exit-on-error")
    started = time.monotonic()
    postgres._run("pg_restore", *options, f"--dbname={empty_address.url}", str(dump))
    assert time.monotonic() - started < 60
    assert digest(empty_address.url) == digest(address.url)
    assert digest(address.url)["votes"][0] > BATTLES / 3
    assert is_current(empty_address)
    await check_invariants(empty_address.url)
    boards = read_boards(address.url)
    assert len(boards) > 10
    await recount(empty_address.url)
    assert read_boards(empty_address.url) == boards


@pytest.fixture
def archived(data_dir: Path) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL that keeps everything it ever wrote."""
    postgres = EmbeddedPostgres(data_dir / "archived")
    postgres.start()
    postgres.stop()
    archive = data_dir / "archive"
    archive.mkdir()
    shutil.chown(archive, user=postgres.data.stat().st_uid)
    configure(postgres, f"archive_mode = on\narchive_command = '/bin/cp %p {archive}/%f'\n")
    postgres.start()
    yield postgres
    postgres.stop()


def configure(postgres: EmbeddedPostgres, lines: str) -> None:
    (postgres.data / "custom.conf").write_text(lines)
    (postgres.data / "custom.conf").chmod(0o644)


async def test_f29_a_backup_restores_the_second_before_a_mistake(archived: EmbeddedPostgres, data_dir: Path) -> None:
    restored = EmbeddedPostgres(data_dir / "restored")
    restored.folder.mkdir()
    shutil.chown(restored.folder, user=archived.data.stat().st_uid)
    with psycopg.connect(archived.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (vote int)")
        connection.execute("INSERT INTO kept SELECT generate_series(1, 100)")
        options = ("-h", str(archived.sockets), "-U", "postgres", "-c", "fast", "-X", "fetch")
        await asyncio.to_thread(archived._run, "pg_basebackup", *options, "-D", str(restored.data))
        connection.execute("INSERT INTO kept SELECT generate_series(101, 200)")
        (before,) = connection.execute("SELECT clock_timestamp()").fetchone() or ("",)
        connection.execute("DELETE FROM kept")
        (segment,) = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
    async with asyncio.timeout(30):
        while not (data_dir / "archive" / segment).exists():
            await pause()
    configure(
        restored,
        f"restore_command = '/bin/cp {data_dir}/archive/%f %p'\nrecovery_target_time = '{before.isoformat()}'\n"
        "recovery_target_action = 'promote'\n",
    )
    (restored.data / "recovery.signal").touch()
    try:
        restored.start()
        with psycopg.connect(restored.url()) as connection:
            assert connection.execute("SELECT count(*), max(vote) FROM kept").fetchone() == (200, 200)
    finally:
        restored.stop()
