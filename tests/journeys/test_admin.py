"""The Admin pages: providers and models, people, suspects, the audit log, at every width."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect
from tests.journeys.arena_site import ALPHA, BETA, NAMES, SAYS, ArenaSite, BattlePage
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit, open_visitors
from tests.journeys.navigation import navigate
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.test_leaderboard import rows
from tests.journeys.test_phone import PHONE, check_page

from llmbattler.testing import Script, ScriptedProvider

PASSWORD = "four plain words in a row"
KEY = "sk-journey-5up3r-s3cr3t"
GAMMA = "zz-gamma-model"
HONEST, DISHONEST, AT_ONCE = 6, 25, 4
PAGES = {
    "/admin": "Overview",
    "/admin?span=days&measure=votes&table=true": "Overview",
    "/admin/models": "Models",
    "/admin/models?show=providers": "Models",
    "/admin/models?show=found": "Models",
    f"/admin/models?model={ALPHA}": "Models",
    "/admin/people": "People",
    "/admin/people?show=invitations": "People",
    "/admin/moderation": "Moderation",
    "/admin/moderation?tab=words": "Moderation",
    "/admin/votes": "Vote integrity",
    "/admin/votes?status=excluded": "Vote integrity",
    "/admin/budgets": "Budgets",
    "/admin/audit": "Audit log",
}


@dataclass
class Admin:
    arena: ArenaSite
    cookies: list[dict[str, Any]]
    """Of the first admin."""

    @property
    def state(self) -> dict[str, Any]:
        return {"cookies": self.cookies, "origins": []}


@pytest.fixture(scope="module")
async def admin_site(open_folder: Path, web_app: Path) -> AsyncIterator[Admin]:
    assert web_app.name
    settings = {"SIGN_UP": "open", "TRUSTED_PROXIES": "127.0.0.1"}
    async with ArenaSite.opened(open_folder / "admin", **settings) as arena:
        arena.provider.script(GAMMA, Script(text="All rivers are older than the towns on their banks."))
        yield Admin(arena, await _become_admin(arena))


async def _become_admin(arena: ArenaSite) -> list[dict[str, Any]]:
    assert arena.site.process is not None
    line = arena.site.process.wait_for("To become the first admin")
    secret = urlsplit(next(word for word in line.split() if "/setup#" in word)).fragment
    async with httpx.AsyncClient(base_url=arena.site.address) as client:
        wanted = {"secret": secret, "email": "ada@example.org", "password": PASSWORD, "name": "Ada Lovelace"}
        (await client.post("/api/auth/setup", json=wanted)).raise_for_status()
        return [
            {"name": one.name, "value": one.value, "domain": "127.0.0.1", "path": "/"} for one in client.cookies.jar
        ]


@pytest.fixture
def admin(admin_site: Admin) -> Iterator[Admin]:
    admin_site.arena.reset()
    yield admin_site
    admin_site.arena.reset()


@pytest.fixture
def admin_monitor(admin: Admin) -> Iterator[PageMonitor]:
    monitor = PageMonitor(admin.arena.site.address)
    yield monitor
    assert monitor.complaints == []
    assert monitor.foreign == []


@pytest.fixture
async def visit_site(browser: Browser, admin: Admin, admin_monitor: PageMonitor) -> AsyncIterator[Visit]:
    """As `visit`, for this site; `storage_state=admin.state` comes as its admin."""
    async with open_visitors(browser, admin.arena.site.address, admin_monitor) as visit:
        yield visit


async def wait_for_heading(page: Page, heading: str) -> None:
    await expect(page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def open_menu(page: Page, of: str, action: str) -> None:
    await page.get_by_role("button", name=f"Actions for {of}").click()
    await page.get_by_role("menuitem", name=action, exact=True).click()


def find_toast(page: Page, words: str) -> Locator:
    """A toast; its words stand a second time in what is read aloud."""
    return page.get_by_role("region", name=re.compile("^Notifications")).get_by_text(words).first


async def test_a_provider_with_a_key_brings_a_model_that_answers(visit_site: Visit, admin: Admin) -> None:
    async with ScriptedProvider(api_key=KEY) as elsewhere:
        elsewhere.script("delta-1", Script(text="Delta speaks."))
        page = await visit_site("/admin/models?show=providers", storage_state=admin.state)
        await page.get_by_role("button", name="Add a provider").click()
        form = page.get_by_role("dialog", name="Add a provider")
        await form.get_by_label("Name").fill("Delta Cloud")
        await form.get_by_label("Address").fill(elsewhere.openai_url)
        await form.get_by_label("Key", exact=True).fill("sk-wrong-key-1234")
        await form.get_by_role("button", name="Test connection").click()
        await expect(form.get_by_text(re.compile("key", re.IGNORECASE)).filter(has=page.locator("svg"))).to_be_visible()
        await form.get_by_label("Key", exact=True).fill(KEY)
        await form.get_by_role("button", name="Test connection").click()
        await expect(form.locator("[role=status] svg.text-good")).to_be_visible()
        await form.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("main").get_by_text(f"…{KEY[-4:]}")).to_be_visible()
        assert KEY not in await page.content()

        await page.get_by_role("button", name="Add a model").click()
        form = page.get_by_role("dialog", name="Add a model")
        await form.get_by_label("Provider model ID").fill("delta-1")
        await expect(form.get_by_label("ID", exact=True)).to_have_value("delta-1")
        await form.get_by_label("Display name").fill("Delta One")
        await form.get_by_role("switch", name="Add as paused").click()
        await form.get_by_role("button", name="Test and add").click()
        await expect(find_toast(page, "Delta One was added.")).to_be_visible()
        await page.get_by_role("radio", name="Models", exact=True).click()
        await open_menu(page, "Delta One", "Test")
        await expect(page.get_by_text("The model responds.")).to_be_visible()
        assert elsewhere.requests[-1].api_key == KEY
        await page.keyboard.press("Escape")
        await open_menu(page, "Delta One", "Retire")
        await page.get_by_role("dialog").get_by_role("button", name="Retire").click()
        await expect(find_toast(page, "Delta One is retired.")).to_be_visible()

    await page.goto("/admin/audit?action=provider.")
    await expect(page.get_by_text("Delta Cloud")).to_be_visible()
    assert KEY not in await page.content()


async def test_a_model_is_paused_in_mid_traffic(visit_site: Visit, admin: Admin) -> None:
    arena = admin.arena
    arena.provider.script(GAMMA, Script(text="All rivers are older than the towns on their banks."))
    arena.offer({"id": GAMMA, "name": "Zz Gamma Model"})
    await asyncio.to_thread(arena.site.discover)
    page = await visit_site("/admin/models", storage_state=admin.state)
    await expect(page.get_by_role("button", name="Pause Zz Gamma Model")).to_be_visible()

    for name in (ALPHA, BETA, GAMMA):
        arena.provider.hold(name, 0)
    voter = await visit_site("/")
    battle = await BattlePage(voter).ask("Which river is the longest?")
    running = (await arena.provider.wait_for_request(2)).model
    name = {**NAMES, GAMMA: "Zz Gamma Model"}[running]
    await page.get_by_role("button", name=f"Pause {name}").click()
    await expect(page.get_by_role("button", name=f"Resume {name}")).to_be_visible()
    for one in (ALPHA, BETA, GAMMA):
        arena.provider.release(one)
    await (await battle.finish()).vote()
    await expect(voter.get_by_role("article", name=name)).to_be_visible()

    async with httpx.AsyncClient(base_url=arena.site.address, timeout=60) as client:
        for number in range(6):
            assert running not in await _vote(client, f"Lake {number}?", BETA)
    await page.get_by_role("button", name=f"Resume {name}").click()
    await expect(page.get_by_role("button", name=f"Pause {name}")).to_be_visible()
    arena.offer()
    await asyncio.to_thread(arena.site.discover)


async def _vote(client: httpx.AsyncClient, prompt: str, winner: str) -> set[str]:
    """Vote for a model wherever it answers, else for the left; give the models that met."""
    battle = (await client.post("/api/sessions", json={"prompt": prompt})).raise_for_status().json()
    sides = [one["position"] for one in battle["responses"] if one["text"] == SAYS[winner]]
    vote = {"vote": f"{(sides or ['left'])[0]}_better"}
    answer = (await client.post(f"/api/battles/{battle['battle_id']}/vote", json=vote)).raise_for_status()
    return set(answer.json()["revealed_models"].values())


async def _vote_honestly(address: str, number: int) -> None:
    came_from = {"X-Forwarded-For": f"203.0.{number}.7"}
    async with httpx.AsyncClient(base_url=address, headers=came_from, timeout=60) as honest:
        await _vote(honest, f"Honest question {number}?", ALPHA)
        await _vote(honest, f"Another question {number}?", ALPHA)


def better(board: Page) -> Locator:
    """Whichever of the two stands higher."""
    return rows(board).filter(has_text=re.compile("|".join(NAMES.values()))).first


async def test_excluding_a_voter_moves_the_board_back(visit_site: Visit, admin: Admin) -> None:
    address = admin.arena.site.address
    await asyncio.gather(*(_vote_honestly(address, number) for number in range(HONEST)))
    board = await visit_site("/leaderboard")
    await expect(better(board)).to_contain_text(NAMES[ALPHA])
    async with httpx.AsyncClient(base_url=address, headers={"X-Forwarded-For": "198.51.100.9"}, timeout=60) as cheat:
        await _vote(cheat, "Who wins?", BETA)  # with the cookie from here on
        for _ in range((DISHONEST - 1) // AT_ONCE):
            await asyncio.gather(*(_vote(cheat, "Who wins?", BETA) for _ in range(AT_ONCE)))
    await expect(better(board)).to_contain_text(NAMES[BETA])

    page = await visit_site("/admin/votes", storage_state=admin.state)
    await wait_for_heading(page, "Vote integrity")
    await page.get_by_role("button", name="Review all votes now").click()
    suspect = (
        page.get_by_role("listitem")
        .filter(has_text=f"{DISHONEST} votes")
        .filter(has=page.get_by_role("button", name="Exclude"))
    )
    await expect(suspect).to_contain_text("on prompts used before")
    await suspect.get_by_role("button", name=re.compile("^Show evidence")).click()
    drawer = page.get_by_role("dialog", name="Evidence")
    await expect(drawer.get_by_role("group", name=re.compile("^Cumulative surprise"))).to_be_visible()
    await expect(drawer.get_by_role("group", name=re.compile("^Votes per ten minutes"))).to_be_visible()
    await drawer.get_by_role("button", name="Exclude").click()
    await expect(drawer.get_by_role("button", name="Restore")).to_be_visible()
    await expect(better(board)).to_contain_text(NAMES[ALPHA])
    await drawer.get_by_role("button", name="Restore").click()
    await expect(better(board)).to_contain_text(NAMES[BETA])
    await drawer.get_by_role("button", name="Exclude").click()
    await expect(better(board)).to_contain_text(NAMES[ALPHA])

    await page.goto("/admin/audit?action=voter.excluded")
    await expect(page.get_by_role("main").get_by_text("voter.excluded").first).to_be_visible()


async def test_a_role_is_changed_and_the_log_says_so(
    visit_site: Visit, admin: Admin, admin_monitor: PageMonitor
) -> None:
    admin_monitor.expect("status of 409")
    grace = await visit_site("/sign-up")
    await grace.get_by_label("Email").fill("grace@example.org")
    await grace.get_by_label("Password", exact=True).fill(PASSWORD)
    await grace.get_by_role("main").get_by_role("button", name="Sign up").click()
    await expect(grace.get_by_role("button", name=re.compile("^Account of "))).to_be_visible()
    await grace.goto("/admin")
    await expect(grace.get_by_role("heading", level=1)).to_have_text("You don't have access to this page")

    page = await visit_site("/admin/people?q=grace", storage_state=admin.state)
    await page.get_by_label("Role of grace@example.org").select_option("moderator")
    await page.get_by_role("dialog").get_by_role("button", name="Change role").click()
    await expect(page.get_by_label("Role of grace@example.org")).to_have_value("moderator")
    await grace.reload()
    tabs = grace.get_by_role("navigation", name="Admin pages").get_by_role("link")
    await expect(tabs).to_have_text(["Overview", "Moderation", "Vote integrity", "Audit log"])

    await grace.get_by_role("link", name="Audit log").click()
    entry = grace.get_by_role("listitem").filter(has_text="person.changed")
    await expect(entry).to_contain_text(re.compile("kind.*member.*moderator"))
    await expect(entry).to_contain_text("Ada Lovelace")

    await page.goto("/admin/people?q=ada")
    await page.get_by_label("Role of Ada Lovelace").select_option("member")
    await page.get_by_role("dialog").get_by_role("button", name="Change role").click()
    await expect(find_toast(page, "This is the last admin")).to_be_visible()
    await expect(page.get_by_label("Role of Ada Lovelace")).to_have_value("admin")


async def test_visitors_are_asked_to_sign_in_and_come_back(visit_site: Visit) -> None:
    page = await visit_site("/admin/audit?action=person.")
    await page.get_by_role("main").get_by_role("link", name="Sign in").click()
    await page.get_by_label("Email").fill("ada@example.org")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("main").get_by_role("button", name="Sign in").click()
    await expect(page).to_have_url(re.compile(r"/admin/audit\?action=person\.$"))
    await wait_for_heading(page, "Audit log")


async def open_all_pages(page: Page, go: Callable[[Page, str], Awaitable[object]]) -> AsyncIterator[str]:
    for path, heading in PAGES.items():
        await go(page, path)
        await (
            expect(page.get_by_role("dialog")).to_be_visible() if "model=" in path else wait_for_heading(page, heading)
        )
        yield path


async def test_every_admin_page_fits_a_phone_and_a_finger(visit_site: Visit, admin: Admin) -> None:
    page = await visit_site("/", storage_state=admin.state, **PHONE)
    async for path in open_all_pages(page, Page.goto):
        await check_page(page, path)


async def test_every_admin_page_pleases_axe(visit_site: Visit, admin: Admin, axe: str) -> None:
    page = await visit_site("/", storage_state=admin.state, init_script=axe)
    async for path in open_all_pages(page, navigate):
        assert await objections(page) == [], path
