"""A11 and A12 of the listed attacks: finding out who has an account, and guessing their password."""

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import text
from tests.clients import PASSWORD
from tests.mail_server import MailServer

from llmbattler.accounts.authentication.service.guess_limits import PER_ACCOUNT, PER_ACCOUNT_AND_ADDRESS
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.process import open_resources
from llmbattler.core.settings import Settings
from llmbattler.server.app import create_app

KNOWN = "known@example.org"
RIGHT = {"email": KNOWN, "password": PASSWORD}
WRONG = {"email": KNOWN, "password": "wrong horse battery staple"}
FEW, MANY = 7, 500
CLOSE_SECONDS = 0.010
Ask = Callable[[str], Awaitable[httpx.Response]]


@pytest.fixture
async def post() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, post: MailServer) -> Settings:
    changes = {"sign_up": "open", "smtp_url": SecretStr(post.url), "mail_from": "arena@example.org"}
    return settings.model_copy(update=changes)


@pytest.fixture
async def known(client: httpx.AsyncClient) -> str:
    """Somebody who signed up as everybody does, so that their password is hashed as everybody's."""
    assert (await client.post("/api/auth/sign-up", json=RIGHT)).status_code == 202
    return KNOWN


def strangers() -> Iterator[str]:
    """Addresses as long as the known one, each of which nobody has."""
    return (f"{number:05}@example.org" for number in count())


def ways(client: httpx.AsyncClient) -> dict[str, Ask]:
    return {
        "sign-in": lambda email: client.post("/api/auth/sign-in", json={**WRONG, "email": email}),
        "token": lambda email: client.post("/api/auth/token", json={**WRONG, "email": email}),
        "sign-up": lambda email: client.post("/api/auth/sign-up", json={**RIGHT, "email": email}),
        "reset": lambda email: client.post("/api/auth/reset-request", json={"email": email}),
    }


def describe_answer(answer: httpx.Response) -> tuple[object, ...]:
    """Everything that can be seen of an answer."""
    body = {name: value for name, value in answer.json().items() if name != "request_id"}
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status_code, body, headers


async def forget(database: Database) -> None:
    async with database.unit() as session:
        await session.execute(text("DELETE FROM guesses"))
        await session.execute(text("DELETE FROM procrastinate_jobs"))


async def measure(database: Database, ask: Ask, known: str, number: int) -> list[tuple[float, float]]:
    """Take turns, so that whatever else the machine does meets both alike."""
    pairs, unknown = [], strangers()
    for turn in range(number + 2):
        await forget(database)
        seconds = []
        for email in (known, next(unknown))[:: 1 if turn % 2 else -1]:
            started = time.perf_counter()
            await ask(email)
            seconds.append((email == known, time.perf_counter() - started))
        pairs.append((dict(seconds)[True], dict(seconds)[False]))
    return pairs[2:]  # the first ones warm everything up


async def test_a11_answers_do_not_tell_who_has_an_account(
    client: httpx.AsyncClient, known: str, database: Database
) -> None:
    unknown = strangers()
    for name, ask in ways(client).items():
        await forget(database)
        assert describe_answer(await ask(known)) == describe_answer(await ask(next(unknown))), name
    # Signing up again changed nothing for the one who was there before.
    assert (await client.post("/api/auth/sign-in", json=RIGHT)).status_code == 200


@pytest.mark.usefixtures("costly_passwords")
@pytest.mark.parametrize("way", ["sign-in", "sign-up", "reset"])
async def test_a11_neither_does_their_time(client: httpx.AsyncClient, known: str, database: Database, way: str) -> None:
    pairs = await measure(database, ways(client)[way], known, FEW)
    apart = statistics.median(one - other for one, other in pairs)
    whole = statistics.median(other for _, other in pairs)
    # Leaving out the hash would make nine tenths of the whole; the rest is what a busy machine does.
    assert abs(apart) < max(CLOSE_SECONDS, whole / 4), (apart, whole)


@pytest.mark.torture
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("costly_passwords")
@pytest.mark.parametrize("way", ["sign-in", "sign-up", "reset"])
async def test_a11_neither_do_five_hundred_times(
    client: httpx.AsyncClient, known: str, database: Database, way: str
) -> None:
    pairs = await measure(database, ways(client)[way], known, MANY)
    apart = statistics.median(one - other for one, other in pairs)
    slower = sum(one > other for one, other in pairs)
    print(f"A11 {way}: medians {apart * 1000:+.3f} ms apart, the known one slower in {slower} of {MANY}")  # noqa: T201
    assert abs(apart) < CLOSE_SECONDS
    # By chance between 206 and 294 of 500 in all but one of ten thousand runs; below a millisecond no network shows it.
    assert abs(slower - MANY / 2) < 44 or abs(apart) < 0.001


