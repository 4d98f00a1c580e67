"""A02, A03, A04, A08, A10, A14, A15 of the listed attacks: tokens, passwords and links that let nobody in."""

import time
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from pydantic import SecretStr
from sqlalchemy import text
from tests.clients import PASSWORD, ClientFactory
from tests.forged_tokens import encode_public_key, forge, unsigned
from tests.identity_provider import IdentityProvider
from tests.mail_server import MailServer
from tests.oidc_login import HTML, START, company_settings, problem_of, start_login

from llmbattler.accounts.access_tokens import AccessClaims, write_access_token
from llmbattler.accounts.authentication import jobs
from llmbattler.accounts.authentication.service.sign_ins import make_reset_link
from llmbattler.accounts.deps import COOKIE, SESSION_COOKIE
from llmbattler.accounts.models import Scope
from llmbattler.accounts.people.schemas import NewInvitationIn
from llmbattler.accounts.people.service.people import invite
from llmbattler.arena.models import Battle, Mode, Status
from llmbattler.arena.models import Session as ArenaSession
from llmbattler.arena.shares.service.links import share_battle
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

NEW_PASSWORD = "another horse battery staple"
WELL_KNOWN = [
    *("", "secret", "your-256-bit-secret", "changeme", "change-me", "password", "default", "test", "dev", "jwt", "key"),
    *("t0p-s3cr3t", "supersecret", "secret-key", "secretkey", "llmbattler", "access token", "open-webui", "0" * 32),
    *("mysecret", "your_jwt_secret", "django-insecure", "hs256-secret", "qwerty", "s3cr3t", "\0" * 32, "a" * 64),
]


@pytest.fixture
async def post() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


@pytest.fixture
async def identity() -> AsyncIterator[IdentityProvider]:
    async with IdentityProvider() as provider:
        yield provider


@pytest.fixture
def settings(settings: Settings, post: MailServer, identity: IdentityProvider) -> Settings:
    """A site that has every way in at once."""
    return company_settings(
        settings,
        identity,
        site_url="https://arena.example.org",
        sign_up="open",
        smtp_url=SecretStr(post.url),
        mail_from="arena@example.org",
    )


@pytest.fixture
def key(resources: Resources) -> SigningKey:
    return resources.get(SigningKey)


@pytest.fixture
async def claims(clients: ClientFactory) -> dict[str, Any]:
    """What the access token of somebody real says, who is signed in now."""
    ann = await clients.member()
    assert ann.person.credential is not None
    now = int(time.time())
    return {
        "iss": "llmbattler",
        "aud": "llmbattler-api",
        "sub": ann.account_id,
        "sid": str(ann.person.credential),
        "use": "access",
        "iat": now,
        "nbf": now,
        "exp": now + 900,
    }


async def show(client: httpx.AsyncClient, token: str) -> int:
    answer = await client.get("/api/me", headers={"authorization": f"Bearer {token}"})
    if answer.status_code == 200:
        assert answer.json()["kind"] != "visitor"
    return answer.status_code


async def test_a02_well_known_secrets_sign_nothing(
    client: httpx.AsyncClient, claims: dict[str, Any], key: SigningKey
) -> None:
    header = {"alg": "HS256", "typ": "JWT"}
    assert await show(client, forge(header, claims, key.derive("access token"))) == 200
    for word in WELL_KNOWN:
        for secret in (word.encode(), SigningKey(word.encode()).derive("access token")):
            assert await show(client, forge(header, claims, secret)) == 401, word
    # Nor does the key itself, or one that was derived for something else.
    for secret in (key.secret, key.derive("visitor cookie"), key.derive("company log-in"), key.derive("")):
        assert await show(client, forge(header, claims, secret)) == 401


