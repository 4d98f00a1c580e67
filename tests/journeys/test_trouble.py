import asyncio
import re

import psycopg
from playwright.async_api import expect
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.site import MODELS, Site

from llmbattler.core.db.embedded import EmbeddedPostgres


async def test_the_page_for_an_unknown_path_links_to_the_start_page(visit: Visit) -> None:
    page = await visit("/nowhere/at/all")
    await expect(page.get_by_role("heading", level=1)).to_have_text("This page does not exist")
    await page.get_by_role("link", name="Go to the home page").click()
    await expect(page).to_have_url(re.compile(r":\d+/$"))


async def test_an_unknown_model_is_named(visit: Visit, monitor: PageMonitor) -> None:
    monitor.expect("status of 404")
    page = await visit("/models/nobody")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Model not found")
    await expect(page.get_by_role("main")).to_contain_text("nobody")
    await page.get_by_role("link", name="All models").click()
    await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()


async def test_a_failed_call_shows_its_request_id_and_can_be_tried_again(
    visit: Visit, monitor: PageMonitor, real_site: Site
) -> None:
    monitor.expect("status of 500")
    ids: list[str] = []
    page = await visit("/nowhere", permissions=["clipboard-read", "clipboard-write"])
    page.on("response", lambda answer: ids.append(answer.headers["x-request-id"]) if answer.status == 500 else None)
    url = EmbeddedPostgres(real_site.folder / "data" / "postgres").url()
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("ALTER TABLE models RENAME TO models_away")
        try:
            await page.get_by_role("link", name="Models").first.click()
            failure = page.get_by_role("alert")
            await expect(failure).to_contain_text("Request ID")
            await expect(failure).to_contain_text(ids[-1])
            assert "models_away" not in await failure.inner_text()
            await page.get_by_role("button", name="Copy request ID").click()
            await expect(page.get_by_text("Copied", exact=True).first).to_be_visible()
            assert await page.evaluate("navigator.clipboard.readText()") == ids[-1]
        finally:
            database.execute("ALTER TABLE models_away RENAME TO models")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()


async def test_a_server_that_goes_away_is_announced_and_comes_back_by_itself(
    visit: Visit, monitor: PageMonitor, real_site: Site
) -> None:
    monitor.expect("WebSocket connection to .* failed")
    page = await visit("/models")
    await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()
    await page.evaluate("window.neverReloaded = true")
    banner = page.get_by_text("The server cannot be reached.")
    # It stays in the list as retired, and other journeys count local models.
    newcomer = {"id": "epsilon-late", "name": "Epsilon Late", "place": "cloud"}
    await asyncio.to_thread(real_site.stop)
    try:
        await expect(banner).to_be_visible()
        await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()
        real_site.offer(*MODELS, newcomer)
    finally:
        await asyncio.to_thread(real_site.start)
    await expect(banner).to_be_hidden()
    await expect(page.get_by_role("link", name="Epsilon Late")).to_be_visible()
    assert await page.evaluate("window.neverReloaded") is True
    real_site.offer(*MODELS)
    await asyncio.to_thread(real_site.discover)
