"""People and their account: the ways in, the settings, and what happens when a sign-in ends elsewhere."""

import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect
from tests.journeys.arena_site import SAYS, ArenaSite, BattlePage
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit, open_visitors
from tests.journeys.navigation import navigate
from tests.journeys.page_monitor import PageMonitor

PASSWORD = "four plain words in a row"
OTHER_PASSWORD = "four other words in a row"
SOON_MS = 10_000
"""Five seconds are promised; the rest is for a busy machine."""


@pytest.fixture(scope="module")
async def people_site(open_folder: Path, web_app: Path) -> AsyncIterator[ArenaSite]:
    assert web_app.name
    async with ArenaSite.opened(open_folder / "people", SIGN_UP="open") as arena:
        yield arena


@pytest.fixture
def people(people_site: ArenaSite) -> Iterator[ArenaSite]:
    """A site where everybody may sign up, and nobody has yet."""
    people_site.reset()
    yield people_site
    people_site.reset()


@pytest.fixture
def people_monitor(people: ArenaSite) -> Iterator[PageMonitor]:
    monitor = PageMonitor(people.site.address)
    yield monitor
    assert monitor.complaints == []
    assert monitor.foreign == []


@pytest.fixture
async def visit_site(browser: Browser, people: ArenaSite, people_monitor: PageMonitor) -> AsyncIterator[Visit]:
    """Like `visit`, for this site."""
    async with open_visitors(browser, people.site.address, people_monitor) as visit:
        yield visit


def me(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Account of "))


def main(page: Page) -> Locator:
    return page.get_by_role("main")


async def fill_new_account(page: Page, email: str, password: str = PASSWORD) -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)


async def sign_up(page: Page, email: str) -> None:
    await page.goto("/sign-up")
    await fill_new_account(page, email)
    await main(page).get_by_role("button", name="Sign up").click()
    await expect(me(page)).to_be_visible()


async def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    """On whichever page shows the form."""
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await main(page).get_by_role("button", name="Sign in").click()


async def sign_in_again(visit_site: Visit, email: str, path: str = "/") -> Page:
    """A second browser of somebody."""
    page = await visit_site("/sign-in")
    await sign_in(page, email)
    await expect(me(page)).to_be_visible()
    await page.goto(path)
    return page


async def test_the_first_admin_invites_a_moderator(
    visit_site: Visit, people: ArenaSite, people_monitor: PageMonitor
) -> None:
    people_monitor.expect("status of 422")
    assert people.site.process is not None
    line = people.site.process.wait_for("To become the first admin")
    link = next(word for word in line.split() if "/setup#" in word)
    secret = urlsplit(link).fragment

    page = await visit_site(f"/setup#{secret}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Become the first admin")
    await expect(page).to_have_url(re.compile("/setup$"))
    await fill_new_account(page, "ada@example.org", "short")
    await page.get_by_role("button", name="Set up this site").click()
    await expect(page.get_by_label("Password", exact=True)).to_be_focused()
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("link", name="Admin")).to_be_visible()
    await page.reload()
    await expect(me(page)).to_be_visible()

    again = await visit_site(f"/setup#{secret}")
    await fill_new_account(again, "eve@example.org")
    await again.get_by_role("button", name="Set up this site").click()
    await expect(again.get_by_role("alert")).to_contain_text("This link is no longer valid")

    wanted = {"kind": "moderator", "note": "For the judges of spring"}
    answer = await page.request.post("/api/admin/invitations", data=wanted)
    assert answer.status == 201, await answer.text()
    invitation = re.search(r"#([\w-]+)", await answer.text())
    assert invitation is not None
    guest = await visit_site(f"/join#{invitation[1]}")
    await expect(guest.get_by_role("heading", level=1)).to_have_text("You're invited")
    await expect(guest).to_have_url(re.compile("/join$"))
    await expect(main(guest)).to_contain_text("You're joining as a moderator.")
    await expect(main(guest)).to_contain_text("For the judges of spring")
    await fill_new_account(guest, "grace@example.org")
    await guest.get_by_role("button", name="Join").click()
    await expect(guest.get_by_role("link", name="Admin")).to_be_visible()

    late = await visit_site(f"/join#{invitation[1]}")
    await expect(late.get_by_role("heading", level=1)).to_have_text("This invitation does not work")


