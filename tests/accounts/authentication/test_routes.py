import asyncio
import re
from datetime import UTC, datetime
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import select, text
from tests.clients import PASSWORD, ClientFactory

from llmbattler.accounts.authentication.jobs import delete_ended
from llmbattler.accounts.authentication.service.sign_ins import make_reset_link, make_setup_link
from llmbattler.accounts.cookies import write_cookie
from llmbattler.accounts.deps import COOKIE, SESSION_COOKIE
from llmbattler.accounts.models import Account, AccountKind, AuditEntry
from llmbattler.accounts.people.schemas import NewInvitationIn
from llmbattler.accounts.people.service.people import invite
from llmbattler.accounts.repository import delete_sign_ins
from llmbattler.accounts.settings import AccountSettings
from llmbattler.arena.models import Session as ArenaSession
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

NEW = {"email": "New@Example.org ", "password": PASSWORD, "name": "  New   Person "}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"sign_up": "open"})


async def test_signing_up_then_in_then_out(client: httpx.AsyncClient) -> None:
    nobody = (await client.get("/api/me")).json()
    assert (nobody["kind"], nobody["account_id"], nobody["sign_up"]) == ("visitor", None, "open")
    assert (await client.post("/api/auth/sign-up", json=NEW)).json() == {"accepted": True}
    signed_in = await client.post("/api/auth/sign-in", json={"email": "new@example.org", "password": PASSWORD})
    assert signed_in.status_code == 200, signed_in.text
    me = signed_in.json()
    assert (me["kind"], me["name"], me["email"]) == ("member", "New Person", "new@example.org")
    cookie = signed_in.headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=lax", "path=/"):
        assert flag in cookie
    assert (await client.get("/api/me")).json() == me
    secret = client.cookies[SESSION_COOKIE]
    assert (await client.post("/api/auth/sign-out")).status_code == 204
    assert SESSION_COOKIE not in client.cookies
    assert (await client.get("/api/me")).json()["kind"] == "visitor"
    stale = await client.get("/api/me", headers={"cookie": f"{SESSION_COOKIE}={secret}"})
    assert stale.status_code == 401
    assert stale.json()["title"] == "You are signed out. Sign in again."


async def test_a_visitor_who_signs_up_keeps_everything(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database, resources: Resources
) -> None:
    visitor, stranger = f"v_{uuid4().hex}", await clients.member()
    async with database.unit() as session:
        session.add(ArenaSession(owner=visitor, title="What I asked before"))
    client.cookies.set(COOKIE, write_cookie(resources.get(SigningKey), visitor))
    assert (await client.post("/api/auth/sign-up", json=NEW)).status_code == 202
    titles = [one["title"] for one in (await client.get("/api/sessions")).json()["sessions"]]
    assert titles == []  # the cookie alone is worth nothing any more
    await client.post("/api/auth/sign-in", json={"email": "new@example.org", "password": PASSWORD})
    titles = [one["title"] for one in (await client.get("/api/sessions")).json()["sessions"]]
    assert titles == ["What I asked before"]
    assert (await stranger.get("/api/sessions")).json()["sessions"] == []


