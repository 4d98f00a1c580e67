"""H16: deadlocks and serialization failures are not "the database cannot be reached"."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import psycopg
import pytest
from fastapi import APIRouter, FastAPI
from sqlalchemy import text
from tests.arena.conftest import Person, arena_site, person, provider
from tests.polling import wait_for_lock_conflict

from llmbattler.core.db import Database
from llmbattler.core.db.failures import TransactionAborted
from llmbattler.core.db.repeats import LONGEST_PAUSES
from llmbattler.core.resources import Resources
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import add_problem_handlers
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.core.web.unit_routes import UnitRoute

__all__ = ["arena_site", "person", "provider"]

TRIES = len(LONGEST_PAUSES) + 1
_ROWS = """
CREATE TABLE h16_rows (id int PRIMARY KEY, n int NOT NULL);
INSERT INTO h16_rows VALUES (1, 0), (2, 0);
CREATE SEQUENCE h16_tries;
CREATE FUNCTION h16_fail(most int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  IF nextval('h16_tries') <= most THEN
    RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
  END IF;
  RETURN 1;
END $$;
CREATE FUNCTION h16_fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM h16_fail(2);
  RETURN NEW;
END $$;
"""
_DROP = (
    "DROP FUNCTION h16_fail_twice() CASCADE; DROP FUNCTION h16_fail(int); DROP SEQUENCE h16_tries; DROP TABLE h16_rows"
)
_ADD = "UPDATE h16_rows SET n = n + 1 WHERE id = "


@pytest.fixture
async def rival(database: Database) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """Another connection, and rows to fight for."""
    async with await psycopg.AsyncConnection.connect(database.address.direct_url, autocommit=True) as connection:
        await connection.execute(_ROWS)
        try:
            yield connection
        finally:
            await connection.rollback()
            await connection.execute(_DROP)


class DeadlockingRoute:
    """An application whose route locks row 1 and then row 2, while the rival has row 2 and wants row 1."""

    def __init__(self, database: Database, rival: psycopg.AsyncConnection[Any], kind: type[UnitRoute]) -> None:
        self.bodies: list[dict[str, int]] = []
        self._database, self._rival = database, rival
        self._waiting: asyncio.Task[Any] | None = None
        router = APIRouter(route_class=kind)

        @router.post("/rows", status_code=201)
        async def change_rows(body: dict[str, int], session: Unit) -> dict[str, int]:
            self.bodies.append(body)
            # This side notices the deadlock at once, and the other side never.
            await session.execute(text("SET LOCAL deadlock_timeout = '10ms'"))
            await session.execute(text(f"{_ADD} 1"))
            await self._cross_once()
            await session.execute(text(f"{_ADD} 2"))
            return body

        self.app = FastAPI()
        self.app.state.resources = resources = Resources()
        resources.add(Database, database)
        add_problem_handlers(self.app)
        self.app.include_router(router)

    async def _cross_once(self) -> None:
        if self._waiting is None:
            self._waiting = asyncio.create_task(self._rival.execute(f"{_ADD} 1; COMMIT"))
            await wait_for_lock_conflict(self._database)

    async def send(self) -> httpx.Response:
        await self._rival.execute("BEGIN; SET LOCAL deadlock_timeout = '60s'")
        await self._rival.execute(f"{_ADD} 2")
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.post("/rows", json={"a": 1})
        if self._waiting is not None:
            await self._waiting
        return answer


async def read_rows(rival: psycopg.AsyncConnection[Any]) -> list[tuple[int, int]]:
    return await (await rival.execute("SELECT id, n FROM h16_rows ORDER BY id")).fetchall()


@pytest.mark.parametrize("kind", [StrictJsonRoute, UnitRoute])
async def test_h16_a_request_that_lost_a_deadlock_is_repeated(
    kind: type[UnitRoute], database: Database, rival: psycopg.AsyncConnection[Any]
) -> None:
    route = DeadlockingRoute(database, rival, kind)
    answer = await route.send()
    assert (answer.status_code, answer.json()) == (201, {"a": 1})
    assert route.bodies == [{"a": 1}, {"a": 1}]
    assert await read_rows(rival) == [(1, 2), (2, 2)]  # both sides were counted, each once


async def test_h16_a_unit_that_is_not_repeated_says_what_happened(
    database: Database, rival: psycopg.AsyncConnection[Any]
) -> None:
    with pytest.raises(TransactionAborted) as caught:
        async with database.unit() as session:
            await session.execute(text("SELECT h16_fail(1)"))
    assert caught.value.retry_after == 1
    assert "nothing was saved" in caught.value.title
    assert "cannot be reached" not in caught.value.title


async def test_h16_repetitions_have_an_end_and_then_a_named_problem(
    database: Database, rival: psycopg.AsyncConnection[Any]
) -> None:
    router = APIRouter(route_class=UnitRoute)

    @router.post("/fail/{most}")
    async def fail(most: int, session: Unit) -> int:
        return int((await session.execute(text("SELECT h16_fail(:most)"), {"most": most})).scalar_one())

    app = FastAPI()
    app.state.resources = resources = Resources()
    resources.add(Database, database)
    add_problem_handlers(app)
    app.include_router(router)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        assert (await client.post(f"/fail/{TRIES - 1}")).status_code == 200
        await rival.execute("ALTER SEQUENCE h16_tries RESTART")
        answer = await client.post("/fail/1000")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["title"].startswith("Other changes to the same data got in the way")
    assert await (await rival.execute("SELECT last_value FROM h16_tries")).fetchall() == [(TRIES,)]


async def test_h16_single_statements_are_repeated(database: Database, rival: psycopg.AsyncConnection[Any]) -> None:
    assert await database.statement_connection.run("SELECT h16_fail(%(most)s)", {"most": TRIES - 1}) == [(1,)]


async def test_h16_battles_and_votes_are_repeated(
    person: Person, database: Database, rival: psycopg.AsyncConnection[Any]
) -> None:
    for table in ("battles", "votes"):
        await rival.execute(
            f"CREATE TRIGGER h16 BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION h16_fail_twice()"
        )
    heard = await person.battle()
    assert await (await rival.execute("SELECT last_value FROM h16_tries")).fetchall() == [(3,)]
    await rival.execute("ALTER SEQUENCE h16_tries RESTART")
    assert (await person.vote(heard.battle_id)).status_code == 200
    assert await (await rival.execute("SELECT last_value FROM h16_tries")).fetchall() == [(3,)]
