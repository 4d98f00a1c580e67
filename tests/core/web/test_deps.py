import httpx
from fastapi import FastAPI
from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.web.deps import Unit


async def test_a_route_that_fails_saves_nothing_and_one_that_succeeds_is_committed(database: Database) -> None:
    app = FastAPI()
    app.state.resources = Resources()
    app.state.resources.add(Database, database)

    @app.post("/boards/{name}")
    async def add_board(name: str, session: Unit) -> None:
        await session.execute(
            text("INSERT INTO boards (board, total_votes, facts) VALUES (:name, 0, '{}')"), {"name": name}
        )
        if name == "bad":
            raise ZeroDivisionError

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.post("/boards/bad")).status_code == 500
        assert (await client.post("/boards/good")).status_code == 200
    async with database.unit() as session:
        assert (await session.execute(text("SELECT board FROM boards"))).scalars().all() == ["good"]


async def test_a_failed_commit_is_an_error_and_not_a_success(database: Database) -> None:
    app = FastAPI()
    app.state.resources = Resources()
    app.state.resources.add(Database, database)

    @app.post("/")
    async def end_the_connection(session: Unit) -> None:
        pid = (await session.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        async with database.unit() as other:
            await other.execute(text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": pid})

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.post("/")).status_code == 500
