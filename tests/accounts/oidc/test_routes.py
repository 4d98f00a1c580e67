import asyncio
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import select, text
from tests.clients import PASSWORD, ClientFactory
from tests.identity_provider import CLIENT_ID, IdentityProvider
from tests.oidc_login import CALLBACK, HTML, START, log_in, problem_of, start_login

from llmbattler.accounts.cookies import write_cookie
from llmbattler.accounts.deps import COOKIE, SESSION_COOKIE
from llmbattler.accounts.models import Account, AccountKind, Scope
from llmbattler.accounts.oidc.deps import COOKIE as TRIP_COOKIE
from llmbattler.accounts.oidc.deps import Provider
from llmbattler.accounts.settings import AccountSettings
from llmbattler.arena.models import Session as ArenaSession
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.signing import SigningKey


async def _accounts(database: Database) -> list[Account]:
    async with database.unit() as session:
        return list((await session.execute(select(Account).order_by(Account.created_at))).scalars())


async def test_somebody_new_becomes_a_member_and_comes_back_to_their_page(
    client: httpx.AsyncClient, identity: IdentityProvider, database: Database
) -> None:
    identity.person |= {"name": "Ann  Archer", "email": "Ann@Corp.Example"}
    answer = await log_in(client, "/leaderboard?board=coding#top")
    assert (answer.status_code, answer.headers["location"]) == (303, "/leaderboard?board=coding#top")
    me = (await client.get("/api/me")).json()
    assert (me["kind"], me["name"], me["email"]) == ("member", "Ann Archer", "ann@corp.example")
    assert (me["has_password"], me["company"]) == (False, "Sign in with your company")
    (account,) = await _accounts(database)
    assert (account.oidc_subject, account.password_hash) == (f"{identity.issuer}|1", None)
    again = await log_in(client)
    assert again.headers["location"] == "/"
    assert len(await _accounts(database)) == 1


async def test_the_question_has_state_nonce_and_a_challenge(client: httpx.AsyncClient, settings: Settings) -> None:
    answers = [await client.get(START) for _ in range(2)]
    asked = [parse_qs(urlsplit(answer.headers["location"]).query) for answer in answers]
    for query in asked:
        assert query["response_type"] == ["code"]
        assert query["client_id"] == [CLIENT_ID]
        assert query["code_challenge_method"] == ["S256"]
        assert query["redirect_uri"] == [f"http://localhost{CALLBACK}"]
        assert len(query["state"][0]) >= 43
    for name in ("state", "nonce", "code_challenge"):
        assert asked[0][name] != asked[1][name]
    assert settings.of(AccountSettings).oidc_client_secret is not None
    assert settings.of(AccountSettings).oidc_client_secret.get_secret_value() not in answers[0].text + str(
        answers[0].headers
    )


async def test_a_visitor_keeps_what_they_had(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    visitor = f"v_{uuid4().hex}"
    async with database.unit() as session:
        session.add(ArenaSession(owner=visitor, title="What I asked before"))
    client.cookies.set(COOKIE, write_cookie(resources.get(SigningKey), visitor))
    await log_in(client)
    assert [one["title"] for one in (await client.get("/api/sessions")).json()["sessions"]] == ["What I asked before"]


async def test_a14_an_answer_for_another_browser_is_refused(client: httpx.AsyncClient, clients: ClientFactory) -> None:
    victim = await clients.visitor()
    back = await start_login(client)
    assert problem_of(await victim.get(back, headers=HTML)) == "strange-answer"
    await victim.get(START)  # the victim is on a login of their own
    refused = await victim.get(back)
    assert (refused.status_code, refused.json()["type"]) == (422, "/errors/invalid")
    assert SESSION_COOKIE not in victim.cookies
    assert (await victim.get("/api/me")).json()["kind"] == "visitor"
    # Nothing was spent by the attempts: it works where it was begun, once.
    assert (await client.get(back, headers=HTML)).headers["location"] == "/"
    assert problem_of(await client.get(back, headers=HTML)) == "strange-answer"


async def test_a14_an_answer_that_was_changed_is_refused(client: httpx.AsyncClient) -> None:
    for change in ("state", "code", "iss", "no code", "no state"):
        back = urlsplit(await start_login(client))
        query = {name: values[0] for name, values in parse_qs(back.query).items()}
        if change.startswith("no "):
            del query[change.removeprefix("no ")]
        else:
            query[change] = "https://evil.example"
        answer = await client.get(back.path, params=query, headers=HTML)
        assert problem_of(answer) == ("strange-answer" if "state" in change else "not-signed-in"), change
        assert SESSION_COOKIE not in client.cookies


async def test_a14_a_cookie_we_did_not_write_is_worth_nothing(client: httpx.AsyncClient) -> None:
    back = await start_login(client)
    kept = client.cookies[TRIP_COOKIE]
    client.cookies.clear()
    for forged in ("", "x", kept[:-1], kept + "x", "e30." + kept.rpartition(".")[2], "A" + kept[1:]):
        answer = await client.get(back, headers={**HTML, "cookie": f"{TRIP_COOKIE}={forged}"})
        assert problem_of(answer) == "strange-answer"


ELSEWHERE = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "/api/auth/oidc/start",
    "/" + "x" * 600,
    "http:///evil.example",
]


