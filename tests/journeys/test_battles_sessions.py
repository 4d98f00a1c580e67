"""The sidebar of sessions, and what is never lost: drafts, when something goes wrong."""

import re
from datetime import UTC, datetime, timedelta

from playwright.async_api import Page, expect
from tests.journeys.arena_site import ArenaSite, BattlePage, names_in
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor

START = """async (prompt) => (await fetch("/api/sessions", {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
  body: JSON.stringify({ prompt }),
})).status"""


async def have_sessions(page: Page, *prompts: str) -> None:
    for prompt in prompts:
        answer = await page.request.post("/api/sessions", data={"prompt": prompt})
        assert answer.status == 201, await answer.text()


async def open_options(page: Page, title: str) -> None:
    battle = BattlePage(page)
    await battle.sessions.get_by_role("listitem").filter(has_text=title).hover()
    await battle.sessions.get_by_role("button", name=f"Options for {title}").click()


async def test_sessions_are_grouped_searched_renamed_and_deleted(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    sessions = BattlePage(page).sessions
    await expect(sessions).to_contain_text("Your battles will appear here.")
    await have_sessions(page, "Why do rivers bend?", "How do bridges stand?", "What is a lake?")
    await page.goto("/models")
    await expect(sessions.get_by_role("heading", name="Today")).to_be_visible()
    await expect(sessions.get_by_role("link")).to_have_text(
        ["What is a lake?", "How do bridges stand?", "Why do rivers bend?"]
    )
    await sessions.get_by_role("searchbox").fill("bridge")
    await expect(sessions.get_by_role("link")).to_have_text(["How do bridges stand?"])
    await sessions.get_by_role("searchbox").fill("nothing like it")
    await expect(sessions).to_contain_text("No matches.")
    await sessions.get_by_role("searchbox").fill("")

    await open_options(page, "What is a lake?")
    await page.get_by_role("menuitem", name="Rename").click()
    field = page.get_by_role("textbox", name="New title")
    await expect(field).to_be_focused()
    await field.fill("Lakes")
    # The new title stands there at once, also while it is still on its way to the server.
    async with page.expect_response(lambda answer: answer.request.method == "PATCH") as renamed:
        await field.press("Enter")
        await expect(sessions.get_by_role("link").first).to_have_text("Lakes")
    assert (await renamed.value).ok
    await page.reload()
    await expect(sessions.get_by_role("link").first).to_have_text("Lakes")

    await open_options(page, "Lakes")
    await page.get_by_role("menuitem", name="Delete").click()
    await expect(sessions.get_by_role("link")).to_have_count(2)
    await expect(page.get_by_text("“Lakes” was deleted.").first).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await expect(sessions.get_by_role("link")).to_have_count(3)
    await page.reload()
    await expect(sessions.get_by_role("link")).to_have_count(3)

    await page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=1))
    await page.reload()
    await expect(sessions.get_by_role("heading", level=2)).to_have_text(["Yesterday"])


async def test_a_session_that_is_shown_can_be_deleted(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 404")
    page = await visit_arena("/")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    address = page.url
    await open_options(page, "Why do rivers bend?")
    await page.get_by_role("menuitem", name="Delete").click()
    await expect(page).to_have_url(re.compile("/$"))
    await expect(page.get_by_text("was deleted.").first).to_be_visible()
    await page.goto(address)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Battle not found")


async def test_the_battle_of_another_person_is_not_there(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 404")
    page = await visit_arena("/")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    stranger = await visit_arena(page.url)
    await expect(stranger.get_by_role("heading", level=1)).to_have_text("Battle not found")
    assert "rivers" not in await stranger.content()


async def test_an_export_is_a_file(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    await open_options(page, "Why do rivers bend?")
    async with page.expect_download() as download:
        await page.get_by_role("menuitem", name="Export as Markdown").click()
    file = await download.value
    assert file.suggested_filename.endswith(".md")
    written = (await file.path()).read_text()
    assert "Why do rivers bend?" in written
    assert names_in(written) == set()


async def test_a_draft_survives_a_reload(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = BattlePage(page)
    await battle.box.fill("A long thought that is not")
    await page.reload()
    await expect(battle.box).to_have_value("A long thought that is not")
    await battle.ask("Why do rivers bend?")
    await battle.finish()
    await battle.box.fill("And another")
    await page.goto("/")
    await expect(battle.box).to_have_value("")
    await page.go_back()
    await expect(battle.box).to_have_value("And another")


async def test_whoever_is_limited_is_told_and_loses_nothing(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 429")
    arena.hold()
    page = await visit_arena("/")
    battle = BattlePage(page)
    assert [await page.evaluate(START, f"Number {number}") for number in range(5)] == [200] * 5
    await battle.box.fill("Why do rivers bend?")
    await battle.box.press("Enter")
    notice = page.get_by_role("alert").filter(has_text="You have several battles running")
    await expect(notice).to_contain_text("Your draft is safe.")
    await expect(battle.box).to_have_value("Why do rivers bend?")
    await page.reload()
    await expect(battle.box).to_have_value("Why do rivers bend?")
    await battle.box.press("Enter")
    await expect(notice).to_be_visible()
    arena.release()
    for number in range(1, 11):
        await arena.provider.wait_for_end(number)
    await expect(battle.sessions.get_by_role("link")).to_have_count(5)
    # The button waits as long as the server asked for.
    await notice.get_by_role("button", name="Try again").click()
    await battle.finish()
    await expect(battle.box).to_have_value("")


async def test_a_lost_connection_is_said_and_what_was_typed_stays(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect(
        "ERR_INTERNET_DISCONNECTED|WebSocket connection|Cross-Origin-Opener-Policy header has been ignored"
    )
    # A site on the reader's own machine needs no network, and says nothing when there is none.
    page = await visit_arena(arena.remote_address)
    battle = BattlePage(page)
    await expect(page.get_by_text("2 models ready")).to_be_visible()
    await page.context.set_offline(True)
    banner = page.get_by_role("status").filter(has_text="You are offline.")
    await expect(banner).to_contain_text("It reconnects automatically.")
    await battle.box.fill("Why do rivers bend?")
    await battle.box.press("Enter")
    notice = page.get_by_role("alert").filter(has_text="Your draft is safe.")
    await expect(notice).to_contain_text("The server cannot be reached.")
    await expect(battle.box).to_have_value("Why do rivers bend?")
    await page.context.set_offline(False)
    await expect(banner).to_be_hidden()
    await notice.get_by_role("button", name="Try again").click()
    await battle.finish()
    assert {one.last_user_text for one in arena.provider.requests} == {"Why do rivers bend?"}


async def test_a_connection_that_breaks_in_mid_stream_is_taken_up_again(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("ERR_|WebSocket connection")
    arena.hold(at=6)
    page = await visit_arena("/")
    battle = await BattlePage(page).ask("Why do rivers bend?")
    await expect(battle.left.locator(".prose-answer")).to_have_text(re.compile("^.{24}$"))
    await page.context.set_offline(True)
    await page.evaluate("window.neverReloaded = true")
    await page.context.set_offline(False)
    arena.release()
    await battle.finish()
    assert await page.evaluate("window.neverReloaded") is True
