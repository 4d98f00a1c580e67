"""A48 to A58: model output is hostile. It is shown as text, runs nothing, loads nothing and leads nowhere by itself."""

import asyncio
import re

import httpx
import pytest
from playwright.async_api import Browser, Page, expect
from tests.journeys.arena_site import ALPHA, BETA, ArenaSite, BattlePage, read_answer
from tests.journeys.conftest import Visit
from tests.journeys.hostile import DIAGRAMS, FORMULAS, GUARD, LEAKS, MARKUP, HarmlessCheck, Sink
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.test_battles_sessions import open_options
from tests.journeys.test_battles_shared import share

from llmbattler.testing import Script

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"><script>window.__xss=1</script></svg>'
NAME = '<img src=x onerror="window.__xss=1">'
LONG_TASKS = """new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.__longest = Math.max(window.__longest ?? 0, one.duration);
}).observe({ type: "longtask", buffered: true });"""


async def show_everywhere(
    visit_arena: Visit, arena: ArenaSite, payload: str, ending: str, *, chunk_size: int = 1
) -> Page:
    """The battle page while it streams, again from the history, voted, replayed, and behind a link."""
    arena.script_both(Script(text=payload, chunk_size=chunk_size))
    page = await visit_arena("about:blank", init_script=GUARD + LONG_TASKS)
    harmless = HarmlessCheck(page)
    await page.goto("/")
    battle = await BattlePage(page).ask("Say something nasty.")
    await battle.finish()
    for card in (battle.left, battle.right):
        await expect(card).to_contain_text(ending)
    await harmless.check()
    await page.reload()
    await battle.finish()
    await expect(battle.left).to_contain_text(ending)
    await harmless.check()
    link = await share(page)
    await battle.vote("2")
    await battle.button("Replay").click()
    await page.get_by_role("slider", name="Position").fill("0")
    await page.get_by_role("button", name="Close replay").click()
    await expect(battle.left).to_contain_text(ending)
    await harmless.check()

    guest = await visit_arena("about:blank", init_script=GUARD)
    guest_harmless = HarmlessCheck(guest)
    await guest.goto(link)
    await expect(BattlePage(guest).right).to_contain_text(ending)
    await guest_harmless.check()
    return page


@pytest.mark.parametrize(
    ("payload", "ending"),
    [
        pytest.param(MARKUP, "/fence", id="a48_markup"),
        pytest.param(LEAKS, "Source:", id="a55_leaks"),
        pytest.param(FORMULAS, "and the end of the formulas.", id="a49_formulas"),
    ],
)
async def test_a48_a49_a55_hostile_answers_are_only_words(
    visit_arena: Visit, arena: ArenaSite, payload: str, ending: str
) -> None:
    async with Sink.opened() as sink:
        page = await show_everywhere(visit_arena, arena, sink.insert_sink(payload), ending)
        links = await page.locator("article a").evaluate_all(
            "(all) => all.map((one) => [one.href, one.rel, one.target])"
        )
        for address, rel, target in links:
            if "/models/" in address:
                continue
            assert re.match(r"https?://", address), address
            assert {"noopener", "noreferrer"} <= set(rel.split())
            assert target == "_blank"
        await page.get_by_role("link", name="Models").first.hover()
        assert sink.hits == []


async def test_a49_a_formula_that_explodes_stays_quick(visit_arena: Visit, arena: ArenaSite) -> None:
    bomb = r"$$\def\a#1{#1#1#1#1#1#1#1#1}\def\b#1{\a{\a{\a{\a{\a{#1}}}}}}\b{\b{\b{x}}}$$" + "\n\nThe end."
    arena.script_both(Script(text=bomb, chunk_size=200))
    page = await visit_arena("/", init_script=LONG_TASKS)
    battle = await (await BattlePage(page).ask("Explode.")).finish()
    await expect(battle.left).to_contain_text("The end.")
    await expect(battle.left).to_contain_text(r"\def\a")
    assert await page.evaluate("window.__longest ?? 0") < 1000


async def test_a50_a_diagram_is_code_to_read(visit_arena: Visit, arena: ArenaSite) -> None:
    async with Sink.opened() as sink:
        page = await show_everywhere(
            visit_arena, arena, sink.insert_sink(DIAGRAMS), "and the end of the diagram.", chunk_size=2000
        )
        assert await page.evaluate("window.__longest ?? 0") < 2000
        assert await page.locator("article svg:not(button svg)").count() == 0
        assert sink.hits == []