async def test_no_link_leads_through_here_to_elsewhere(client: httpx.AsyncClient) -> None:
    for page in ELSEWHERE:
        assert (await log_in(client, page)).headers["location"] == "/", page


async def test_a78_no_token_is_in_any_address_and_cookies_are_guarded(
    client: httpx.AsyncClient, identity: IdentityProvider
) -> None:
    written: list[str] = []

    def remember(claims: dict[str, Any]) -> str:
        written.append(identity.sign(claims))
        return written[-1]

    identity.forge = remember
    started = await client.get(START)
    kept = started.headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=lax", "path=/api/auth/oidc", "max-age=600"):
        assert flag in kept
    answer = await log_in(client)
    cookies = {line.partition("=")[0]: line.lower() for line in answer.headers.get_list("set-cookie")}
    assert "httponly" in cookies[SESSION_COOKIE]
    assert "samesite=lax" in cookies[SESSION_COOKIE]
    assert "max-age=0" in cookies[TRIP_COOKIE]
    session = client.cookies[SESSION_COOKIE]
    shown = answer.headers["location"] + started.headers["location"] + answer.text
    for secret in (written[-1], session, "unused", "code="):
        assert secret not in shown
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


async def test_a78_cookies_are_secure_on_a_public_site(
    identity: IdentityProvider, settings: Settings, resources: Resources, client: httpx.AsyncClient
) -> None:
    resources.add(Settings, settings.model_copy(update={"profile": Profile.PUBLIC}))
    started = await client.get(START)
    assert "; secure" in started.headers["set-cookie"].lower()


STRANGERS: list[tuple[dict[str, Any], str]] = [
    ({"email": "ann@evil.example"}, "not-of-company"),
    ({"email": "ann@sub.corp.example"}, "not-of-company"),
    ({"email": "ann@corp.example.evil.example"}, "not-of-company"),
    ({"email": "ann@corp.example@evil.example"}, "not-of-company"),
    ({"email": "ann@\N{KELVIN SIGN}orp.example"}, "not-of-company"),
    ({"email": None}, "not-of-company"),
    ({"email": ["ann@corp.example"]}, "not-of-company"),
    ({"email_verified": False}, "email-not-verified"),
    ({"email_verified": "true"}, "email-not-verified"),
    ({"email_verified": None}, "email-not-verified"),
]


async def test_only_proved_addresses_of_the_company_come_in(
    client: httpx.AsyncClient,
    identity: IdentityProvider,
    settings: Settings,
    resources: Resources,
    database: Database,
) -> None:
    resources.add(Settings, settings.model_copy(update={"oidc_domains": ("corp.example", "korp.example")}))
    known = dict(identity.person)
    for claims, problem in STRANGERS:
        identity.person = {**known, **claims}
        assert problem_of(await log_in(client)) == problem, claims
    assert await _accounts(database) == []


async def test_an_account_with_a_password_is_linked_and_its_sign_ins_end(
    client: httpx.AsyncClient, identity: IdentityProvider, clients: ClientFactory, database: Database
) -> None:
    squatter = await clients.member("ann@corp.example")
    program = await clients.program(squatter, Scope.READ)
    identity.person["email_verified"] = False
    assert problem_of(await log_in(client)) == "email-not-verified"
    assert (await squatter.get("/api/me")).status_code == 200
    identity.person["email_verified"] = True
    await log_in(client)
    me = (await client.get("/api/me")).json()
    assert (me["account_id"], me["has_password"]) == (squatter.account_id, False)
    assert [(await one.get("/api/me")).status_code for one in (squatter, program)] == [401, 401]
    (account,) = await _accounts(database)
    assert (account.password_hash, account.oidc_subject) == (None, f"{identity.issuer}|1")


async def test_somebody_else_with_the_same_address_gets_nobodys_account(
    client: httpx.AsyncClient, identity: IdentityProvider, clients: ClientFactory, database: Database
) -> None:
    await log_in(client)
    identity.person["sub"] = "2"  # the company gave the address of somebody who left to somebody new
    assert problem_of(await log_in(await clients.visitor())) == "somebody-elses"
    assert [account.oidc_subject for account in await _accounts(database)] == [f"{identity.issuer}|1"]


async def test_a_known_person_may_change_their_address_within_the_company(
    client: httpx.AsyncClient, identity: IdentityProvider, database: Database
) -> None:
    await log_in(client)
    identity.person |= {"email": "ann.married@corp.example", "email_verified": False}
    assert (await log_in(client)).headers["location"] == "/"
    assert len(await _accounts(database)) == 1
    identity.person |= {"email": "ann@elsewhere.example", "email_verified": True}
    assert problem_of(await log_in(client)) == "not-of-company"


