"""Versions of a suite: two people edit it at the same time, versions are compared and restored."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import Page, expect
from tests.journeys.axe import objections
from tests.journeys.bench import ApiClient, Bench
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.test_phone import PHONE, check_page

SUITE_URL = re.compile(r"/benchmarks/suites/[0-9a-f-]{36}$")


@pytest.fixture
async def hands(bench: Bench) -> AsyncIterator[ApiClient]:
    async with httpx.AsyncClient(base_url=bench.site.address, timeout=60) as client:
        yield ApiClient(client)


async def open_editor(visit_site: Visit, suite_id: str, hands: ApiClient, **options: object) -> Page:
    page = await visit_site(f"/benchmarks/suites/{suite_id}/edit?step=save", storage_state=hands.state, **options)
    await expect(page.get_by_label("Title")).to_be_visible()
    return page


async def save(page: Page) -> None:
    await page.get_by_role("button", name="Save as a new version").click()


async def expect_conflict(page: Page) -> None:
    await expect(page.get_by_role("heading", name="Someone else saved a newer version")).to_be_visible()


async def test_two_people_edit_the_same_suite(
    visit_site: Visit, bench_monitor: PageMonitor, hands: ApiClient, axe: str
) -> None:
    bench_monitor.expect("status of 409.*/api/bench/suites/")
    suite_id = await hands.make_suite(name="edited-twice", title="Edited twice")
    ada = await open_editor(visit_site, suite_id, hands)
    ben = await open_editor(visit_site, suite_id, hands, init_script=axe, reduced_motion="reduce")

    await ada.get_by_label("Description").fill("Capitals that everybody knows.")
    await ada.get_by_label("Change note").fill("Reword the description")
    await save(ada)
    await expect(ada).to_have_url(SUITE_URL)

    await ben.get_by_label("Repeats per sample").fill("3")
    await save(ben)
    await expect_conflict(ben)
    theirs = ben.get_by_role("region", name="Their changes: version 1 → 2")
    await expect(theirs).to_contain_text("Capitals that everybody knows.")
    await expect(ben.get_by_text("Reword the description")).to_be_visible()
    await expect(ben.get_by_role("region", name="Your changes: version 1 → yours")).to_contain_text("epochs: 3")
    assert await objections(ben) == []

    # A reload keeps what was typed, and the next attempt to save shows both edits again.
    await ben.reload()
    await expect(ben.get_by_text("Version 2 was saved in the meantime", exact=False)).to_be_visible()
    await expect(ben.get_by_label("Repeats per sample")).to_have_value("3")
    await save(ben)
    await expect_conflict(ben)
    await ben.get_by_role("button", name="Edit merged text").click()
    text = ben.get_by_label("Suite file")
    await expect(text).to_have_value(re.compile("Capitals that everybody knows."))
    await expect(text).to_have_value(re.compile("epochs: 3"))
    await expect(ben.get_by_text("No problems found")).to_be_visible()
    await save(ben)
    await expect(ben).to_have_url(SUITE_URL)
    await expect(ben.get_by_role("main").get_by_role("link", name="Version 3")).to_be_visible()

    saved = (await hands.client.get(f"/api/bench/suites/{suite_id}")).json()
    assert saved["spec"]["description"] == "Capitals that everybody knows."
    assert saved["spec"]["epochs"] == 3
    assert saved["sample_count"] == saved["versions"][-1]["sample_count"]


async def test_edits_of_the_same_line(visit_site: Visit, bench_monitor: PageMonitor, hands: ApiClient) -> None:
    bench_monitor.expect("status of 409.*/api/bench/suites/")
    suite_id = await hands.make_suite(name="same-line", title="Same line")
    ada = await open_editor(visit_site, suite_id, hands)
    ben = await open_editor(visit_site, suite_id, hands)
    await ada.get_by_label("Title").fill("Title by Ada")
    await save(ada)
    await expect(ada).to_have_url(SUITE_URL)

    await ben.get_by_label("Title").fill("Title by Ben")
    await save(ben)
    await expect_conflict(ben)
    await ben.get_by_role("button", name="Edit merged text").click()
    text = ben.get_by_label("Suite file")
    marked = "<<<<<<< version 2\ntitle: Title by Ada\n=======\ntitle: Title by Ben\n>>>>>>> your changes"
    assert marked in await text.input_value()
    await expect(ben.get_by_text("1 problem to fix")).to_be_visible()
    await ben.get_by_role("button", name="Back to both versions").click()

    await ben.get_by_role("button", name="Take theirs").click()
    await expect(ben.get_by_label("Suite file")).to_have_value(re.compile("Title by Ada"))
    await ben.get_by_role("button", name="Undo").click()
    await expect_conflict(ben)
    await ben.get_by_role("button", name="Keep mine").click()
    await expect(ben).to_have_url(SUITE_URL)
    await expect(ben.get_by_role("heading", level=1, name="Title by Ben")).to_be_visible()


async def test_versions_are_compared_and_restored(visit_site: Visit, hands: ApiClient, axe: str) -> None:
    suite_id = await hands.make_suite(name="restored", title="First title")
    page = await open_editor(visit_site, suite_id, hands, init_script=axe, **PHONE)
    await page.get_by_label("Title").fill("Second title")
    await save(page)
    await expect(page.get_by_role("heading", level=1, name="Second title")).to_be_visible()

    await page.get_by_role("button", name="Compare").click()
    changes = page.get_by_role("region", name="Changes from version 1 to version 2")
    await expect(changes).to_contain_text("Removed: title: First title")
    await expect(changes).to_contain_text("Added: title: Second title")
    await expect(page).to_have_url(re.compile(r"\?old=1&new=2$"))
    assert await objections(page) == []
    await check_page(page, "the comparison of two versions")

    await page.get_by_role("button", name="Restore version 1").click()
    await expect(page.get_by_text("Version 1 was restored as version 3.", exact=True)).to_be_visible()
    await expect(page.get_by_role("heading", level=1, name="First title")).to_be_visible()
