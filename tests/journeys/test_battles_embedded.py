"""A battle with nothing but what is in the box: no provider, no key, no network."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from tests.journeys.arena_site import BattlePage, read_answer
from tests.journeys.page_monitor import PageMonitor
from tests.processes import running

# A small model may talk until its context is full, here at a few words a second beside other tests.
PATIENCE_MS = 200_000


@pytest.fixture
def bare_site(data_dir: Path, web_app: Path) -> Iterator[str]:
    assert web_app.is_dir()
    with running("serve", DATA_DIR=str(data_dir), PORT="0", DISCOVERY="false") as process:
        yield process.address()
        assert process.stop() == 0, "".join(process.said)


@pytest.mark.timeout(300)
async def test_a_battle_with_the_embedded_model(browser: Browser, bare_site: str) -> None:
    monitor = PageMonitor(bare_site)
    context = await browser.new_context(base_url=bare_site)
    page = await context.new_page()
    monitor.follow(page)
    await page.goto("/")
    battle = await BattlePage(page).ask("What is the capital of France?")
    await expect(battle.votes).to_be_visible(timeout=PATIENCE_MS)
    for card in (battle.left, battle.right):
        assert re.search(r"\w", await read_answer(card))
    await battle.vote("2")
    for card in (battle.left, battle.right):
        await expect(card.get_by_role("heading", level=2)).to_contain_text("SmolLM2")
        await expect(card.locator("footer")).to_have_text(re.compile(r"\d+ tokens"))
    await context.close()
    assert monitor.complaints == []
    assert monitor.foreign == []
