import pytest
from playwright.async_api import Page, expect
from tests.journeys.conftest import Visit
from tests.journeys.page_idle import wait_until_idle

PHONE = {"viewport": {"width": 380, "height": 760}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# A finger needs 40 px. What counts is where a touch lands, so a small word in a large touchable card is fine.
SMALL_TARGETS = """() => {
  const REACH = 19;
  const small = [];
  for (const element of document.querySelectorAll("a, button, input, [role=option], [role=menuitemradio]")) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true }) || box.bottom <= 0 || box.width < 2) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const lands = (dx, dy) => element.contains(document.elementFromPoint(x + dx, y + dy));
    if (!lands(0, 0)) continue;
    const tall = box.height >= 40 || (lands(0, -REACH) && lands(0, REACH));
    const wide = box.width >= 40 || (lands(-REACH, 0) && lands(REACH, 0));
    if (!tall || !wide) small.push(`${element.ariaLabel ?? element.innerText}: ${box.width} x ${box.height}`);
  }
  return small;
}"""


async def check_page(page: Page, where: str = "the page") -> None:
    await wait_until_idle(page)
    assert await page.evaluate(SIDEWAYS) <= 0, f"{where} scrolls sideways"
    assert await page.evaluate(SMALL_TARGETS) == [], where


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/models", "Models"),
        ("/models?search=alpha&place=cloud", "Models"),
        ("/models/alpha-large", "Alpha Large"),
        ("/nowhere", "This page does not exist"),
    ],
)
async def test_every_page_fits_a_phone_and_a_finger(visit: Visit, path: str, heading: str) -> None:
    page = await visit(path, **PHONE)
    await expect(page.get_by_role("heading", level=1, name=heading)).to_be_attached()
    if heading != "This page does not exist":
        await expect(page.get_by_text("Alpha Labs").filter(visible=True).first).to_be_visible()
    await check_page(page)


async def test_the_bottom_bar_and_the_sheet_lead_everywhere(visit: Visit) -> None:
    page = await visit("/models/alpha-large", **PHONE)
    await expect(page.get_by_role("complementary")).to_be_hidden()
    await page.get_by_role("button", name="Open the menu").tap()
    sheet = page.get_by_role("dialog", name="Menu")
    await expect(sheet.get_by_role("link", name="API")).to_be_visible()
    await check_page(page)
    await sheet.get_by_role("button", name="Close").tap()
    await expect(sheet).to_be_hidden()
    await expect(page.get_by_role("button", name="Open the menu")).to_be_focused()
    bar = page.get_by_role("navigation", name="Main navigation")
    await bar.get_by_role("link", name="Models").tap()
    await expect(page.get_by_role("list").get_by_role("link", name="Alpha Large")).to_be_visible()
    await bar.get_by_role("button", name="Search").tap()
    palette = page.get_by_role("dialog", name="Search or jump to")
    await expect(palette.get_by_role("option", name="Beta Mini")).to_be_visible()
    await check_page(page)
    await palette.get_by_role("option", name="Beta Mini").tap()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Beta Mini")
