import io
import zipfile

import httpx
from sqlalchemy import select, text
from tests.clients import PASSWORD, ClientFactory

from llmbattler.accounts.models import Account, AuditEntry, Scope
from llmbattler.core.db import Database

NEW = "a completely new one"


async def test_name_and_address_can_be_changed(clients: ClientFactory) -> None:
    me, other = await clients.member(), await clients.member("other@example.org")
    assert (await me.patch("/api/me", json={"name": "Grace Hopper"})).json()["name"] == "Grace Hopper"
    bare = await me.patch("/api/me", json={"email": "grace@example.org"})
    assert bare.status_code == 401
    taken = await me.patch("/api/me", json={"email": "other@example.org", "password": PASSWORD})
    assert taken.status_code == 409
    moved = await me.patch("/api/me", json={"email": "Grace@example.org", "password": PASSWORD})
    assert moved.json()["email"] == "grace@example.org"
    assert (await other.get("/api/me")).json()["email"] == "other@example.org"


async def test_a06_a_new_password_signs_out_every_other_device(clients: ClientFactory) -> None:
    me = await clients.member("me@example.org")
    phone = await clients.sign_in(me.account_id)
    wrong = await me.post("/api/me/password", json={"current": "not this one at all", "new": NEW})
    assert wrong.status_code == 401
    assert (await phone.get("/api/me")).status_code == 200
    weak = await me.post("/api/me/password", json={"current": PASSWORD, "new": "me@example.org"})
    assert weak.status_code == 422
    assert (await me.post("/api/me/password", json={"current": PASSWORD, "new": NEW})).status_code == 204
    assert (await me.get("/api/me")).status_code == 200
    assert (await phone.get("/api/me")).status_code == 401


async def test_devices_are_listed_and_ended(clients: ClientFactory) -> None:
    me, stranger = await clients.member(), await clients.member()
    phone, tablet = await clients.sign_in(me.account_id), await clients.sign_in(me.account_id)
    devices = (await me.get("/api/me/sign-ins")).json()["sign_ins"]
    assert len(devices) == 3
    assert [one["sign_in_id"] for one in devices if one["current"]] == [str(me.person.credential)]
    assert "secret" not in str(devices)
    theirs = f"/api/me/sign-ins/{phone.person.credential}"
    assert (await stranger.delete(theirs)).status_code == 404
    assert (await phone.get("/api/me")).status_code == 200
    assert (await me.delete(theirs)).status_code == 204
    assert (await phone.get("/api/me")).status_code == 401
    assert (await me.delete(theirs)).status_code == 404
    assert (await me.delete("/api/me/sign-ins")).status_code == 204
    assert (await tablet.get("/api/me")).status_code == 401
    assert (await me.get("/api/me")).status_code == 200


async def test_a_token_is_shown_once_and_can_be_revoked(clients: ClientFactory, database: Database) -> None:
    me = await clients.member()
    made = (await me.post("/api/me/tokens", json={"name": "laptop", "scopes": ["read"]})).json()
    secret = made["token"]
    listed = (await me.get("/api/me/tokens")).json()["tokens"]
    assert [one["name"] for one in listed] == ["laptop"]
    assert secret not in str(listed)
    async with database.unit() as session:
        kept = (await session.execute(text("SELECT t::text FROM api_tokens t"))).scalar_one()
    assert secret not in kept
    program = await clients.visitor()
    headers = {"Authorization": f"Bearer {secret}"}
    assert (await program.get("/api/me", headers=headers)).json()["account_id"] == me.account_id
    assert (await program.patch("/api/me", headers=headers, json={"name": "x"})).status_code == 403
    assert (await me.delete(f"/api/me/tokens/{made['token_id']}")).status_code == 204
    assert (await program.get("/api/me", headers=headers)).status_code == 401


async def test_a26_tokens_of_others_are_out_of_reach(clients: ClientFactory) -> None:
    me, stranger = await clients.member(), await clients.admin()
    made = (await me.post("/api/me/tokens", json={"name": "laptop", "scopes": ["read"]})).json()
    unknown = await stranger.delete("/api/me/tokens/01890000-0000-7000-8000-000000000000")
    theirs = await stranger.delete(f"/api/me/tokens/{made['token_id']}")
    assert (theirs.status_code, theirs.json()["title"]) == (unknown.status_code, unknown.json()["title"])
    assert theirs.status_code == 404
    assert len((await me.get("/api/me/tokens")).json()["tokens"]) == 1


async def test_a_token_cannot_create_one_with_more_scopes(clients: ClientFactory) -> None:
    admin = await clients.admin()
    program = await clients.program(admin, Scope.READ, Scope.WRITE)
    more = await program.post("/api/me/tokens", json={"name": "more", "scopes": ["admin"]})
    assert more.status_code == 403
    assert (await program.get("/api/admin/people")).status_code == 403
    assert (await (await clients.program(admin, Scope.READ, Scope.ADMIN)).get("/api/admin/people")).status_code == 200
    member = await clients.member()
    admin = await member.post("/api/me/tokens", json={"name": "admin", "scopes": ["admin"]})
    assert admin.status_code == 403


async def test_an_expired_token_is_worth_nothing(clients: ClientFactory, database: Database) -> None:
    program = await clients.program(await clients.member(), Scope.READ)
    assert (await program.get("/api/me")).status_code == 200
    async with database.unit() as session:
        await session.execute(text("UPDATE api_tokens SET expires_at = now() - interval '1 second'"))
    assert (await program.get("/api/me")).status_code == 401


async def test_everything_of_mine_is_one_file(clients: ClientFactory) -> None:
    me = await clients.member()
    answer = await me.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert "README.txt" in archive.namelist()
        profile = archive.read("account.jsonl").decode()
    assert me.person.email is not None
    assert me.person.email in profile
    assert "argon2" not in profile


async def test_who_leaves_is_gone(clients: ClientFactory, database: Database) -> None:
    me = await clients.member("me@example.org")
    assert (await me.post("/api/me/leave", json={"password": "wrong wrong wrong"})).status_code == 401
    assert (await me.post("/api/me/leave", json={"password": PASSWORD})).status_code == 204
    async with database.unit() as session:
        assert await session.get(Account, me.account_id) is None
        rows = (await session.execute(select(AuditEntry).where(AuditEntry.action == "person.left"))).all()
        assert len(rows) == 1
    stranger = await clients.visitor()
    wanted = {"email": "me@example.org", "password": PASSWORD}
    assert (await stranger.post("/api/auth/sign-in", json=wanted)).status_code == 401


async def test_the_last_admin_cannot_leave(clients: ClientFactory) -> None:
    admin = await clients.admin()
    assert (await admin.post("/api/me/leave", json={"password": PASSWORD})).status_code == 409
    await clients.admin()
    assert (await admin.post("/api/me/leave", json={"password": PASSWORD})).status_code == 204


async def test_a_visitor_can_leave_without_a_trace(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/me/leave", json={})).status_code == 204