async def test_who_is_blocked_gets_no_account(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    visitor = f"v_{uuid4().hex}"
    async with database.unit() as session:
        session.add(Account(account_id=visitor, kind=AccountKind.VISITOR, deactivated_at=datetime.now(UTC)))
    client.cookies.set(COOKIE, write_cookie(resources.get(SigningKey), visitor))
    assert (await client.post("/api/auth/sign-up", json=NEW)).status_code == 403
    assert (
        await client.post("/api/auth/sign-in", json={"email": NEW["email"], "password": PASSWORD})
    ).status_code == 401


async def test_signing_up_for_a_taken_address_changes_and_says_nothing(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database
) -> None:
    somebody = await clients.member("new@example.org")
    fresh = await client.post("/api/auth/sign-up", json=NEW | {"email": "free@example.org"})
    taken = await client.post("/api/auth/sign-up", json=NEW | {"password": "another fine password"})
    assert (taken.status_code, taken.content) == (fresh.status_code, fresh.content)
    async with database.unit() as session:
        account = await session.get(Account, somebody.account_id)
        assert account is not None
        assert account.name == ""
    wrong = {"email": "new@example.org", "password": "another fine password"}
    assert (await client.post("/api/auth/sign-in", json=wrong)).status_code == 401


@pytest.mark.parametrize("sign_up", ["closed", "invitation"])
async def test_a_closed_site_takes_only_the_invited(
    settings: Settings, clients: ClientFactory, database: Database, sign_up: str
) -> None:
    object.__setattr__(settings.of(AccountSettings), "sign_up", sign_up)
    stranger = await clients.visitor()
    refused = await stranger.post("/api/auth/sign-up", json=NEW)
    assert refused.status_code == 403
    assert "invitation" in refused.json()["title"]
    async with database.unit() as session:
        wanted = NewInvitationIn(kind=AccountKind.MODERATOR, note="welcome")
        made = await invite(session, actor="site", wanted=wanted, site="http://x")
    shown = await stranger.post("/api/auth/invitation", json={"invitation": made.code})
    assert shown.json()["kind"] == "moderator"
    assert shown.json()["note"] == "welcome"
    assert (await stranger.post("/api/auth/sign-up", json=NEW | {"invitation": made.code})).status_code == 202
    signed_in = await stranger.post("/api/auth/sign-in", json={"email": "new@example.org", "password": PASSWORD})
    assert signed_in.json()["kind"] == "moderator"
    again = await stranger.post("/api/auth/sign-up", json=NEW | {"email": "b@example.org", "invitation": made.code})
    assert again.status_code == 422
    assert (await stranger.post("/api/auth/invitation", json={"invitation": made.code})).status_code == 422


async def test_v17_an_invitation_used_twenty_times_at_once_lets_one_in(
    client: httpx.AsyncClient, database: Database
) -> None:
    async with database.unit() as session:
        made = await invite(session, actor="site", wanted=NewInvitationIn(), site="http://x")
    wishes = [NEW | {"email": f"p{number}@example.org", "invitation": made.code} for number in range(20)]
    answers = await asyncio.gather(*(client.post("/api/auth/sign-up", json=wish) for wish in wishes))
    assert sorted(answer.status_code for answer in answers) == [202] + [422] * 19
    async with database.unit() as session:
        assert len((await session.execute(select(Account).where(Account.email.is_not(None)))).all()) == 1


async def test_v17_a_setup_link_used_twenty_times_at_once_makes_one_admin(
    client: httpx.AsyncClient, database: Database
) -> None:
    async with database.unit() as session:
        links = [await make_setup_link(session), await make_setup_link(session)]
    wishes = [
        {"secret": links[number % 2], "email": f"a{number}@example.org", "password": PASSWORD} for number in range(20)
    ]
    answers = await asyncio.gather(*(client.post("/api/auth/setup", json=wish) for wish in wishes))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19
    async with database.unit() as session:
        admins = (await session.execute(select(Account).where(Account.kind == AccountKind.ADMIN))).scalars().all()
        assert len(admins) == 1
        assert await make_setup_link(session) is None
        entries = (await session.execute(select(AuditEntry))).scalars().all()
        assert [(entry.action, entry.after) for entry in entries] == [("person.joined", {"kind": "admin"})]


async def test_the_first_admin_is_in_at_once(client: httpx.AsyncClient, database: Database) -> None:
    assert (await client.get("/api/me")).json()["needs_setup"] is True
    async with database.unit() as session:
        secret = await make_setup_link(session)
    weak = await client.post("/api/auth/setup", json={"secret": secret, "email": "a@b.org", "password": "short"})
    assert (weak.status_code, weak.json()["detail"]) == (422, "Use at least 10 characters.")
    made = await client.post("/api/auth/setup", json={"secret": secret, "email": "a@b.org", "password": PASSWORD})
    assert made.json()["kind"] == "admin"
    assert (await client.get("/api/me")).json()["needs_setup"] is False
    assert (await client.get("/api/admin/people")).status_code == 200


async def test_a15_a_reset_link_works_once_and_signs_out_everywhere(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database
) -> None:
    somebody = await clients.member("me@example.org")
    async with database.unit() as session:
        older = await make_reset_link(session, account_id=somebody.account_id)
        secret = await make_reset_link(session, account_id=somebody.account_id)
    new = "a completely new one"
    assert (await client.post("/api/auth/reset", json={"secret": older, "password": new})).status_code == 422
    assert (await client.post("/api/auth/reset", json={"secret": secret, "password": new})).status_code == 204
    assert (await client.post("/api/auth/reset", json={"secret": secret, "password": new})).status_code == 422
    assert (await somebody.get("/api/me")).status_code == 401
    old = {"email": "me@example.org", "password": PASSWORD}
    assert (await client.post("/api/auth/sign-in", json=old)).status_code == 401
    assert (await client.post("/api/auth/sign-in", json=old | {"password": new})).status_code == 200


async def test_programs_get_short_tokens_and_refresh_them(client: httpx.AsyncClient, clients: ClientFactory) -> None:
    await clients.member("me@example.org")
    wanted = {"email": "me@example.org", "password": PASSWORD}
    tokens = (await client.post("/api/auth/token", json=wanted)).json()
    assert tokens["expires_in"] == 900
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert (await client.get("/api/me", headers=headers)).json()["email"] == "me@example.org"
    fresh = (await client.post("/api/auth/token/refresh", json={"refresh_token": tokens["refresh_token"]})).json()
    assert fresh["refresh_token"] != tokens["refresh_token"]
    stolen = await client.post("/api/auth/token/refresh", json={"refresh_token": tokens["refresh_token"]})
    assert stolen.status_code == 401
    assert "used before" in stolen.json()["detail"]
    for token in (tokens["access_token"], fresh["access_token"]):
        assert (await client.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code == 401
    last = await client.post("/api/auth/token/refresh", json={"refresh_token": fresh["refresh_token"]})
    assert last.status_code == 401


@pytest.mark.parametrize("email", ["", "x", "a@b", "a b@c.de", "@c.de", "a@", "x" * 250 + "@c.de", "a\u0000@c.de"])
async def test_what_is_no_address_is_said(client: httpx.AsyncClient, email: str) -> None:
    answer = await client.post("/api/auth/sign-up", json=NEW | {"email": email})
    assert answer.status_code == 422
    assert not re.search(PASSWORD, answer.text)


async def test_old_sign_ins_and_links_are_deleted(
    clients: ClientFactory, resources: Resources, database: Database
) -> None:
    old, young = await clients.member(), await clients.member()
    await sign_out_everywhere(database, old.account_id, young.account_id)
    async with database.unit() as session:
        await make_reset_link(session, account_id=old.account_id)
        await session.execute(
            text("UPDATE sign_ins SET ended_at = ended_at - interval '31 days' WHERE account_id = :who"),
            {"who": old.account_id},
        )
        await session.execute(text("UPDATE one_time_links SET expires_at = expires_at - interval '31 days'"))
        await session.execute(text("INSERT INTO guesses VALUES ('a', now() - interval '3 hours', 1), ('b', now(), 1)"))
    await delete_ended(resources)
    async with database.unit() as session:
        kept = (await session.execute(text("SELECT account_id FROM sign_ins"))).scalars().all()
        assert kept == [young.account_id]
        assert (await session.execute(text("SELECT count(*) FROM one_time_links"))).scalar_one() == 0
        assert (await session.execute(text("SELECT key FROM guesses"))).scalars().all() == ["b"]


async def sign_out_everywhere(database: Database, *accounts: str) -> None:
    async with database.unit() as session:
        for account_id in accounts:
            await delete_sign_ins(session, account_id)
