"""Serious problems that axe-core finds on a page, in both color schemes."""

import re
from pathlib import Path
from typing import Literal

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
# The rows of a long table are alike, and hundreds of them take seconds.
PAGE = "{ include: document, exclude: ['tbody > tr:nth-child(n + 21)'] }"
EVERYTHING = f"axe.run({PAGE}, {{ resultTypes: ['violations'], selectors: false }})"
# Only these rules can give another result for the same page in other colors.
COLORS = f"""axe.run({PAGE}, {{
  runOnly: ["color-contrast", "link-in-text-block"], resultTypes: ["violations"], selectors: false,
}})"""


def read_script() -> str:
    """The `init_script` of a page."""
    return SOURCE.read_text() + AT_ONCE


async def objections(page: Page) -> list[str]:
    """Check the page in the color scheme that it has now, then its colors in the other one."""
    dark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    now: Literal["light", "dark"] = "dark" if dark else "light"
    other: Literal["light", "dark"] = "light" if dark else "dark"
    return [
        *(f"{now}: {one}" for one in await _ask(page, now, EVERYTHING)),
        *(f"{other}: {one}" for one in await _ask(page, other, COLORS)),
    ]


async def _ask(page: Page, scheme: Literal["light", "dark"], question: str) -> list[str]:
    await page.emulate_media(color_scheme=scheme)
    html = expect(page.locator("html"))
    await (html.to_have_class(DARK) if scheme == "dark" else html.not_to_have_class(DARK))
    await wait_until_idle(page)
    found = await page.evaluate(question)
    return [
        f"{one['id']} ({one['impact']}): {node['html']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]