async def test_revoking_a_device_closes_its_open_stream(
    visit_site: Visit, people: ArenaSite, people_monitor: PageMonitor
) -> None:
    people_monitor.expect("status of 40[14]")
    people_monitor.expect("WebSocket connection")
    owner = await visit_site("/")
    await sign_up(owner, "bea@example.org")
    lost = await sign_in_again(visit_site, "bea@example.org")
    people.hold(at=20)
    battle = await BattlePage(lost).ask("Why do rivers bend?")
    await expect(battle.left.locator(".prose-answer")).not_to_be_empty()
    await battle.box.fill("And what about lakes?")
    address = lost.url

    await owner.goto("/settings?tab=devices")
    others = main(owner).get_by_role("listitem").filter(has_not_text="This device")
    await expect(others).to_have_count(1)
    await others.get_by_role("button").click()
    await owner.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    await expect(others).to_have_count(0)
    await expect(lost.get_by_role("heading", level=1)).to_have_text("You were signed out", timeout=SOON_MS)
    await expect(me(lost)).to_have_count(0)
    await expect(me(owner)).to_be_visible()

    people.release()
    await main(lost).get_by_role("link", name="Sign in").click()
    await sign_in(lost, "bea@example.org")
    await expect(lost).to_have_url(address)
    await battle.finish()
    await expect(main(lost)).to_contain_text(SAYS["zz-alpha-model"])
    await expect(battle.box).to_have_value("And what about lakes?")


async def test_a_new_password_signs_other_browsers_out(visit_site: Visit, people_monitor: PageMonitor) -> None:
    people_monitor.expect("status of 401")
    people_monitor.expect("WebSocket connection")
    here = await visit_site("/")
    await sign_up(here, "cleo@example.org")
    there = await sign_in_again(visit_site, "cleo@example.org", "/models")
    await here.goto("/settings?tab=password")
    await here.get_by_label("Current password").fill("not the password")
    await here.get_by_label("New password").fill(OTHER_PASSWORD)
    await here.keyboard.press("Enter")
    await expect(main(here)).to_contain_text("Your password is wrong.")
    await here.get_by_label("Current password").fill(PASSWORD)
    await here.keyboard.press("Enter")
    await expect(here.get_by_text("Password changed.").first).to_be_visible()

    link = there.get_by_role("link", name="Sign in")
    await expect(link).to_be_visible(timeout=SOON_MS)
    await expect(there.get_by_text("You were signed out").first).to_be_visible()
    await here.reload()
    await expect(me(here)).to_be_visible()

    await link.click()
    await sign_in(there, "cleo@example.org", PASSWORD)
    await expect(main(there)).to_contain_text("The email address or the password is wrong.")
    await expect(there.get_by_label("Password", exact=True)).to_be_focused()
    await sign_in(there, "cleo@example.org", OTHER_PASSWORD)
    await expect(there).to_have_url(re.compile("/models$"))
    await expect(me(there)).to_be_visible()


async def test_a_token_is_shown_once_and_lets_a_program_in(visit_site: Visit, people: ArenaSite) -> None:
    page = await visit_site("/")
    await sign_up(page, "dora@example.org")
    await page.goto("/settings?tab=tokens")
    await page.get_by_role("button", name="New token").click()
    await expect(page.get_by_label("Name")).to_be_focused()
    await page.keyboard.type("nightly script")
    await page.keyboard.press("Enter")
    made = page.get_by_role("region", name="Token “nightly script” created")
    token = await made.locator("code").first.inner_text()

    async with httpx.AsyncClient(base_url=people.site.address, headers={"Authorization": f"Bearer {token}"}) as program:
        answer = await program.get("/api/me")
        assert (answer.status_code, answer.json()["email"]) == (200, "dora@example.org")
        assert (await program.patch("/api/me", json={"name": "Mallory"})).status_code == 403

        await made.get_by_role("button", name="I've copied it").click()
        await page.reload()
        await expect(main(page)).to_contain_text("nightly script")
        await expect(main(page)).not_to_contain_text(token)
        await page.get_by_role("button", name="Revoke nightly script").click()
        await page.get_by_role("dialog", name="Revoke “nightly script”?").get_by_role("button", name="Revoke").click()
        await expect(page.get_by_role("heading", name="No tokens yet")).to_be_visible()
        assert (await program.get("/api/me")).status_code == 401


