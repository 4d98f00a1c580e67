"""Attacks with sign-ins that have ended (cases A05, A06, A07, A22, A26 of shared/cases/ATTACKS.md)."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest
from sqlalchemy import text
from tests.arena.conftest import ALPHA, BETA, SSE, offer
from tests.clients import PASSWORD, AccountClient, ClientFactory
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from llmbattler.accounts.deps import SESSION_COOKIE
from llmbattler.accounts.models import AccountKind, Scope
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider

WITHIN_SECONDS = 5

Ending = Callable[[ClientFactory, AccountClient], Awaitable[None]]


async def sign_out(_: ClientFactory, somebody: AccountClient) -> None:
    assert (await somebody.post("/api/auth/sign-out")).status_code == 204


async def change_password(clients: ClientFactory, somebody: AccountClient) -> None:
    other = await clients.sign_in(somebody.account_id)
    answer = await other.post("/api/me/password", json={"current": PASSWORD, "new": "a completely new one"})
    assert answer.status_code == 204


async def deactivate(clients: ClientFactory, somebody: AccountClient) -> None:
    admin = await clients.admin()
    answer = await admin.patch(f"/api/admin/people/{somebody.account_id}", json={"deactivated": True})
    assert answer.status_code == 200


async def demote(clients: ClientFactory, somebody: AccountClient) -> None:
    admin = await clients.admin()
    answer = await admin.patch(f"/api/admin/people/{somebody.account_id}", json={"kind": "member"})
    assert answer.status_code == 200


async def end_from_elsewhere(clients: ClientFactory, somebody: AccountClient) -> None:
    other = await clients.sign_in(somebody.account_id)
    assert (await other.delete(f"/api/me/sign-ins/{somebody.person.credential}")).status_code == 204


ENDINGS = [sign_out, change_password, deactivate, demote, end_from_elsewhere]


async def hold_a_battle(site: str, resources: Resources, provider: ScriptedProvider, headers: dict[str, str]) -> bytes:
    """Read a stream that a model keeps open, until it ends."""
    async with (
        httpx.AsyncClient(base_url=site, timeout=30) as http,
        http.stream("POST", "/api/sessions", json={"prompt": "Hello?"}, headers=headers | SSE) as response,
    ):
        assert response.status_code == 200
        heard = b""
        async for piece in response.aiter_bytes():
            heard += piece
            READING.set()
    return heard


READING = asyncio.Event()


@pytest.fixture
async def provider(resources: Resources) -> AsyncIterator[ScriptedProvider]:
    READING.clear()
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text="Some words, and then some more of them.", chunk_size=3))
            provider.hold(model, at=2)
        await offer(resources, provider, ALPHA, BETA)
        yield provider
        for model in (ALPHA, BETA):
            provider.release(model)


@pytest.mark.parametrize("end", ENDINGS)
async def test_a05_a06_a07_an_open_stream_ends_with_the_sign_in(
    site: str, resources: Resources, clients: ClientFactory, provider: ScriptedProvider, end: Ending
) -> None:
    somebody = await clients.moderator()
    cookie = {"Cookie": f"{SESSION_COOKIE}={somebody.cookies[SESSION_COOKIE]}"}
    reading = asyncio.create_task(hold_a_battle(site, resources, provider, cookie))
    await READING.wait()
    await end(clients, somebody)
    ended = time.monotonic()
    heard = await reading
    assert time.monotonic() - ended < WITHIN_SECONDS
    assert heard.endswith(b"event: auth\ndata: {}\n\n")
    assert b"event: done" not in heard
    stale = await somebody.get("/api/me", headers=cookie)
    assert stale.status_code == 401


async def test_a05_a_stream_of_a_revoked_token_ends(
    site: str, resources: Resources, clients: ClientFactory, provider: ScriptedProvider
) -> None:
    owner = await clients.member()
    program = await clients.program(owner, Scope.READ, Scope.WRITE)
    bearer = {"Authorization": program.headers["authorization"]}
    reading = asyncio.create_task(hold_a_battle(site, resources, provider, bearer))
    await READING.wait()
    (token,) = (await owner.get("/api/me/tokens")).json()["tokens"]
    assert (await owner.delete(f"/api/me/tokens/{token['token_id']}")).status_code == 204
    assert (await reading).endswith(b"event: auth\ndata: {}\n\n")


async def test_a05_the_stream_of_somebody_else_goes_on(
    site: str, resources: Resources, clients: ClientFactory, provider: ScriptedProvider
) -> None:
    one, other = await clients.member(), await clients.member()
    cookie = {"Cookie": f"{SESSION_COOKIE}={one.cookies[SESSION_COOKIE]}"}
    reading = asyncio.create_task(hold_a_battle(site, resources, provider, cookie))
    await READING.wait()
    await sign_out(clients, other)
    for model in (ALPHA, BETA):
        provider.release(model)
    assert b"event: done" in await reading


async def test_a05_the_live_channel_ends_with_the_sign_in(site: str, clients: ClientFactory) -> None:
    moderator = await clients.moderator()
    cookie = {"Cookie": f"{SESSION_COOKIE}={moderator.cookies[SESSION_COOKIE]}"}
    address = site.replace("http", "ws") + "/api/live"
    async with connect(address, additional_headers=cookie) as socket:
        await socket.send(json.dumps({"subscribe": ["admin"]}))
        assert json.loads(await socket.recv()) == {"type": "subscribed", "topics": ["admin"]}
        await sign_out(clients, moderator)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "signed out")


@pytest.mark.parametrize("kind", [None, AccountKind.MEMBER])
async def test_a23_admin_topics_are_for_staff_only(site: str, clients: ClientFactory, kind: AccountKind | None) -> None:
    headers = {}
    if kind is not None:
        headers = {"Cookie": f"{SESSION_COOKIE}={(await clients.add_account(kind)).cookies[SESSION_COOKIE]}"}
    async with connect(site.replace("http", "ws") + "/api/live", additional_headers=headers) as socket:
        await socket.send(json.dumps({"subscribe": ["admin:people"]}))
        assert json.loads(await socket.recv())["type"] == "error"


async def test_a22_nobody_changes_the_battle_of_somebody_else(
    site: str, resources: Resources, clients: ClientFactory, database: Database, provider: ScriptedProvider
) -> None:
    for model in (ALPHA, BETA):
        provider.release(model)
    owner = await clients.member()
    made = await owner.post("/api/sessions", json={"prompt": "Hello?"}, timeout=30)
    assert made.status_code == 201, made.text
    battle, session = (f"/api/battles/{made.json()['battle_id']}", f"/api/sessions/{made.json()['session_id']}")

    async def rows() -> list[str]:
        async with database.unit() as unit:
            kept = "SELECT b::text || s::text FROM battles b JOIN sessions s USING (session_id)"
            votes = "SELECT v::text FROM votes v"
            return [str(row) for query in (kept, votes) for row in (await unit.execute(text(query))).scalars()]

    before = await rows()
    tries = [
        ("POST", f"{battle}/messages", {"prompt": "And?"}),
        ("POST", f"{battle}/vote", {"vote": "tie"}),
        ("POST", f"{battle}/regenerate", {}),
        ("POST", f"{battle}/stop", {}),
        ("POST", f"{battle}/share", {}),
        ("PUT", f"{battle}/categories", {"categories": ["coding"]}),
        ("PATCH", session, {"title": "Mine"}),
        ("POST", f"{session}/battles", {"prompt": "And?"}),
        ("DELETE", session, None),
    ]
    for somebody in (await clients.member(), await clients.admin(), await clients.visitor()):
        for method, path, body in tries:
            unknown = (
                path.replace(made.json()["battle_id"], str(made.json()["session_id"])) if "battles/" in path else None
            )
            answer = await somebody.request(method, path, json=body)
            assert answer.status_code == 404, (method, path, answer.text)
            if unknown is not None:
                assert (await somebody.request(method, unknown, json=body)).json()["title"] == answer.json()["title"]
    assert await rows() == before