async def test_a03_the_token_does_not_choose_how_it_is_checked(
    client: httpx.AsyncClient, claims: dict[str, Any], key: SigningKey
) -> None:
    own, right = RSAKey.generate_key(2048, {"kid": "own"}), key.derive("access token")
    signature = forge({"alg": "HS256"}, claims, right).rpartition(".")[2]
    forged = [
        unsigned({"alg": word}, claims, end) for word in ("none", "None", "nOnE", "NONE", "") for end in ("", signature)
    ]
    forged += [forge({"alg": "HS256"}, claims, public) for public in encode_public_key(own)]
    forged += [
        forge({"alg": "HS256", "kid": kid}, claims, b"")
        for kid in ("unknown", "../../dev/null", "/dev/null", "' OR 1=1")
    ]
    forged += [forge({"alg": word}, claims, right) for word in ("HS512", "RS256", "ES256", "hs256")]
    brought = {"jwk": own.as_dict(private=False), "jku": "http://127.0.0.1:1/jwks", "x5u": "http://127.0.0.1:1/x"}
    forged += [jwt.encode({"alg": "RS256", **brought}, claims, own)]
    forged += [forge({"alg": "HS256", "jwk": {"kty": "oct", "k": "YWFhYQ"}}, claims, b"aaaa")]
    forged += [forge({"alg": "HS256", "crit": ["b64"], "b64": False}, claims, right)]
    for token in forged:
        assert await show(client, token) == 401, token


async def test_a04_a_token_counts_for_its_time_place_and_use_only(
    client: httpx.AsyncClient, claims: dict[str, Any], key: SigningKey
) -> None:
    now, secret = int(time.time()), OctKey.import_key(key.derive("access token"))

    def write(**changes: object) -> str:
        content = {name: value for name, value in {**claims, **changes}.items() if value is not None}
        return jwt.encode({"alg": "HS256"}, content, secret)

    assert await show(client, write()) == 200
    wrong: list[dict[str, object]] = [
        {"exp": now - 1},
        {"exp": None},
        {"exp": "never"},
        {"nbf": now + 600},
        {"nbf": None},
        {"aud": "another"},
        {"aud": None},
        {"iss": "another"},
        {"iss": None},
        {"use": "refresh"},
        {"use": "reset"},
        {"use": None},
        {"sub": "m_" + "0" * 32},
        {"sub": None},
        {"sid": str(uuid4())},
        {"sid": "x"},
        {"sid": None},
    ]
    for changes in wrong:
        assert await show(client, write(**changes)) == 401, changes


async def test_a04_what_was_handed_out_for_one_thing_is_worth_nothing_for_another(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database, key: SigningKey
) -> None:
    ann = await clients.member()
    program = await clients.program(ann, Scope.READ, Scope.WRITE)
    tokens = (await client.post("/api/auth/token", json={"email": ann.person.email, "password": PASSWORD})).json()
    async with database.unit() as session:
        reset = await make_reset_link(session, account_id=ann.account_id)
        invited = await invite(session, actor=ann.person, wanted=NewInvitationIn(), site="")
    sid = UUID(str(ann.person.credential))
    access = write_access_token(key, AccessClaims(ann.account_id, sid), now=(await _now(database)))
    secrets = {
        "access": access,
        "refresh": tokens["refresh_token"],
        "session": ann.cookies[SESSION_COOKIE],
        "token": program.headers["authorization"].removeprefix("Bearer "),
        "reset": reset,
        "invitation": invited.link.partition("#")[2],
        "share": await _share(database, ann.account_id),
        "account": ann.account_id,
        "sign-in": str(sid),
    }
    assert secrets["invitation"].startswith("llmbi_")
    for name, secret in secrets.items():
        assert await show(client, secret) == (200 if name in {"access", "token"} else 401), name
        if name != "session":
            shown = await client.get("/api/me", headers={"cookie": f"{SESSION_COOKIE}={secret}"})
            assert shown.status_code == 401, name
        as_visitor = await client.get("/api/me", headers={"cookie": f"{COOKIE}={secret}"})
        assert as_visitor.json()["account_id"] is None, name
        refused = {
            "/api/auth/token/refresh": ("refresh", {"refresh_token": secret}),
            "/api/auth/reset": ("reset", {"secret": secret, "password": NEW_PASSWORD}),
            "/api/auth/setup": ("setup", {"secret": secret, "password": NEW_PASSWORD, "email": "x@example.org"}),
            "/api/auth/invitation": ("invitation", {"invitation": secret}),
        }
        shared = await client.get(f"/api/shared/{secret}")
        assert (shared.status_code == 200) is (name == "share"), (name, shared.text)
        for path, (own, body) in refused.items():
            if name != own:
                assert (await client.post(path, json=body)).status_code in {401, 422}, (name, path)


