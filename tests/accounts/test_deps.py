import asyncio
from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from llmbattler.accounts.cookies import write_cookie
from llmbattler.accounts.deps import COOKIE
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile
from llmbattler.core.signing import SigningKey

Open = Callable[..., httpx.AsyncClient]


async def _count(database: Database) -> int:
    async with database.unit() as session:
        return int((await session.execute(text("SELECT count(*) FROM accounts"))).scalar_one())


async def test_who_only_reads_is_nobody_and_gets_no_cookie(open_browser: Open, database: Database) -> None:
    answer = await open_browser().get("/me")
    assert answer.json() is None
    assert "set-cookie" not in answer.headers
    assert await _count(database) == 0


@pytest.mark.parametrize("path", ["/things", "/streams"])
async def test_a78_the_first_write_makes_an_account_and_a_guarded_cookie(
    open_browser: Open, database: Database, path: str
) -> None:
    browser = open_browser()
    first = await browser.post(path)
    account_id = first.text.strip('"')
    assert account_id.startswith("v_")
    cookie = first.headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=lax", "path=/", "max-age=31536000"):
        assert flag in cookie
    assert "domain" not in cookie
    assert (await browser.get("/me")).json() == account_id
    again = await browser.post(path)
    assert again.text == first.text
    assert "set-cookie" not in again.headers
    assert await _count(database) == 1


@pytest.mark.parametrize(
    ("profile", "base_url", "headers", "trusted", "secure"),
    [
        (Profile.PRIVATE, "http://localhost", {}, (), False),
        (Profile.PRIVATE, "https://localhost", {}, (), True),
        (Profile.PRIVATE, "http://localhost", {"x-forwarded-proto": "https"}, (), False),
        (Profile.CLASSROOM, "http://localhost", {"x-forwarded-proto": "https"}, ("203.0.113.7/32",), True),
        (Profile.PUBLIC, "http://localhost", {}, (), True),
    ],
)
async def test_a78_cookies_are_secure_where_they_can_be(
    open_browser: Open, profile: Profile, base_url: str, headers: dict[str, str], trusted: tuple[str, ...], secure: bool
) -> None:
    browser = open_browser(base_url=base_url, profile=profile, trusted_proxies=trusted)
    answer = await browser.post("/things", headers=headers)
    assert ("secure" in answer.headers["set-cookie"].lower().split("; ")) is secure


GOOD = "v_" + "0123456789abcdef" * 2
FOREIGN = write_cookie(SigningKey(b"f" * 32), GOOD)
OWN = write_cookie(SigningKey(b"k" * 32), GOOD)


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        ".",
        "1..",
        FOREIGN,
        OWN[:-1],
        OWN + "x",
        OWN.replace("v_0", "v_1"),
        "2" + OWN[1:],
        "x" * 30_000,
        '"\\377"',
        "1.v_" + "٣" * 32 + OWN[36:],
    ],
)
async def test_a21_a_cookie_we_did_not_write_is_nobodys(open_browser: Open, database: Database, cookie: str) -> None:
    headers = {"cookie": f"{COOKIE}={cookie}".encode()}
    browser = open_browser()
    read = await browser.get("/me", headers=headers)
    assert (read.status_code, read.json()) == (200, None)
    written = await browser.post("/things", headers=headers)
    assert written.status_code == 200
    assert written.json() != GOOD
    assert await _count(database) == 1


async def test_a79_no_identity_in_the_address(open_browser: Open) -> None:
    answer = await open_browser().get("/me", params={COOKIE: OWN, "token": OWN})
    assert answer.json() is None


async def test_a_good_cookie_survives_a_reset_of_the_database(open_browser: Open, database: Database) -> None:
    answer = await open_browser().post("/things", headers={"cookie": f"{COOKIE}={OWN}"})
    assert answer.json() == GOOD
    assert await _count(database) == 1


async def test_parallel_first_writes_of_one_visitor_leave_one_row(open_browser: Open, database: Database) -> None:
    browser = open_browser()
    answers = await asyncio.gather(*(browser.post(p, headers={"cookie": f"{COOKIE}={OWN}"}) for p in ["/things"] * 8))
    assert {answer.status_code for answer in answers} == {200}
    assert await _count(database) == 1


async def test_a_failed_write_leaves_no_account(open_browser: Open, database: Database) -> None:
    answer = await open_browser().post("/failures")
    assert answer.status_code == 500
    assert "set-cookie" not in answer.headers
    assert await _count(database) == 0


async def test_a_cookie_in_use_is_renewed(open_browser: Open, database: Database) -> None:
    browser = open_browser()
    first = await browser.post("/things")
    async with database.unit() as session:
        await session.execute(
            text("UPDATE accounts SET last_seen_at = now() - :span, created_at = now() - :span"),
            {"span": timedelta(hours=2)},
        )
    later = await browser.post("/things")
    assert later.json() == first.json()
    assert "set-cookie" in later.headers
    async with database.unit() as session:
        query = text("SELECT last_seen_at - created_at FROM accounts")
        assert (await session.execute(query)).scalar_one() > timedelta(hours=1)


async def test_a81_one_cookie_is_limited_and_told_when_it_works_again(open_browser: Open) -> None:
    browser = open_browser(profile=Profile.PUBLIC, base_url="https://localhost")
    answers = [await browser.post("/things") for _ in range(14)]
    assert [answer.status_code for answer in answers] == [200] * 13 + [429]
    assert answers[-1].headers["retry-after"] == "5"
    assert answers[-1].json()["detail"] == "This works again in 5 seconds."


async def test_a81_fifty_cookies_do_not_evade_the_limit_of_an_address(open_browser: Open, database: Database) -> None:
    cookies = [write_cookie(SigningKey(b"k" * 32), f"v_{number:032x}") for number in range(50)]
    browser = open_browser(profile=Profile.PUBLIC)
    answers = [await browser.post("/things", headers={"cookie": f"{COOKIE}={cookie}"}) for cookie in cookies]
    assert sum(answer.status_code == 200 for answer in answers) == 40
    assert await _count(database) == 40
    assert (await open_browser(profile=Profile.PUBLIC, peer="203.0.113.8").post("/things")).status_code == 200


@pytest.mark.parametrize("header", ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip"])
async def test_v10_rotated_headers_do_not_evade_the_limit(open_browser: Open, database: Database, header: str) -> None:
    statuses = []
    for number in range(50):
        browser = open_browser(profile=Profile.PUBLIC)
        statuses.append((await browser.post("/things", headers={header: f"198.51.100.{number}"})).status_code)
    assert statuses == [200] * 30 + [429] * 20
    assert await _count(database) == 30


async def test_v10_only_a_configured_proxy_is_believed(open_browser: Open) -> None:
    proxies = ("10.0.0.0/8",)
    statuses = []
    for number in range(40):
        browser = open_browser(profile=Profile.PUBLIC, peer="10.0.0.1", trusted_proxies=proxies)
        claimed = {"x-forwarded-for": f"192.0.2.{number}, 198.51.100.7"}
        statuses.append((await browser.post("/things", headers=claimed)).status_code)
    assert statuses == [200] * 30 + [429] * 10


async def test_a_private_site_does_not_count_addresses(open_browser: Open) -> None:
    statuses = {(await open_browser().post("/things")).status_code for _ in range(50)}
    assert statuses == {200}
