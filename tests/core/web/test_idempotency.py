from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.idempotency import FromIdempotencyKey
from llmbattler.core.web.problems import add_problem_handlers


class _VoteIn(BaseModel):
    vote: str


@pytest.fixture
async def client(database: Database) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.resources = Resources()
    app.state.resources.add(Database, database)
    app.state.cast = 0
    add_problem_handlers(app)

    @app.post("/battles/{battle}/vote")
    async def cast_vote(battle: str, vote: _VoteIn, session: Unit, repeatable: FromIdempotencyKey) -> Any:
        claim = await repeatable.claim(session, owner="v_1")
        if claim.replay is not None:
            return claim.replay.body
        app.state.cast += 1
        body = {"battle": battle, "vote": vote.vote, "number": app.state.cast}
        await repeatable.settle(session, owner="v_1", status=200, body=body)
        return body

    @app.post("/unlucky")
    async def release_key(session: Unit, repeatable: FromIdempotencyKey) -> bool:
        fresh = (await repeatable.claim(session, owner="v_1")).fresh
        await repeatable.release(session, owner="v_1")
        return fresh

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client


async def _vote(client: httpx.AsyncClient, key: str | bytes | None, battle: str = "1", vote: str = "tie") -> Any:
    headers = {} if key is None else {"idempotency-key": key}
    return await client.post(f"/battles/{battle}/vote", json={"vote": vote}, headers=headers)  # type: ignore[arg-type]


async def test_the_same_request_happens_once(client: httpx.AsyncClient) -> None:
    first, second = await _vote(client, "k"), await _vote(client, "k")
    assert first.json() == second.json() == {"battle": "1", "vote": "tie", "number": 1}


async def test_another_body_or_path_is_refused(client: httpx.AsyncClient) -> None:
    await _vote(client, "k")
    for changed in ({"vote": "left_better"}, {"battle": "2"}):
        answer = await _vote(client, "k", **changed)
        assert answer.status_code == 422
        assert "already used" in answer.json()["title"]


async def test_without_a_key_nothing_is_kept(client: httpx.AsyncClient) -> None:
    assert [(await _vote(client, None)).json()["number"] for _ in range(2)] == [1, 2]


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "ü".encode(), "x" * 20_000])
async def test_a_bad_key_is_invalid(client: httpx.AsyncClient, key: str | bytes) -> None:
    answer = await _vote(client, key)
    assert answer.status_code == 422
    assert answer.json()["title"] == "An Idempotency-Key has 1 to 128 visible ASCII characters."


async def test_a_released_key_may_be_tried_again(client: httpx.AsyncClient) -> None:
    for key in ("k", "k"):
        assert (await client.post("/unlucky", headers={"idempotency-key": key})).json() is True
    assert (await client.post("/unlucky")).json() is True


async def test_the_header_is_documented(client: httpx.AsyncClient) -> None:
    parameters = (await client.get("/openapi.json")).json()["paths"]["/unlucky"]["post"]["parameters"]
    assert [parameter["name"] for parameter in parameters] == ["idempotency-key"]