async def test_a12_after_some_wrong_passwords_even_the_right_one_waits(
    client: httpx.AsyncClient, known: str, database: Database
) -> None:
    async def guess() -> list[int]:
        statuses = []
        for number in range(PER_ACCOUNT_AND_ADDRESS.most + 3):
            claimed = {"x-forwarded-for": f"198.51.100.{number}", "x-real-ip": f"198.51.100.{number}"}
            statuses.append((await client.post("/api/auth/sign-in", json=WRONG, headers=claimed)).status_code)
        return statuses

    assert await within_one_slot(database, guess) == [401] * PER_ACCOUNT_AND_ADDRESS.most + [429] * 3
    for path in ("sign-in", "token"):
        refused = await client.post(f"/api/auth/{path}", json=RIGHT)
        assert refused.status_code == 429
        assert 0 < int(refused.headers["retry-after"]) <= PER_ACCOUNT_AND_ADDRESS.span.total_seconds()
    # From the same place others may still come in, and the right person from another.
    assert (await client.post("/api/auth/sign-up", json={**RIGHT, "email": "other@example.org"})).status_code == 202
    others = await client.post("/api/auth/sign-in", json={**RIGHT, "email": "other@example.org"})
    assert others.status_code == 200


async def test_a12_the_right_password_starts_the_count_anew(
    client: httpx.AsyncClient, known: str, database: Database
) -> None:
    async def mistake() -> list[int]:
        tries = ([WRONG] * (PER_ACCOUNT_AND_ADDRESS.most - 1) + [RIGHT]) * 2
        return [(await client.post("/api/auth/token", json=one)).status_code for one in tries]

    assert await within_one_slot(database, mistake) == ([401] * (PER_ACCOUNT_AND_ADDRESS.most - 1) + [200]) * 2


@pytest.mark.parametrize("replicas", [1, 2])
async def test_a12_fifty_at_once_are_counted_before_they_are_looked_at(
    settings: Settings, address: DatabaseAddress, known: str, database: Database, replicas: int
) -> None:
    """Each replica is a whole application with memory of its own; only the database is shared."""
    # A connection for each request: on a busy machine some would wait too long for one.
    settings = settings.model_copy(update={"database_pool_size": 50 // replicas})
    async with AsyncExitStack() as stack:
        browsers = []
        for _ in range(replicas):
            resources = await stack.enter_async_context(open_resources(settings, address))
            transport = httpx.ASGITransport(create_app(settings, resources), raise_app_exceptions=False)
            browser = httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60)
            browsers.append(await stack.enter_async_context(browser))

        async def burst() -> Counter[int]:
            asked = [browsers[n % replicas].post("/api/auth/sign-in", json=WRONG) for n in range(50)]
            return Counter(answer.status_code for answer in await asyncio.gather(*asked))

        assert await within_one_slot(database, burst) == {
            401: PER_ACCOUNT_AND_ADDRESS.most,
            429: 50 - PER_ACCOUNT_AND_ADDRESS.most,
        }


async def test_a12_many_addresses_together_have_a_limit_too(
    settings: Settings, address: DatabaseAddress, known: str, database: Database
) -> None:
    """Nearly spent already: the last guesses from new addresses, each of which has guessed nothing yet."""
    async with open_resources(settings, address) as resources:
        app = create_app(settings, resources)

        async def guess() -> list[int]:
            statuses = []
            for number in range(4):
                transport = httpx.ASGITransport(app, client=(f"198.51.100.{number}", 5))
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
                    statuses.append((await browser.post("/api/auth/sign-in", json=WRONG)).status_code)
                if number == 0:
                    async with database.unit() as session:
                        spent = text("UPDATE guesses SET count = :most WHERE count = 1")
                        await session.execute(spent, {"most": PER_ACCOUNT.most - 2})
            return statuses

        assert await within_one_slot(database, guess) == [401, 401, 401, 429]


async def within_one_slot(database: Database, run: Callable[[], Awaitable[object]]) -> object:
    """Guesses are counted by quarters of an hour: what one of them ends in the middle of is begun again."""
    while True:
        await forget(database)
        begin = time.time() // PER_ACCOUNT_AND_ADDRESS.span.total_seconds()
        found = await run()
        if time.time() // PER_ACCOUNT_AND_ADDRESS.span.total_seconds() == begin:
            return found
