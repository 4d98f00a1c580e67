"""The queue as moderators see it."""

from typing import Any

from sqlalchemy import text

from llmbattler.arena.integrity.service.suspects import REVIEW
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from tests.arena.integrity.voted_sites import put_careless, put_honest, review
from tests.clients import ClientFactory

ADMIN = "/api/admin/integrity"


async def test_a_moderator_sees_excludes_and_restores(clients: ClientFactory, resources: Resources) -> None:
    database = resources.get(Database)
    await put_honest(database)
    await put_careless(database)
    await review(database)
    moderator = await clients.moderator()
    listed = (await moderator.get(f"{ADMIN}/suspects", params={"status": "open"})).json()
    assert (listed["open"], listed["next_cursor"]) == (1, None)
    [suspect] = listed["suspects"]
    path = f"{ADMIN}/suspects/{suspect['suspect_id']}"
    shown = (await moderator.get(path)).json()
    assert set(shown["evidence"]) == {"surprise", "models", "words", "times"}
    assert shown["evidence"]["models"][0].keys() >= {"model_id", "points", "low", "high"}
    with resources.get(LiveHub).subscribe("admin") as news:
        excluded = await moderator.post(f"{path}/exclude", json={})
        assert (excluded.status_code, excluded.json()["status"]) == (200, "excluded")
        assert excluded.json()["decided_by"] == moderator.account_id
        assert await news.next() in {Changed("admin", "recount"), Changed("admin", "integrity")}
    assert (await moderator.post(f"{path}/clear", json={})).status_code == 409
    assert (await moderator.post(f"{path}/restore")).json()["status"] == "open"
    assert (await moderator.post(f"{path}/clear")).json()["status"] == "cleared"
    assert (await moderator.get(f"{ADMIN}/suspects", params={"status": "open"})).json()["suspects"] == []


async def test_only_moderators_come_in(clients: ClientFactory) -> None:
    nothing = "00000000-0000-7000-8000-000000000000"
    member, visitor = await clients.member(), await clients.visitor()
    for method, path in (
        ("GET", "/suspects"),
        ("GET", f"/suspects/{nothing}"),
        *(("POST", f"/suspects/{nothing}/{verb}") for verb in ("exclude", "restore", "clear")),
        *(("POST", f"/voters/somebody/{verb}") for verb in ("exclude", "restore")),
        ("POST", "/review"),
    ):
        body: dict[str, Any] = {} if method == "GET" else {"json": {}}
        assert (await visitor.request(method, ADMIN + path, **body)).status_code == 401
        assert (await member.request(method, ADMIN + path, **body)).status_code == 403


async def test_what_is_not_there_is_not_found(clients: ClientFactory) -> None:
    moderator = await clients.moderator()
    nothing = "00000000-0000-7000-8000-000000000000"
    assert (await moderator.get(f"{ADMIN}/suspects/{nothing}")).status_code == 404
    assert (await moderator.post(f"{ADMIN}/voters/nobody/exclude", json={})).status_code == 404
    assert (await moderator.get(f"{ADMIN}/suspects", params={"cursor": "?"})).status_code == 422
    assert (await moderator.get(f"{ADMIN}/suspects", params={"status": "guilty"})).status_code == 422


async def test_asking_for_a_review_twice_is_one_review(clients: ClientFactory, database: Database) -> None:
    moderator = await clients.moderator()
    for _ in range(2):
        assert (await moderator.post(f"{ADMIN}/review", json={})).status_code == 202
    async with database.unit() as session:
        query = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = :name")
        assert (await session.execute(query, {"name": REVIEW})).scalar_one() == 1
