import gzip
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, Response, expect
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit
from tests.journeys.navigation import navigate
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.site import Site

FIRST_LOAD_LIMIT = 250_000
WIDTHS = (1440, 380)
PAGES = {
    "/models": "Models",
    "/models?search=nobody": "Models",
    "/models/alpha-large": "Alpha Large",
    "/models/nobody": "Model not found",
    "/leaderboard": "Leaderboard",
    "/leaderboard/mine": "My leaderboard",
    "/leaderboard/imports": "Imported votes",
    "/versus": "Head-to-head",
    "/versus/alpha-large/beta-mini": "Alpha Large vs Beta Mini",
    "/benchmarks": "Benchmarks",
    "/benchmarks?tab=runs": "Benchmarks",
    "/benchmarks?tab=schedules": "Benchmarks",
    "/benchmarks/new-run": "New run",
    "/benchmarks/suites/new": "New suite",
    "/benchmarks/compare": "Compare runs",
    "/benchmarks/board": "Scoreboard",
    "/nowhere": "This page does not exist",
}
# The other addresses are opened by a journey of their own, not only by links.
OPENED_BY_NO_OTHER_JOURNEY = ("/versus", "/versus/alpha-large/beta-mini", "/benchmarks?tab=schedules")


async def wait_for_heading(page: Page, heading: str) -> None:
    await expect(page.get_by_role("heading", level=1, name=heading)).to_be_attached()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def test_a90_every_page_pleases_axe_and_asks_no_other_host(visit: Visit, monitor: PageMonitor, axe: str) -> None:
    """Every journey checks the hosts as well; here the whole site is walked in one go."""
    monitor.expect("status of 404.*/api/models/nobody")
    loaded = await visit("/")
    for path in OPENED_BY_NO_OTHER_JOURNEY:
        await loaded.goto(path)
        await wait_for_heading(loaded, PAGES[path])
    await loaded.goto("/docs")
    await expect(loaded.locator('[data-tag="models"]')).to_be_attached()

    page = await visit("/", init_script=axe, reduced_motion="reduce")
    for path, heading in PAGES.items():
        await navigate(page, path)
        await wait_for_heading(page, heading)
        for width in WIDTHS:
            await page.set_viewport_size({"width": width, "height": 900})
            assert await objections(page) == [], (path, width)
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        await page.keyboard.press("ControlOrMeta+k")
        await expect(page.get_by_role("option").first).to_be_visible()
        assert await objections(page) == [], ("the palette", width)
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Theme: System").click()
        await expect(page.get_by_role("menuitemradio").first).to_be_visible()
        assert await objections(page) == [], ("the theme menu", width)
        await page.keyboard.press("Escape")
    assert monitor.foreign == []


async def test_the_first_load_is_small(visit: Visit, monitor: PageMonitor) -> None:
    monitor.expect("favicon.ico")  # Chromium looks for one beside the bare JSON
    page = await visit("/healthz")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks its handlers
    await page.goto("/")
    await expect(page.get_by_text("2 models ready")).to_be_visible()
    sizes = {
        answer.url: len(gzip.compress(await answer.body(), 9))
        for answer in answers
        if answer.request.resource_type in {"script", "stylesheet"}
    }
    assert len(sizes) >= 2
    assert sum(sizes.values()) <= FIRST_LOAD_LIMIT, sizes
    assert {answer.headers.get("content-encoding") for answer in answers if "/assets/index-" in answer.url} == {"gzip"}


async def test_the_api_documentation_comes_from_our_own_host(visit: Visit) -> None:
    page = await visit("/docs")
    await page.locator('[data-tag="models"]').click()
    await expect(page.get_by_text("/api/models", exact=True).first).to_be_visible()
    await page.locator('[data-tag="health"]').click()
    await page.locator(".opblock", has_text="/healthz").first.click()
    await page.get_by_role("button", name="Execute").first.click()
    await expect(page.locator(".live-responses-table")).to_contain_text("200")


@pytest.mark.parametrize("path", ["/", "/models", "/nowhere", "/docs", "/api/nothing", "/assets/nothing.js"])
def test_a57_no_page_lets_foreign_or_inline_scripts_in(real_site: Site, path: str) -> None:
    headers = httpx.get(real_site.address + path).headers
    policy = {words[0]: words[1:] for part in headers["content-security-policy"].split(";") if (words := part.split())}
    assert policy["default-src"] == ["'self'"]
    assert policy["script-src"] == ["'self'"]
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert policy[name] == ["'none'"], name
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


async def test_a57_an_inline_script_is_refused_by_the_browser(visit: Visit, monitor: PageMonitor) -> None:
    monitor.expect("policy violation: script-src-elem inline|Content Security Policy")
    page = await visit("/models")
    await page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.stolen = true";
      document.body.append(script);
    }""")
    assert await page.evaluate("window.stolen") is None


def test_a90_the_web_app_ships_no_source_maps(web_app: Path) -> None:
    files = [path for path in web_app.rglob("*") if path.is_file()]
    assert [path.name for path in files if path.suffix == ".map"] == []
    named = [path.name for path in files if path.suffix in {".js", ".css"} and "sourceMappingURL" in path.read_text()]
    assert named == []
