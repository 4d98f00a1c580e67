from pathlib import Path

import psycopg
import pytest

from llmbattler.core.db.dumps import LoadFailed, Snapshot, has_rows, load_dump, open_snapshot, write_dump
from llmbattler.core.db.engine import DatabaseAddress


def run(address: DatabaseAddress, *statements: str) -> None:
    with psycopg.connect(address.url) as connection:
        for statement in statements:
            connection.execute(statement)  # type: ignore[arg-type]


async def dump(address: DatabaseAddress, path: Path, meanwhile: str = "SELECT 1") -> Snapshot:
    async with open_snapshot(address) as snapshot:
        run(address, meanwhile)
        with path.open("wb") as file:
            await write_dump(address, snapshot, file, lambda _: None)
    return snapshot


async def test_a_dump_shows_one_moment_and_replaces_everything(empty_address: DatabaseAddress, tmp_path: Path) -> None:
    assert not await has_rows(empty_address)
    run(
        empty_address,
        "CREATE TYPE kind AS ENUM ('a', 'b')",
        "CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, kind kind)",
        "CREATE FUNCTION twice(number int) RETURNS int LANGUAGE sql AS 'SELECT number * 2'",
        "INSERT INTO kept (kind) VALUES ('a'), ('b')",
    )
    snapshot = await dump(empty_address, tmp_path / "dump", meanwhile="INSERT INTO kept (kind) VALUES ('a')")
    assert snapshot.rows == {"kept": 2}
    assert snapshot.revisions == []
    run(empty_address, "CREATE TABLE newer AS SELECT 1 AS id", "DROP FUNCTION twice", "CREATE VIEW seen AS TABLE kept")
    await load_dump(empty_address, tmp_path / "dump", rows=snapshot.rows)
    with psycopg.connect(empty_address.url) as connection:
        assert connection.execute("SELECT count(*), twice(2) FROM kept").fetchone() == (2, 4)
        assert connection.execute("SELECT to_regclass('newer'), to_regclass('seen')").fetchone() == (None, None)
    assert await has_rows(empty_address)


async def test_a_dump_that_fails_changes_nothing(empty_address: DatabaseAddress, tmp_path: Path) -> None:
    run(empty_address, "CREATE TABLE kept AS SELECT generate_series(1, 20000) AS id")
    snapshot = await dump(empty_address, tmp_path / "dump")
    run(empty_address, "DELETE FROM kept WHERE id > 7")
    with pytest.raises(LoadFailed, match="kept has 20000 rows instead of 5"):
        await load_dump(empty_address, tmp_path / "dump", rows={"kept": 5})
    whole = (tmp_path / "dump").read_bytes()
    for content in (b"", whole[: len(whole) // 2], b"not a dump"):
        (tmp_path / "half").write_bytes(content)
        with pytest.raises(LoadFailed):
            await load_dump(empty_address, tmp_path / "half", rows=snapshot.rows)
    with psycopg.connect(empty_address.url) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (7,)


async def test_the_password_is_not_among_the_arguments(empty_address: DatabaseAddress, tmp_path: Path) -> None:
    url = empty_address.url.replace("postgres@", "postgres:very-secret@")
    snapshot = await dump(DatabaseAddress.parse(url), tmp_path / "dump")
    assert snapshot.rows == {}