async def test_what_a_visitor_did_comes_along(visit_site: Visit, people: ArenaSite) -> None:
    page = await visit_site("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    await battle.vote("2")
    address = page.url
    await page.get_by_role("link", name="Sign up").click()
    await expect(main(page)).to_contain_text("Everything you did as a visitor moves to your account")
    await fill_new_account(page, "fay@example.org")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(address)
    await expect(me(page)).to_be_visible()
    await expect(main(page)).to_contain_text("You voted for a tie")
    await expect(battle.sessions.get_by_role("link", name="Why do rivers bend?")).to_be_visible()

    elsewhere = await sign_in_again(visit_site, "fay@example.org", address)
    await expect(main(elsewhere)).to_contain_text("You voted for a tie")
    await me(page).click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    await expect(battle.sessions).to_contain_text("Your battles will appear here.")


async def test_everything_of_mine_can_be_exported_and_deleted(
    visit_site: Visit, people: ArenaSite, people_monitor: PageMonitor, tmp_path: Path
) -> None:
    people_monitor.expect("status of 401")
    page = await visit_site("/")
    await sign_up(page, "gwen@example.org")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    await page.goto("/settings?tab=data")
    async with page.expect_download() as coming:
        await page.get_by_role("link", name="Download ZIP").click()
    download = await coming.value
    assert download.suggested_filename == "llmbattler-export.zip"
    await download.save_as(tmp_path / "mine.zip")
    with zipfile.ZipFile(tmp_path / "mine.zip") as archive:
        text = "".join(archive.read(name).decode() for name in archive.namelist())
        lines = [json.loads(line) for line in archive.read("sessions.jsonl").decode().splitlines()]
    assert len(lines) == 1
    assert "Why do rivers bend?" in text
    assert "argon2" not in text

    await page.get_by_role("button", name="Delete my account…").click()
    dialog = page.get_by_role("dialog", name="Delete the account of gwen@example.org?")
    await dialog.get_by_label("Password", exact=True).fill("not the password")
    await page.keyboard.press("Enter")
    await expect(dialog).to_contain_text("Your password is wrong.")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await dialog.get_by_role("button", name="Delete permanently").click()
    await expect(page.get_by_text("Your account is deleted.").first).to_be_visible()
    await page.goto("/sign-in")
    await sign_in(page, "gwen@example.org")
    await expect(main(page)).to_contain_text("The email address or the password is wrong.")


async def test_a_visitor_deletes_what_the_browser_did(visit_site: Visit, people: ArenaSite) -> None:
    page = await visit_site("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    await page.goto("/settings?tab=data")
    await page.get_by_role("button", name="Delete everything…").click()
    await page.get_by_role("button", name="Delete permanently").click()
    await expect(page.get_by_text("All data from this browser is deleted.").first).to_be_visible()
    await expect(battle.sessions).to_contain_text("Your battles will appear here.")


ENTRIES = {
    "/sign-in": "Sign in",
    "/sign-up": "Sign up",
    "/setup#0123456789abcdef": "Become the first admin",
    "/reset#0123456789abcdef": "Choose a new password",
    "/join": "The invitation code is missing",
    "/settings": "Settings",
}
TABS = ("profile", "password", "devices", "tokens", "keys", "appearance", "data")


WIDTHS = (1440, 380)


async def check_widths(page: Page, where: str) -> None:
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        assert await objections(page) == [], (where, width)
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, (where, width)


async def test_axe_has_no_serious_objection(visit_site: Visit, axe: str) -> None:
    page = await visit_site("/", init_script=axe, reduced_motion="reduce")
    for path, heading in ENTRIES.items():
        # Links with a secret come by mail, and are opened as a new page.
        await (page.goto(path) if "#" in path else navigate(page, path))
        await expect(page.get_by_role("heading", level=1, name=heading)).to_be_attached()
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if await main(page).locator("form").count():
            await main(page).locator("form [type=submit]").click()
        await check_widths(page, path)
    await navigate(page, "/sign-up")
    await fill_new_account(page, "wide@example.org")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="What would you like")).to_be_visible()
    for tab in TABS:
        await navigate(page, f"/settings?tab={tab}")
        await expect(page.get_by_role("heading", level=2).first).to_be_visible()
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if tab == "tokens":
            await page.get_by_role("button", name="New token").click()
        if tab == "data":
            await page.get_by_role("button", name="Delete my account…").click()
        await check_widths(page, tab)


async def test_the_way_in_fits_middling_widths(visit_site: Visit) -> None:
    page = await visit_site("/leaderboard", viewport={"width": 780, "height": 700})
    for width in (780, 1024):
        await page.set_viewport_size({"width": width, "height": 700})
        await expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_in_viewport(ratio=1)
        assert await page.evaluate("document.documentElement.scrollWidth") == width
