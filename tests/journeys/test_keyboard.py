import re

from playwright.async_api import Page, expect
from tests.journeys.conftest import Visit

FOCUSED = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const visible = style.outlineStyle !== "none" || style.boxShadow !== "none";
  return [(element.ariaLabel ?? element.innerText ?? "").trim().split("\\n")[0], visible];
}"""


async def tab(page: Page, times: int = 1) -> list[str]:
    """Press Tab and name what has the focus each time; an invisible focus ends the journey."""
    names = []
    for _ in range(times):
        await page.keyboard.press("Tab")
        name, visible = await page.evaluate(FOCUSED)
        assert visible, f"the focus on {name!r} cannot be seen"
        names.append(name)
    return names


async def test_tab_goes_through_the_page_in_reading_order(visit: Visit) -> None:
    page = await visit("/models")
    await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()
    before = await tab(page, 12)
    assert before[0] == "Skip to content"
    assert before[1:6] == ["llmbattler", "Arena", "Leaderboard", "Benchmarks", "Models"]
    assert before[6:] == ["API", "Collapse the sidebar", "Search or jump to…", "Theme: System", "Settings", "Sign in"]
    filters = await tab(page, 4)
    assert filters == ["Search models", "All", "Any health", "Vision"]
    await tab(page)
    # What a column means can be asked without a mouse.
    assert await tab(page, 4) == ["Input $ / M", "Output $ / M", "Context", "Alpha Large"]


async def test_the_skip_link_jumps_over_the_frame(visit: Visit) -> None:
    page = await visit("/models")
    await expect(page.get_by_role("link", name="Alpha Large")).to_be_visible()
    await tab(page)
    await expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_be_focused()
    assert await tab(page) == ["Search models"]


async def test_the_palette_jumps_to_a_model_without_a_mouse(visit: Visit) -> None:
    page = await visit("/models")
    await expect(page.get_by_role("link", name="Beta Mini")).to_be_visible()
    await page.keyboard.press("ControlOrMeta+k")
    palette = page.get_by_role("dialog", name="Search or jump to")
    await expect(palette.get_by_role("combobox")).to_be_focused()
    await page.keyboard.type("beta")
    await expect(palette.get_by_role("option", selected=True)).to_contain_text("Beta Mini")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("/models/beta-mini$"))
    await expect(palette).to_be_hidden()
    await expect(page.get_by_role("main")).to_be_focused()


async def test_the_palette_closes_and_gives_the_focus_back(visit: Visit) -> None:
    page = await visit("/models")
    search = page.get_by_role("searchbox")
    await search.focus()
    await page.keyboard.press("ControlOrMeta+k")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.type("no such thing anywhere")
    await expect(page.get_by_text("No results. Try another search.")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    await expect(search).to_be_focused()


async def test_filters_work_without_a_mouse(visit: Visit) -> None:
    page = await visit("/models")
    await page.get_by_role("searchbox").focus()
    await tab(page)
    for place in ("Built-in", "Local"):
        await page.keyboard.press("ArrowRight")
        await expect(page.get_by_role("radio", name=place)).to_be_focused()
    await page.keyboard.press("Space")
    await expect(page).to_have_url(re.compile("place=local"))
    await tab(page)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menuitemradio", name="Any health")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("menuitemradio", name="Healthy")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("health=healthy"))
    await expect(page.get_by_role("row")).to_have_count(2)
