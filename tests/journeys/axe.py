"""Serious problems that axe-core finds on a page, in both color schemes."""

import re
from pathlib import Path

from playwright.async_api import Page, expect
from tests.journeys.page_idle import wait_until_idle

SOURCE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Colors change at once: hundreds of elements that fade keep the browser busy for longer than a new page.
AT_ONCE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("*, ::before, ::after { transition: none !important }");
document.adoptedStyleSheets.push(sheet);
"""
DARK = re.compile(r"\bdark\b")
EVERYTHING = "axe.run(document, { resultTypes: ['violations'], selectors: false })"
# It is the same page with other colors, so these are the rules that can think otherwise of it.
COLORS = """axe.run(document, {
  runOnly: ["color-contrast", "link-in-text-block"], resultTypes: ["violations"], selectors: false,
})"""


def read_script() -> str:
    """The `init_script` of a page."""
    return SOURCE.read_text() + AT_ONCE


async def objections(page: Page) -> list[str]:
    await page.emulate_media(color_scheme="light")
    await expect(page.locator("html")).not_to_have_class(DARK)
    light = [f"light: {one}" for one in await _ask(page, EVERYTHING)]
    await page.emulate_media(color_scheme="dark")
    await expect(page.locator("html")).to_have_class(DARK)
    return light + [f"dark: {one}" for one in await _ask(page, COLORS)]


async def _ask(page: Page, question: str) -> list[str]:
    await wait_until_idle(page)
    found = await page.evaluate(question)
    return [
        f"{one['id']} ({one['impact']}): {node['html']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]
