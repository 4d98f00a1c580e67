"""From an empty folder to a voted battle of one's own models."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp.test_utils import unused_port
from playwright.async_api import Browser, Locator, Page, expect
from tests.journeys.arena_site import BATTLE_URL, BattlePage
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit, open_visitors
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.site import Site
from tests.journeys.test_phone import PHONE, check_page

from llmbattler.testing import Script, ScriptedProvider

KEY = "sk-journey-5up3r-s3cr3t"
MOST_CLICKS = 12
CLOUD = ("gpt-9", "claude-9", "gemini-9")
OLLAMA = ("gemma3:1b", "phi3:mini")
COUNT_PRESSES = "addEventListener('pointerdown', (event) => event.isTrusted && window.countPress(), true);"


@dataclass
class NewSite:
    site: Site
    cloud: ScriptedProvider
    ollama: ScriptedProvider
    """Listens at a bare address, and its models have names like those of Ollama."""

    @property
    def setup_path(self) -> str:
        assert self.site.process is not None
        line = self.site.process.wait_for("To become the first admin")
        return "/setup#" + urlsplit(next(word for word in line.split() if "/setup#" in word)).fragment


@pytest.fixture
async def new_site(open_folder: Path, web_app: Path, request: pytest.FixtureRequest) -> AsyncIterator[NewSite]:
    """A site on an empty folder: no file, no key, only the built-in model."""
    assert web_app.name
    folder = open_folder / request.node.name
    folder.mkdir()
    async with ScriptedProvider(api_key=KEY) as cloud, ScriptedProvider() as ollama:
        for name in CLOUD:
            cloud.script(name, Script(text="A river begins as a spring."))
        for name in OLLAMA:
            ollama.script(name, Script(text="Rivers carry the water of the mountains."))
        site = Site(folder, "", settings={"MODELS_FILE": ""})
        await asyncio.to_thread(site.start)
        yield NewSite(site, cloud, ollama)
        await asyncio.to_thread(site.stop)


@pytest.fixture
async def visit_site(browser: Browser, new_site: NewSite) -> AsyncIterator[Visit]:
    monitor = PageMonitor(new_site.site.address)
    async with open_visitors(browser, new_site.site.address, monitor) as visit:
        yield visit
    assert monitor.complaints == []
    assert monitor.foreign == []


async def become_admin(page: Page) -> None:
    await page.get_by_label("Email").fill("ada@example.org")
    await page.get_by_label("Name").fill("Ada Lovelace")
    await page.get_by_label("Password", exact=True).fill("four plain words in a row")
    await page.get_by_role("main").locator("button[type=submit]").click()
    await wait_for_step(page, "Where do your models run?")


async def wait_for_step(page: Page, heading: str) -> None:
    await expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def connect(page: Page, preset: str, address: str, **more: str) -> Locator:
    await page.get_by_role("button", name=re.compile(f"^{preset}")).click()
    form = page.get_by_role("form", name=preset)
    await form.get_by_label("Address").fill(address)
    for label, value in more.items():
        await form.get_by_label(re.compile(f"^{label}")).fill(value)
    await form.get_by_role("button", name=re.compile("^Connect")).click()
    return form


async def test_twelve_clicks_from_an_empty_folder_to_a_vote(visit_site: Visit, new_site: NewSite) -> None:
    presses: list[int] = []
    page = await visit_site("/", init_script=COUNT_PRESSES)
    await page.expose_function("countPress", lambda: presses.append(1))
    await expect(page.get_by_text("Only the small built-in model answers so far.")).to_be_visible()
    await page.goto(new_site.setup_path)
    await page.reload()  # an address that differs only in its fragment is no new page
    presses.clear()

    await become_admin(page)
    form = await connect(page, "Other", new_site.cloud.openai_url, Name="House Cloud", Key=KEY)
    await expect(form.get_by_text("3 models, answered in")).to_be_visible()
    form = await connect(page, "Ollama", new_site.ollama.url)
    await expect(form.get_by_text("2 models, answered in")).to_be_visible()
    await page.get_by_role("button", name="Continue with 5 models").click()
    await page.get_by_role("checkbox", name=re.compile("gpt-9")).click()
    await page.get_by_role("checkbox", name=re.compile("gemma3")).click()
    await page.get_by_role("button", name="Enable 2 models").click()

    await expect(page.get_by_text("All 2 models answered.")).to_be_visible()
    battle = BattlePage(page)
    await battle.box.fill("Which river is the longest?")
    await battle.box.press("Enter")
    await expect(page).to_have_url(BATTLE_URL)
    await battle.finish()
    await battle.votes.get_by_role("button").first.click()
    await expect(page.get_by_text(re.compile("^You (voted|said)")).first).to_be_visible()
    assert len(presses) <= MOST_CLICKS
    assert {request.model for request in new_site.cloud.requests} >= {"gpt-9"}
    await expect(page.get_by_role("article", name="gpt-9")).to_be_visible()
    await expect(page.get_by_role("article", name="gemma3:1b")).to_be_visible()

    await page.goto("/admin/models")  # nothing is left to set up
    await expect(page.get_by_role("button", name="Pause gpt-9")).to_be_visible()
    await expect(page.get_by_role("link", name="Continue setup")).to_have_count(0)
    await page.goto("/")
    await expect(page.get_by_text("Only the small built-in model")).to_have_count(0)


async def test_a_failed_connection_names_its_cause_and_the_steps_are_found_again(
    visit_site: Visit, new_site: NewSite, axe: str
) -> None:
    page = await visit_site(new_site.setup_path, init_script=axe, reduced_motion="reduce")
    await become_admin(page)
    form = await connect(page, "Ollama", f"http://127.0.0.1:{unused_port()}")
    await expect(form.get_by_text("The connection was refused")).to_be_visible()
    form = await connect(page, "Other", new_site.cloud.openai_url, Name="House", Key="sk-wrong-key-1")
    await expect(form.get_by_text("The provider does not accept the key.")).to_be_visible()
    assert await objections(page) == []
    await form.get_by_label(re.compile("^Key")).fill(KEY)
    await form.get_by_role("button", name="Connect").click()
    await expect(form.get_by_text("It works.")).to_be_visible()

    await page.get_by_role("link", name="Skip for now").click()
    await page.get_by_role("link", name="Connect a real one").click()
    await wait_for_step(page, "Where do your models run?")
    await page.goto("/admin")
    await page.get_by_role("link", name="Continue setup").click()
    await wait_for_step(page, "Which models should compete?")
    assert await objections(page) == []
    await page.get_by_role("button", name="Select all").click()
    new_site.cloud.script("claude-9", Script(status=500))
    await page.get_by_role("button", name="Enable 3 models").click()
    await expect(page.get_by_text("2 of 3 models answered.")).to_be_visible()
    assert await objections(page) == []
    await page.get_by_role("button", name="Leave it out claude-9").click()
    await expect(page.get_by_text("All 2 models answered.")).to_be_visible()


async def test_the_first_steps_fit_a_phone(visit_site: Visit, new_site: NewSite) -> None:
    page = await visit_site(new_site.setup_path, **PHONE)
    await become_admin(page)
    form = await connect(page, "Ollama", new_site.ollama.url)
    await expect(form.get_by_text("It works.")).to_be_visible()
    await check_page(page, "connect")
    await page.get_by_role("button", name="Continue with 2 models").tap()
    await wait_for_step(page, "Which models should compete?")
    await page.get_by_role("button", name="Select all").tap()
    await check_page(page, "pick")
    await page.get_by_role("button", name="Enable 2 models").tap()
    await expect(page.get_by_text("All 2 models answered.")).to_be_visible()
    await check_page(page, "battle")
