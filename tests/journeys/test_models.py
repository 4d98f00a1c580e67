import asyncio
import re

from playwright.async_api import Page, expect
from tests.journeys.conftest import Visit
from tests.journeys.site import ALPHA, MODELS, Site


def row(page: Page, name: str):  # noqa: ANN201 - a locator
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name))


async def test_a_first_visit_shows_every_model_with_its_facts(visit: Visit) -> None:
    page = await visit("/models")
    await expect(page).to_have_title("Models · llmbattler")
    alpha = row(page, "Alpha Large")
    for fact in ("Alpha Labs", "Healthy", "$2.50", "$10.00", "128k", "Vision", "Tools", "Alpha Community"):
        await expect(alpha).to_contain_text(fact)
    await expect(row(page, "Beta Mini")).to_contain_text("local")
    for resting in ("Gamma Keyless", "SmolLM2 135M (terse)"):
        await expect(row(page, resting)).to_contain_text("Paused")


async def test_filters_live_in_the_url_and_survive_a_reload(visit: Visit) -> None:
    page = await visit("/models")
    await page.get_by_role("searchbox", name="Search models").fill("alpha")
    await page.get_by_role("radio", name="Cloud").click()
    await page.get_by_role("button", name="Vision").click()
    await expect(page).to_have_url(re.compile(r"\?(?=.*search=alpha)(?=.*place=cloud)(?=.*ability=vision)"))
    await expect(page.get_by_role("row")).to_have_count(2)
    await page.reload()
    await expect(page.get_by_role("searchbox")).to_have_value("alpha")
    await expect(page.get_by_role("radio", name="Cloud")).to_be_checked()
    await expect(page.get_by_role("button", name="Vision")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("row")).to_have_count(2)
    await page.get_by_role("searchbox").fill("nobody has this name")
    await expect(page.get_by_role("heading", name="No model matches")).to_be_visible()
    await page.get_by_role("main").get_by_role("button", name="Clear filters").last.click()
    await expect(page).to_have_url(re.compile("/models$"))
    await expect(row(page, "Beta Mini")).to_be_visible()


async def test_the_health_filter_is_a_menu(visit: Visit) -> None:
    page = await visit("/models")
    await page.get_by_role("button", name="Any health").click()
    await page.get_by_role("menuitemradio", name="Healthy").click()
    await expect(page).to_have_url(re.compile("health=healthy"))
    await expect(row(page, "Alpha Large")).to_be_visible()


async def test_a_model_and_back_again(visit: Visit) -> None:
    page = await visit("/models?place=cloud")
    await page.get_by_role("link", name="Alpha Large").click()
    await expect(page).to_have_url(re.compile(f"/models/{ALPHA['id']}$"))
    await expect(page).to_have_title("Alpha Large · llmbattler")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Alpha Large")
    facts = page.get_by_role("main")
    for fact in (
        "The largest of the scripted models.",
        "$2.50 per million tokens",
        "$10.00 per million tokens",
        "128,000 tokens",
        "understands images",
        "Alpha Labs",
        "Alpha Community",
        "shown ten minutes late",
    ):
        await expect(facts).to_contain_text(fact)
    await page.go_back()
    await expect(page).to_have_url(re.compile(r"/models\?place=cloud$"))
    await expect(page.get_by_role("radio", name="Cloud")).to_be_checked()


async def test_a_model_id_can_be_copied(visit: Visit) -> None:
    page = await visit(f"/models/{ALPHA['id']}", permissions=["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy model ID").click()
    await expect(page.get_by_text("Copied", exact=True).first).to_be_visible()
    assert await page.evaluate("navigator.clipboard.readText()") == ALPHA["id"]


async def test_a_change_of_the_catalog_reaches_an_open_page_by_itself(visit: Visit, real_site: Site) -> None:
    page = await visit("/models")
    await expect(row(page, "Alpha Large")).to_be_visible()
    await page.evaluate("window.neverReloaded = true")
    # It stays in the list as retired, and other journeys count local models.
    newcomer = {"id": "delta-new", "name": "Delta New", "organization": "Delta", "place": "cloud"}
    try:
        await asyncio.to_thread(real_site.offer, *MODELS, newcomer)
        await asyncio.to_thread(real_site.discover)
        await expect(row(page, "Delta New")).to_contain_text("Delta")
    finally:
        await asyncio.to_thread(real_site.offer, *MODELS)
        await asyncio.to_thread(real_site.discover)
    await expect(row(page, "Delta New")).to_contain_text("Retired")
    assert await page.evaluate("window.neverReloaded") is True
