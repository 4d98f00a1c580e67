import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import text
from tests.clients import PASSWORD, ClientFactory
from tests.mail_server import MailServer

from llmbattler.accounts.authentication import jobs
from llmbattler.core.db import Database
from llmbattler.core.mail import MailNotSent
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.worker.process import work

NEW_PASSWORD = "another horse battery staple"


@pytest.fixture
async def post() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, post: MailServer) -> Settings:
    changes = {
        "smtp_url": SecretStr(post.url),
        "mail_from": "arena@example.org",
        "site_url": "https://arena.example.org",
        "allowed_hosts": ("*",),
    }
    return settings.model_copy(update=changes)


@asynccontextmanager
async def working(resources: Resources) -> AsyncIterator[None]:
    task = asyncio.create_task(work(resources))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def ask(client: httpx.AsyncClient, email: str, **headers: str) -> httpx.Response:
    return await client.post("/api/auth/reset-request", json={"email": email}, headers=headers)


async def count_jobs(database: Database) -> int:
    async with database.unit() as session:
        query = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'accounts.send_reset'")
        return int((await session.execute(query)).scalar_one())


async def test_a_link_comes_by_mail_and_works_once(
    client: httpx.AsyncClient, clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    ann = await clients.member("ann@example.org")
    assert (await client.get("/api/me")).json()["mail"] is True
    async with working(resources):
        assert (await ask(client, " Ann@Example.org")).json() == {"accepted": True}
        letter = await post.wait_for()
    assert letter.to == ["ann@example.org"]
    assert letter.link.startswith("https://arena.example.org/reset#llmbl_")
    body = {"secret": letter.secret, "password": NEW_PASSWORD}
    assert (await client.post("/api/auth/reset", json=body)).status_code == 204
    assert (await ann.get("/api/me")).status_code == 401
    for password, status in ((PASSWORD, 401), (NEW_PASSWORD, 200)):
        signed_in = await client.post("/api/auth/sign-in", json={"email": "ann@example.org", "password": password})
        assert signed_in.status_code == status


async def test_admins_see_the_wish(client: httpx.AsyncClient, clients: ClientFactory, database: Database) -> None:
    await clients.member("ann@example.org")
    await ask(client, "ann@example.org")
    async with database.unit() as session:
        query = text("SELECT email FROM accounts WHERE reset_asked_at IS NOT NULL")
        assert (await session.execute(query)).scalars().all() == ["ann@example.org"]


@pytest.mark.parametrize("state", ["unknown", "deactivated", "without a password"])
async def test_nothing_is_sent_to_those_without_a_password(
    client: httpx.AsyncClient,
    clients: ClientFactory,
    database: Database,
    resources: Resources,
    post: MailServer,
    state: str,
) -> None:
    await clients.member("ann@example.org")
    change = {"deactivated": "deactivated_at = now()", "without a password": "password_hash = NULL"}.get(state)
    if change is not None:
        async with database.unit() as session:
            await session.execute(text(f"UPDATE accounts SET {change}"))  # noqa: S608
    email = "nobody@example.org" if state == "unknown" else "ann@example.org"
    assert (await ask(client, email)).json() == {"accepted": True}
    assert await count_jobs(database) == 1  # the same steps for everybody
    await jobs.send_reset(resources, email=email)
    assert post.letters == []


async def test_nobodys_mailbox_is_filled(
    client: httpx.AsyncClient, clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    await clients.member("ann@example.org")
    for _ in range(8):
        await jobs.send_reset(resources, email="ann@example.org")
    assert len(post.letters) == 5
    early, last = post.letters[0], post.letters[-1]
    for letter, status in ((early, 422), (last, 204)):
        body = {"secret": letter.secret, "password": NEW_PASSWORD}
        assert (await client.post("/api/auth/reset", json=body)).status_code == status


async def test_asking_too_often_is_refused_for_everybody_alike(
    client: httpx.AsyncClient, clients: ClientFactory
) -> None:
    await clients.member("ann@example.org")
    answers = [await ask(client, email) for email in ("ann@example.org", "nobody@example.org") * 3]
    assert [answer.status_code for answer in answers] == [202] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


async def test_a_mail_that_was_not_accepted_is_sent_again(
    clients: ClientFactory, resources: Resources, post: MailServer
) -> None:
    await clients.member("ann@example.org")
    post.refusals = 1
    with pytest.raises(MailNotSent):
        await jobs.send_reset(resources, email="ann@example.org")
    await jobs.send_reset(resources, email="ann@example.org")
    assert len(post.letters) == 1


async def test_without_a_mail_server_only_the_wish_is_noted(
    clients: ClientFactory, client: httpx.AsyncClient, database: Database, settings: Settings, resources: Resources
) -> None:
    resources.add(Settings, settings.model_copy(update={"smtp_url": None}))
    await clients.member("ann@example.org")
    assert (await client.get("/api/me")).json()["mail"] is False
    assert (await ask(client, "ann@example.org")).status_code == 202
    assert await count_jobs(database) == 0
