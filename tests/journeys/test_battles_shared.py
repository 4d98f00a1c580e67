"""A battle behind a link, read by somebody else."""

import httpx
from playwright.async_api import Page, expect
from tests.journeys.arena_site import SAYS, ArenaSite, BattlePage, names_in, read_answer
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor


async def share(page: Page) -> str:
    await BattlePage(page).button("Share").click()
    dialog = page.get_by_role("dialog", name="Share this battle")
    if await dialog.get_by_role("button", name="Create link").count():
        await dialog.get_by_role("button", name="Create link").click()
    link = await dialog.get_by_role("textbox", name="Link").input_value()
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    return link


async def test_a28_a_link_is_blind_before_the_vote_and_dead_when_revoked(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 404")
    page = await visit_arena("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    link = await share(page)
    assert len(link.rpartition("/")[2]) >= 22

    guest = await visit_arena(link)
    seen = BattlePage(guest)
    await expect(guest.get_by_text("The names stay hidden until this battle is voted on.")).to_be_visible()
    assert [await read_answer(seen.left), await read_answer(seen.right)] == [
        await read_answer(battle.left),
        await read_answer(battle.right),
    ]
    assert {await read_answer(seen.left), await read_answer(seen.right)} == set(SAYS.values())
    await expect(seen.left.get_by_role("heading", level=2)).to_have_text("Assistant A")
    await guest.keyboard.press("1")
    await expect(seen.votes).to_have_count(0)
    await expect(seen.box).to_have_count(0)
    await expect(guest.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    assert names_in(await guest.content()) == set()
    assert await guest.context.cookies() == []

    await battle.vote("2")
    await guest.reload()
    await expect(guest.get_by_text("The vote: a tie")).to_be_visible()
    for card in (seen.left, seen.right):
        await expect(card.get_by_role("heading", level=2)).to_contain_text("Zz")
    await expect(seen.votes).to_have_count(0)

    await battle.button("Share").click()
    await page.get_by_role("button", name="Stop sharing").click()
    await expect(page.get_by_text("The link no longer works.").first).to_be_visible()
    await guest.reload()
    await expect(guest.get_by_role("heading", level=1)).to_have_text("This link does not work")
    await guest.get_by_role("link", name="Start your own battle").click()
    await expect(guest.get_by_role("textbox", name="Your prompt")).to_be_visible()


async def test_a_shared_page_asks_not_to_be_found(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    link = await share(page)
    async with httpx.AsyncClient() as client:
        page_headers = (await client.get(link)).headers
        headers = (await client.get(link.replace("/s/", "/api/shared/"))).headers
    assert "noindex" in headers["x-robots-tag"]
    assert headers["referrer-policy"] == page_headers["referrer-policy"] == "no-referrer"
