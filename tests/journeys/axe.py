"""What axe-core thinks of a page, as far as it is serious."""

from pathlib import Path

from playwright.async_api import Page
from tests.journeys.stillness import wait_until_still

SOURCE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


async def objections(page: Page) -> list[str]:
    """The page needs `init_script=SOURCE.read_text()`."""
    await wait_until_still(page)
    found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']} ({one['impact']}): {node['html']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]