@pytest.mark.parametrize("linked", [True, False])
async def test_closed_accounts_stay_closed(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database, linked: bool
) -> None:
    if linked:
        await log_in(client)
    else:
        await clients.member("ann@corp.example")
    async with database.unit() as session:
        await session.execute(text("UPDATE accounts SET deactivated_at = now()"))
    assert problem_of(await log_in(await clients.visitor())) == "account-closed"


async def test_many_first_visits_at_once_make_one_account(clients: ClientFactory, database: Database) -> None:
    browsers = [await clients.visitor() for _ in range(5)]
    answers = await asyncio.gather(*(log_in(browser) for browser in browsers))
    assert {answer.headers["location"] for answer in answers} == {"/"}
    assert len(await _accounts(database)) == 1


async def test_the_role_is_a_setting_for_newcomers_only(
    client: httpx.AsyncClient,
    clients: ClientFactory,
    identity: IdentityProvider,
    settings: Settings,
    resources: Resources,
) -> None:
    resources.add(Settings, settings.model_copy(update={"oidc_role": "moderator"}))
    boss = await clients.add_account(AccountKind.ADMIN, "boss@corp.example")
    await log_in(client)
    assert (await client.get("/api/me")).json()["kind"] == "moderator"
    identity.person = {"sub": "9", "email": "boss@corp.example", "email_verified": True}
    again = await clients.visitor()
    await log_in(again)
    me = (await again.get("/api/me")).json()
    assert (me["kind"], me["account_id"]) == ("admin", boss.account_id)


async def test_a_browser_whose_sign_in_ended_can_come_in_again(client: httpx.AsyncClient, database: Database) -> None:
    await log_in(client)
    async with database.unit() as session:
        await session.execute(text("UPDATE sign_ins SET ended_at = now()"))
    assert (await client.get("/api/me")).status_code == 401
    await log_in(client)
    assert (await client.get("/api/me")).status_code == 200


async def test_a_person_who_is_not_let_in_there_is_not_let_in_here(
    client: httpx.AsyncClient, identity: IdentityProvider
) -> None:
    identity.denies = True
    assert problem_of(await log_in(client)) == "not-signed-in"
    refused = await client.get(await start_login(client))
    assert (refused.status_code, refused.json()["title"]) == (403, "Your company login was not completed.")


async def test_people_of_the_company_have_no_password(client: httpx.AsyncClient, clients: ClientFactory) -> None:
    await clients.member("ann@corp.example")
    for path, more in (("sign-in", {}), ("token", {}), ("sign-up", {"invitation": "llmbi_" + "x" * 40})):
        body = {"email": "Ann@Corp.example", "password": PASSWORD, **more}
        answer = await client.post(f"/api/auth/{path}", json=body)
        assert answer.status_code == 403, path
        assert answer.json()["title"] == "People with this email domain must use company login."
    await clients.member("bob@sub.corp.example")
    others = {"email": "bob@sub.corp.example", "password": PASSWORD}
    assert (await client.post("/api/auth/sign-in", json=others)).status_code == 200


async def test_no_reset_link_is_made_for_people_of_the_company(clients: ClientFactory, database: Database) -> None:
    admin, ann = await clients.admin(), await clients.member("ann@corp.example")
    refused = await admin.post(f"/api/admin/people/{ann.account_id}/reset")
    assert (refused.status_code, refused.json()["title"][:26]) == (403, "People with this email dom")
    async with database.unit() as session:
        assert (await session.execute(text("SELECT 1 FROM one_time_links"))).first() is None
        assert (await session.execute(text("SELECT 1 FROM audit_log"))).first() is None


async def test_nobody_gives_themselves_an_address_of_the_company(
    client: httpx.AsyncClient, clients: ClientFactory
) -> None:
    me = await clients.member("eve@elsewhere.example")
    answer = await me.patch("/api/me", json={"email": "Boss@corp.example", "password": PASSWORD})
    assert (answer.status_code, answer.json()["title"][:26]) == (403, "People with this email dom")
    assert (await me.get("/api/me")).json()["email"] == "eve@elsewhere.example"


async def test_a_blocked_visitor_is_told_so_on_the_sign_in_page(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    visitor = f"v_{uuid4().hex}"
    async with database.unit() as session:
        session.add(Account(account_id=visitor, kind=AccountKind.VISITOR, deactivated_at=datetime.now(UTC)))
    client.cookies.set(COOKIE, write_cookie(resources.get(SigningKey), visitor))
    refused = await log_in(client)
    assert problem_of(refused) == "blocked"
    assert f'{TRIP_COOKIE}=""' in refused.headers["set-cookie"]
    assert len(await _accounts(database)) == 1


async def test_a_site_without_a_company_says_so(
    client: httpx.AsyncClient, settings: Settings, resources: Resources
) -> None:
    resources.add(
        Provider,
        Provider(settings.model_copy(update={"oidc_issuer": None, "oidc_client_id": None, "oidc_domains": ()})),
    )
    assert problem_of(await client.get(START, headers=HTML)) == "no-company"
    assert (await client.get(START)).status_code == 404