async def test_a51_names_and_titles_are_only_words(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 4(15|22)|status of 404.*/api/sessions/")
    evil = {
        "id": "evil-model",
        "name": NAME,
        "organization": f"{NAME} Labs",
        "license": NAME,
        "description": NAME,
        "abilities": ["vision"],
    }
    arena.provider.script("evil-model", Script(text="I am kind."))
    try:
        await asyncio.to_thread(arena.offer, evil)
        await asyncio.to_thread(arena.site.discover)
        page = await visit_arena("about:blank", init_script=GUARD)
        harmless = HarmlessCheck(page)
        await page.goto("/models")
        await expect(page.get_by_text(NAME, exact=True).first).to_be_visible()
        await page.goto("/models/evil-model")
        await expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
        await harmless.check()
        await page.goto("/?mode=direct")
        await page.get_by_role("button", name=re.compile("^Model: ")).click()
        await page.get_by_role("option", name=NAME).click()
        battle = await BattlePage(page).ask(f"{NAME} & <b>bold</b>")
        await expect(battle.left.locator(".prose-answer")).to_have_text("I am kind.")
        await expect(battle.left.get_by_role("heading", level=2)).to_contain_text(NAME)
        await expect(battle.sessions.get_by_role("link")).to_contain_text([NAME])
        await harmless.check()
        await battle.box.fill("x")
        chosen = {"name": f"{NAME}.png", "mimeType": "image/png", "buffer": SVG}
        await page.locator("input[type=file]").set_input_files([chosen])
        await expect(page.get_by_role("alert").filter(has_text="could not be added")).to_contain_text(f"{NAME}.png")
        await page.keyboard.press("ControlOrMeta+k")
        await expect(page.get_by_role("option", name=NAME).first).to_be_visible()
        await page.keyboard.press("Escape")
        await open_options(page, f"{NAME} & <b>bold</b>")
        await page.get_by_role("menuitem", name="Delete").click()
        await expect(page.get_by_text(f"“{NAME}").first).to_be_visible()
        await harmless.check()
    finally:
        await asyncio.to_thread(arena.offer)
        await asyncio.to_thread(arena.site.discover)


async def test_a52_a_picture_that_could_run_is_not_taken(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    for kind in ("image/svg+xml", "image/png"):
        answer = await page.request.post("/api/images", data=SVG, headers={"Content-Type": kind})
        assert answer.status in {415, 422}, kind
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a53_h02_code_of_an_answer_is_shown_and_never_run(visit_arena: Visit, arena: ArenaSite) -> None:
    """There are no artifacts yet: a page in an answer is a block of code, without any frame that could run it.

    What the page does not show is marked, and on the clipboard only if the reader wants it there.
    """
    shown = "<script>window.__xss=document.cookie;top.location='/';open('/')</script>"
    hidden = f"\u202e{shown}\u200b # fine\rrm -rf ~"
    page = await show_everywhere(visit_arena, arena, f"```html\n{hidden}\n```\nThat was it.", "That was it.")
    await expect(page.locator("article iframe")).to_have_count(0)
    assert len(page.context.pages) == 1
    card = BattlePage(page).left
    await expect(card.get_by_role("img", name="Hidden character")).to_have_count(3)
    await expect(card.get_by_text("3 hidden characters")).to_be_visible()
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for button, copied in (("Copy code", f"{shown} # finerm -rf ~"), ("Copy raw", hidden)):
        await page.evaluate("navigator.clipboard.writeText('')")
        await card.get_by_role("button", name=button).click()
        await page.wait_for_function("() => navigator.clipboard.readText()")
        assert await page.evaluate("navigator.clipboard.readText()") == copied


async def test_a55_an_export_is_a_file_and_never_a_page(visit_arena: Visit, arena: ArenaSite) -> None:
    arena.script_both(Script(text=MARKUP, chunk_size=50))
    page = await visit_arena("/")
    battle = await (await BattlePage(page).ask("<script>window.__xss=1</script>")).finish()
    session = (await (await page.request.get(f"/api/battles/{battle.battle_id}")).json())["session_id"]
    for form, kind in (("markdown", "text/markdown"), ("json", "application/json")):
        answer = await page.request.get(f"/api/sessions/{session}/export?format={form}")
        assert answer.headers["content-type"].split(";")[0] == kind
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (
            "sandbox" in answer.headers["content-security-policy"]
            or "default-src" in (answer.headers["content-security-policy"])
        )


async def test_a58_a_foreign_page_cannot_frame_the_vote(browser: Browser, visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    frame = f'<!doctype html><title>Trap</title><iframe src="{page.url}"></iframe>'.encode()
    async with Sink.opened(frame) as trap:
        context = await browser.new_context(storage_state=await page.context.storage_state())
        other = await context.new_page()
        refused: list[str] = []
        other.on("console", lambda message: refused.append(message.text))
        await other.goto(trap.url)
        inner = other.frames[1]
        assert await inner.get_by_role("toolbar").count() == 0
        assert inner.url.startswith("chrome-error:") or inner.url in {"", "about:blank"}
        assert any("frame-ancestors" in words for words in refused)
        await context.close()
    async with httpx.AsyncClient() as client:
        headers = (await client.get(page.url)).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


async def test_a48_every_moment_of_a_slow_stream_is_harmless(visit_arena: Visit, arena: ArenaSite) -> None:
    """One sign at a time, slowly enough that nearly every half-written tag is on the page for a while."""
    async with Sink.opened() as sink:
        words = sink.insert_sink(
            '<img src=SINK/x onerror="window.__xss=1">[a](javascript:window.__xss=1)![b](SINK/y) end'
        )
        arena.script_both(Script(text=words, chunk_size=1, chunk_delay=0.015))
        page = await visit_arena("about:blank", init_script=GUARD)
        harmless = HarmlessCheck(page)
        await page.goto("/")
        battle = await BattlePage(page).ask("Slowly.")
        await battle.finish()
        assert (await read_answer(battle.left)).endswith("end")
        await harmless.check()
        assert sink.hits == []
        assert {one.model for one in arena.provider.requests} == {ALPHA, BETA}