async def _share(database: Database, owner: str) -> str:
    """The link to a battle that somebody shows around."""
    async with database.unit() as session:
        thread = ArenaSession(owner=owner, title="Shown around")
        session.add(thread)
        await session.flush()
        battle = Battle(
            session_id=thread.session_id,
            owner=owner,
            mode=Mode.BATTLE,
            left_model_id="one",
            right_model_id="two",
            status=Status.VOID,
            conversation=[],
            prompt_hash="",
        )
        session.add(battle)
        await session.flush()
        return (await share_battle(session, owner=owner, battle_id=battle.battle_id)).token


async def _now(database: Database) -> Any:
    async with database.unit() as session:
        return (await session.execute(text("SELECT now()"))).scalar_one()


DEFAULTS = [
    ("admin@localhost", "admin"),
    ("admin@localhost.localdomain", "admin"),
    ("admin@example.com", "admin"),
    ("admin@admin.com", "admin"),
    ("admin@admin.com", "password"),
    ("root@example.org", "root"),
    ("test@example.org", "test"),
    ("user@example.org", "changeme"),
    ("demo@example.org", "demo"),
    ("admin@llmbattler.org", "llmbattler"),
    ("admin", "admin"),
    ("admin", ""),
]


async def test_a08_no_default_login_exists(client: httpx.AsyncClient, database: Database) -> None:
    for email, password in DEFAULTS:
        body = {"email": email, "password": password}
        readable = "." in email and bool(password)
        for path in ("sign-in", "token"):
            answer = await client.post(f"/api/auth/{path}", json=body)
            assert answer.status_code == (401 if readable else 422), email
            assert "set-cookie" not in answer.headers
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM accounts"))).scalar_one() == 0
    assert (await client.get("/api/me")).json()["needs_setup"] is True
    guessed = {"secret": "llmbl_" + "a" * 43, "email": "me@example.org", "password": NEW_PASSWORD}
    assert (await client.post("/api/auth/setup", json=guessed)).status_code == 422


async def test_a10_what_is_no_password_is_refused_and_costs_nothing(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database
) -> None:
    ann = await clients.member("ann@example.org")
    async with database.unit() as session:
        secret = await make_reset_link(session, account_id=ann.account_id)
    weak: list[Any] = [
        "",
        " ",
        " " * 40,
        "\t\n" * 20,
        None,
        7,
        ["x" * 20],
        {"x": 1},
        "x" * 257,
        "x" * 1_000_000,
        "a" * 40,
    ]
    started = time.process_time()
    for password in weak:
        answers = [
            await client.post("/api/auth/sign-up", json={"email": "new@example.org", "password": password}),
            await client.post("/api/auth/reset", json={"secret": secret, "password": password}),
            await ann.post("/api/me/password", json={"current": PASSWORD, "new": password}),
        ]
        assert {answer.status_code for answer in answers} == {422}, password
    assert time.process_time() - started < 0.3 * 3 * len(weak)  # hashing once takes about a tenth of a second
    for password in ("", None, "x" * 257, "x" * 1_000_000):
        body = {"email": "ann@example.org", "password": password}
        assert (await client.post("/api/auth/sign-in", json=body)).status_code == 422
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM accounts"))).scalar_one() == 1


async def test_a10_no_password_is_cut_off(client: httpx.AsyncClient) -> None:
    begin = "0123456789abcdefghijklmnopqrstuvwxyz" * 2
    assert len(begin) == 72
    for number, (password, others) in enumerate(
        [
            (begin + "one", [begin + "two", begin, begin + "on", begin + "onee"]),
            ("correct horse\0one", ["correct horse\0two", "correct horse", "correct horse\0"]),
            ("ä" * 36 + "xyz-one", ["ä" * 36 + "xyz-two", "ä" * 36]),
            (begin * 3 + "q" * 39 + "1", [begin * 3 + "q" * 39 + "2"]),
        ]
    ):
        email = f"long{number}@example.org"
        assert (await client.post("/api/auth/sign-up", json={"email": email, "password": password})).status_code == 202
        for tried in (*others, password):
            answer = await client.post("/api/auth/sign-in", json={"email": email, "password": tried})
            assert answer.status_code == (200 if tried == password else 401), (number, tried)
            client.cookies.clear()


