import pytest
from playwright.async_api import Page, expect
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


async def brightness(page: Page) -> float:
    """0 is black, 1 is white, as Chromium paints it whatever the notation of the color."""
    return await page.evaluate(f"""() => {{
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      canvas.fillStyle = {BACKGROUND};
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 765;
    }}""")


async def choose(page: Page, before: str, after: str) -> None:
    await page.get_by_role("button", name=f"Theme: {before}").click()
    await page.get_by_role("menuitemradio", name=after).click()
    await expect(page.get_by_role("button", name=f"Theme: {after}")).to_be_visible()


async def test_the_theme_follows_the_system_until_one_is_chosen(visit: Visit) -> None:
    page = await visit("/models", color_scheme="dark")
    await expect(page.get_by_role("button", name="Theme: System")).to_be_visible()
    assert await brightness(page) < 0.2
    await page.emulate_media(color_scheme="light")
    await expect(page.locator("html")).not_to_have_class("dark")
    assert await brightness(page) > 0.9
    await choose(page, "System", "Dark")
    assert await brightness(page) < 0.2
    await page.reload()
    await expect(page.get_by_role("button", name="Theme: Dark")).to_be_visible()
    assert await brightness(page) < 0.2
    await choose(page, "Dark", "System")
    assert await brightness(page) > 0.9


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
async def test_the_chosen_theme_is_painted_before_the_app_runs(
    visit: Visit, monitor: PageMonitor, system: str, chosen: str
) -> None:
    """Without the app there is only the first paint, so a flash of the other theme would stay."""
    page = await visit("/models", color_scheme=system)
    await choose(page, "System", chosen.capitalize())
    monitor.expect("ERR_FAILED")
    await page.route("**/assets/*.js", lambda route: route.abort())
    await page.reload()
    await expect(page.locator("#root")).to_be_empty()
    assert (await brightness(page) < 0.2) == (chosen == "dark")
    color = await page.locator('meta[name="theme-color"]').get_attribute("content")
    assert color == {"dark": "#0c0c0f", "light": "#fafafa"}[chosen]
