"""The last history can be read while the server is away, until people sign out."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect
from tests.journeys.arena_site import SAYS, ArenaSite, BattlePage
from tests.journeys.conftest import open_visitors
from tests.journeys.page_idle import wait_until_idle
from tests.journeys.page_monitor import PageMonitor

PASSWORD = "four plain words in a row"
AWAY = "ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|net::ERR"
CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => {
  const cache = await caches.open("llmbattler-history");
  return (await cache.keys()).map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture
async def offline_arena(open_folder: Path, web_app: Path) -> AsyncIterator[ArenaSite]:
    assert web_app.name
    async with ArenaSite.opened(open_folder / "offline", SIGN_UP="open") as arena:
        yield arena


async def open_until_kept(page: Page, address: str, *paths: str) -> None:
    """Open a page under the worker, and wait until it keeps these paths."""
    await page.goto(address)
    await page.wait_for_function(CONTROLLED)
    await expect(BattlePage(page).cards).to_have_count(2)
    for path in paths:
        await page.wait_for_function(f"async (path) => (await ({KEPT})()).includes(path)", arg=path)


async def test_the_last_battles_are_read_without_the_server_until_sign_out(
    browser: Browser, offline_arena: ArenaSite
) -> None:
    site = offline_arena.site
    monitor = PageMonitor(site.address)
    monitor.expect(AWAY)
    async with open_visitors(browser, site.address, monitor) as visit:
        page = await visit("/", service_workers="allow")
        await page.wait_for_function(CONTROLLED)
        battle = await BattlePage(page).ask("Which river is the longest?")
        await (await battle.finish()).vote()
        address, path = page.url, f"/api/battles/{battle.battle_id}"
        await open_until_kept(page, address, path, "/api/sessions")

        await asyncio.to_thread(site.stop)
        await page.goto("/")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await battle.sessions.get_by_role("link").first.click()
        for text in SAYS.values():
            await expect(page.get_by_text(text)).to_be_visible()
        await page.goto(address)  # from nothing
        await expect(battle.cards).to_have_count(2)

        await asyncio.to_thread(site.start)
        await page.goto("/sign-up")
        await page.get_by_label("Email").fill("grace@example.org")
        await page.get_by_label("Name").fill("Grace Hopper")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("main").locator("button[type=submit]").click()
        await expect(page.get_by_role("button", name="Account of Grace Hopper")).to_be_visible()
        await open_until_kept(page, address, path)
        await page.get_by_role("button", name="Account of Grace Hopper").click()
        await page.get_by_role("menuitem", name=re.compile("Sign out")).click()
        await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        await wait_until_idle(page)
        assert path not in await page.evaluate(KEPT)
    assert monitor.complaints == []
    assert monitor.foreign == []
