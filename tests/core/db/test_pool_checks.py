from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import text

from llmbattler.core.db import Database, pool_checks
from llmbattler.core.db.engine import DatabaseAddress


@pytest.fixture
def asked(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What was answered whenever a connection was asked whether it lives."""
    dialect, answers = database.engine.sync_engine.dialect, list[bool]()
    ping: Callable[[object], bool] = dialect.do_ping

    def noted(connection: object) -> bool:
        answers.append(False)
        answers[-1] = ping(connection)
        return answers[-1]

    monkeypatch.setattr(dialect, "do_ping", noted)
    return answers


async def _pid(database: Database) -> int:
    async with database.unit() as session:
        return int((await session.execute(text("SELECT pg_backend_pid()"))).scalar_one())


async def test_what_was_used_just_now_is_used_again_without_a_question(database: Database, asked: list[bool]) -> None:
    assert len({await _pid(database) for _ in range(5)}) == 1
    assert asked == []


async def test_what_was_quiet_for_long_is_asked_first(
    database: Database, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_checks, "IDLE_SECONDS", -1.0)
    assert len({await _pid(database) for _ in range(3)}) == 1
    assert asked == [True, True]


async def test_f14_a_connection_that_the_server_closed_is_replaced_and_nobody_notices(
    database: Database, address: DatabaseAddress, asked: list[bool]
) -> None:
    pid = await _pid(database)
    with psycopg.connect(address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert await _pid(database) != pid
    assert asked == []


async def test_f14_one_that_died_without_a_word_is_found_when_it_is_asked(
    database: Database, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = await _pid(database)
    monkeypatch.setattr(pool_checks, "IDLE_SECONDS", -1.0)
    monkeypatch.setattr(pool_checks, "_is_closed", lambda _: False)
    with psycopg.connect(database.address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert await _pid(database) != pid
    assert asked[-1] is False