async def test_a14_a_code_and_state_of_another_browser_let_nobody_in(
    settings: Settings, identity: IdentityProvider, site: str, database: Database, resources: Resources
) -> None:
    """The victim is led to the attacker's answer, over real sockets, with and without a trip of their own."""
    async with httpx.AsyncClient(base_url=site) as attacker, httpx.AsyncClient(base_url=site) as victim:
        address = await start_login(attacker, origin="https://arena.example.org")
        for prepare in (None, START):
            if prepare is not None:
                await victim.get(prepare)
            assert problem_of(await victim.get(address, headers=HTML)) == "strange-answer"
            assert (await victim.get(address)).status_code == 422
            assert SESSION_COOKIE not in victim.cookies
        async with database.unit() as session:
            assert (await session.execute(text("SELECT count(*) FROM accounts"))).scalar_one() == 0


async def test_a15_the_link_begins_with_the_configured_address(
    client: httpx.AsyncClient, clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    await clients.member("ann@example.org")
    body = {"email": "ann@example.org"}
    for forged in ({"host": "evil.example"}, {"host": "localhost.evil.example"}):
        assert (await client.post("/api/auth/reset-request", json=body, headers=forged)).status_code == 400
    led = {
        "x-forwarded-host": "evil.example",
        "x-host": "evil.example",
        "x-forwarded-server": "evil.example",
        "forwarded": "host=evil.example",
        "x-original-url": "https://evil.example/",
    }
    assert (await client.post("/api/auth/reset-request", json=body, headers=led)).status_code == 202
    await jobs.send_reset(resources, email="ann@example.org")
    letter = await post.wait_for()
    assert letter.link.startswith("https://arena.example.org/reset#llmbl_")
    assert "evil" not in letter.message.as_string()


async def test_a15_a_link_works_once(
    client: httpx.AsyncClient, clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    await clients.member("ann@example.org")
    await jobs.send_reset(resources, email="ann@example.org")
    body = {"secret": (await post.wait_for()).secret, "password": NEW_PASSWORD}
    assert [(await client.post("/api/auth/reset", json=body)).status_code for _ in range(2)] == [204, 422]


async def test_a15_a_link_ends_with_the_address_it_was_sent_to(
    client: httpx.AsyncClient, clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    ann = await clients.member("ann@example.org")
    await jobs.send_reset(resources, email="ann@example.org")
    secret = (await post.wait_for()).secret
    moved = await ann.patch("/api/me", json={"email": "ann@new.example.org", "password": PASSWORD})
    assert moved.status_code == 200, moved.text
    answer = await client.post("/api/auth/reset", json={"secret": secret, "password": NEW_PASSWORD})
    assert (answer.status_code, answer.json()["title"]) == (
        422,
        "This link is no longer valid. Request a new one.",
    )
    await jobs.send_reset(resources, email="ann@example.org")  # asked for before the change
    assert len(post.letters) == 1


async def test_a15_people_of_the_company_get_no_link(
    client: httpx.AsyncClient, clients: ClientFactory, database: Database, resources: Resources, post: MailServer
) -> None:
    ann = await clients.member("ann@corp.example")
    for email in ("ann@corp.example", "nobody@corp.example"):
        answer = await client.post("/api/auth/reset-request", json={"email": email})
        assert (answer.status_code, answer.json()["type"]) == (403, "/errors/forbidden")
    await jobs.send_reset(resources, email="ann@corp.example")
    assert post.letters == []
    async with database.unit() as session:
        secret = await make_reset_link(session, account_id=ann.account_id)  # as from the admin area
    answer = await client.post("/api/auth/reset", json={"secret": secret, "password": NEW_PASSWORD})
    assert answer.status_code == 403
