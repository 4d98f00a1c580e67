"""The leaderboard and what belongs to it: full, with simulated people, and moving, with real votes."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect
from tests.journeys.arena_site import ALPHA, BETA, NAMES, SAYS, ArenaSite, BattlePage
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit, open_visitors
from tests.journeys.navigation import navigate
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.test_phone import PHONE, check_page
from tests.processes import Process

BATTLES = 400
FIRST, SECOND = "aurora-9-large", "kestrel-3-pro"
PAGES = {
    "/leaderboard": "Leaderboard",
    "/leaderboard?board=category:coding&sort=price&columns=vote_count,organization,price,online_elo": "Leaderboard",
    "/leaderboard?style=true&plot=wins": "Leaderboard",
    "/leaderboard?plot=battles": "Leaderboard",
    "/leaderboard?plot=price": "Leaderboard",
    "/leaderboard?plot=history": "Leaderboard",
    "/leaderboard?plot=history&elo=true&table=true": "Leaderboard",
    "/leaderboard?q=nobody": "Leaderboard",
    "/leaderboard/mine": "My leaderboard",
    "/leaderboard/imports": "Imported votes",
    "/versus": "Head-to-head",
    f"/versus/{FIRST}/{SECOND}": "Aurora 9 Large vs Kestrel 3 Pro",
    f"/models/{FIRST}": "Aurora 9 Large",
}

COUNT_SLIDES = """
window.slides = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...words) {
  window.slides += 1;
  return animate.apply(this, words);
};
"""


@pytest.fixture(scope="session")
def demonstration(open_folder: Path, web_app: Path) -> Iterator[str]:
    """The address of a site full of simulated people, models and votes."""
    assert web_app.is_dir()
    folder = open_folder / "demonstration"
    process = Process(["demo", "--folder", str(folder), "--battles", str(BATTLES)], {"PORT": "0"})
    yield process.address()
    assert process.stop() == 0, "".join(process.said)


@pytest.fixture
async def visit_demo(browser: Browser, demonstration: str) -> AsyncIterator[Visit]:
    monitor = PageMonitor(demonstration)
    async with open_visitors(browser, demonstration, monitor) as visit:
        yield visit
    assert monitor.complaints == []
    assert monitor.foreign == []


@pytest.fixture(scope="session")
async def league_site(open_folder: Path, web_app: Path) -> AsyncIterator[ArenaSite]:
    """Two models that have met five times; Alpha won three of them."""
    assert web_app
    async with ArenaSite.opened(open_folder / "league") as arena:
        async with httpx.AsyncClient(base_url=arena.site.address, timeout=60) as client:
            for number, winner in enumerate((ALPHA, BETA, ALPHA, BETA, ALPHA)):
                started = (await client.post("/api/sessions", json={"prompt": f"River {number}?"})).raise_for_status()
                battle = started.json()
                side = next(one["position"] for one in battle["responses"] if one["text"] == SAYS[winner])
                vote = {"vote": f"{side}_better"}
                (await client.post(f"/api/battles/{battle['battle_id']}/vote", json=vote)).raise_for_status()
        yield arena


@pytest.fixture
async def visit_league(browser: Browser, league_site: ArenaSite) -> AsyncIterator[Visit]:
    monitor = PageMonitor(league_site.site.address)
    async with open_visitors(browser, league_site.site.address, monitor) as visit:
        yield visit
    assert monitor.complaints == []
    assert monitor.foreign == []


def rows(page: Page) -> Locator:
    return page.get_by_role("table").first.locator("tbody tr")


async def wait_for_heading(page: Page, heading: str) -> None:
    await expect(page.get_by_role("heading", level=1, name=heading)).to_be_attached()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def vote_for(page: Page, model: str, prompt: str) -> BattlePage:
    await page.goto("/")
    battle = await (await BattlePage(page).ask(prompt)).finish()
    card = await battle.card_of(model)
    left = await card.evaluate("card => card === card.parentElement.firstElementChild")
    return await battle.vote("1" if left else "4")


async def test_a_vote_in_one_browser_moves_the_row_in_another(visit_league: Visit) -> None:
    board = await visit_league("/leaderboard", init_script=COUNT_SLIDES)
    await expect(rows(board)).to_have_count(2)
    await expect(rows(board).first).to_contain_text(NAMES[ALPHA])
    await expect(rows(board).first).to_contain_text("Preliminary")
    await board.evaluate("window.neverReloaded = true")

    voter = await visit_league("/")
    await vote_for(voter, BETA, "Where do rivers end?")
    await expect(board.get_by_role("main")).to_contain_text("Votes6")
    battle = await vote_for(voter, BETA, "Where do rivers begin?")
    change = re.compile(r"±\d+ · #\d.*Elo \d{4} \([+−]\d+\)", re.DOTALL)
    for card in (battle.left, battle.right):
        await expect(card.locator("footer")).to_have_text(change)
    winner = battle.page.get_by_role("article", name=NAMES[BETA])
    await expect(winner.locator("footer")).to_contain_text("(+")

    await expect(rows(board).first).to_contain_text(NAMES[BETA])
    await expect(rows(board).first).to_have_class(re.compile("animate-tint"))
    await expect(board.get_by_role("main")).to_contain_text("just now")
    assert await board.evaluate("window.slides") >= 2, "the rows did not glide"
    assert await board.evaluate("window.neverReloaded") is True
    # The card follows the board, without a reload.
    score = await rows(board).first.locator("td").nth(2).locator("span.font-semibold").inner_text()
    await expect(winner.locator("footer")).to_contain_text(f"{score} ±")


async def test_my_leaderboard_starts_anew_and_takes_it_back(visit_league: Visit) -> None:
    page = await visit_league("/leaderboard/mine")
    await expect(page.get_by_role("heading", name="Vote to see your own ranking")).to_be_visible()
    await vote_for(page, ALPHA, "Which river is the longest?")
    await page.goto("/leaderboard/mine")
    await expect(rows(page)).to_have_count(2)
    await expect(rows(page).first).to_contain_text(NAMES[ALPHA])
    await page.get_by_role("button", name="Reset").click()
    await expect(page.get_by_text("No votes since the reset.")).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await expect(rows(page)).to_have_count(2)


async def test_filters_sorting_and_columns_travel_with_the_address(visit_demo: Visit) -> None:
    page = await visit_demo("/leaderboard")
    await expect(page.get_by_text("Demo: people, votes and answers here are simulated.")).to_be_visible()
    await expect(rows(page).nth(5)).to_be_visible()
    await page.get_by_role("columnheader", name="$ / M tokens").get_by_role("button").click()
    await expect(page.get_by_role("columnheader", name="$ / M tokens")).to_have_attribute("aria-sort", "ascending")
    await page.get_by_role("button", name="Any license").click()
    await page.get_by_role("menuitemradio", name="Proprietary").click()
    await page.get_by_role("searchbox", name="Search models").fill("kestrel")
    await page.get_by_role("button", name="Columns").click()
    await page.get_by_role("menuitemcheckbox", name="Online Elo").click()
    await page.keyboard.press("Escape")
    await expect(rows(page)).to_have_count(2)
    await expect(rows(page).first).to_contain_text("Kestrel 3 Flash")

    colleague = await visit_demo(page.url.removeprefix(await page.evaluate("window.location.origin")))
    await expect(rows(colleague)).to_have_count(2)
    await expect(rows(colleague).first).to_contain_text("Kestrel 3 Flash")
    await expect(colleague.get_by_role("columnheader", name="Online Elo")).to_be_visible()
    await expect(colleague.get_by_role("searchbox")).to_have_value("kestrel")
    async with colleague.expect_download() as download:
        await colleague.get_by_role("button", name="Export").click()
        await colleague.get_by_role("menuitem", name="Current view as CSV").click()
    saved = (await (await download.value).path()).read_text()
    assert [line.split(",")[3] for line in saved.splitlines()[1:]] == ["kestrel-3-flash", SECOND]

    await colleague.get_by_role("button", name="Clear filters").click()
    await expect(rows(colleague).nth(5)).to_be_visible()


async def test_boards_and_style_control(visit_demo: Visit) -> None:
    page = await visit_demo("/leaderboard")
    boards = page.get_by_role("navigation", name="Category", exact=True)
    await boards.get_by_role("link", name="Coding").click()
    await expect(page).to_have_url(re.compile(r"board=category%3Acoding"))
    await expect(boards.get_by_role("link", name="Coding")).to_have_attribute("aria-current", "page")
    await boards.get_by_role("button", name="Languages").click()
    await page.get_by_role("menuitemradio", name=re.compile("^English")).click()
    await expect(boards.get_by_role("button", name="English")).to_be_visible()
    await expect(page.get_by_role("switch", name="Style control")).to_have_attribute("aria-disabled", "true")
    await boards.get_by_role("link", name="Overall").click()
    await page.get_by_role("switch", name="Style control").click()
    effects = page.get_by_role("region", name="Effect of style")
    await expect(effects.get_by_role("row").filter(has_text="Length")).to_contain_text(re.compile(r"[+−]\d"))
    await page.get_by_role("button", name="How to read this").click()
    await expect(page.get_by_role("dialog")).to_contain_text("What is an interval?")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="How to read this")).to_be_focused()


async def test_every_plot_can_be_read_walked_and_taken_away(visit_demo: Visit) -> None:
    page = await visit_demo("/leaderboard")
    plots = page.get_by_role("region", name="Charts")
    for tab, name in (
        ("Ratings", "Scores of"),
        ("Win probability", "Expected win probabilities"),
        ("Battles", "Number of votes for"),
        ("Price", "Scores and prices"),
        ("History", "models over time"),
    ):
        await plots.get_by_role("radio", name=tab).click()
        chart = plots.get_by_role("group", name=re.compile(name))
        await chart.focus()
        await page.keyboard.press("ArrowRight")
        await expect(chart.get_by_role("status")).not_to_be_empty()
        async with page.expect_download() as download:
            await plots.get_by_role("button", name=re.compile("^Download")).click()
            await page.get_by_role("menuitem", name="PNG image").click()
        picture = (await (await download.value).path()).read_bytes()
        assert picture.startswith(b"\x89PNG"), tab
        assert len(picture) > 10_000, tab
        await plots.get_by_role("radio", name="Table").click()
        await expect(plots.get_by_role("row").nth(2)).to_be_visible()
        async with page.expect_download() as download:
            await plots.get_by_role("button", name=re.compile("^Download")).click()
            await page.get_by_role("menuitem", name="CSV table").click()
        assert len((await (await download.value).path()).read_text().splitlines()) > 2, tab
        await plots.get_by_role("radio", name="Chart").click()


async def test_from_a_model_to_its_opponent_and_into_a_battle(visit_demo: Visit) -> None:
    page = await visit_demo(f"/models/{FIRST}")
    against = page.get_by_role("region", name="By opponent")
    await against.get_by_role("link", name="Kestrel 3 Pro").click()
    await expect(page).to_have_url(re.compile(f"/versus/{FIRST}/{SECOND}$"))
    await expect(page.get_by_text(re.compile(r"wins \d+%|win equally")).first).to_be_visible()
    await expect(page.get_by_role("main")).to_contain_text(
        re.compile("needed for a clear difference|clear difference|so close")
    )
    await page.get_by_role("button", name="Swap models").click()
    await expect(page).to_have_url(re.compile(f"/versus/{SECOND}/{FIRST}$"))
    await page.get_by_role("button", name=re.compile("^Second model")).click()
    await page.get_by_role("combobox").fill("maple")
    await page.get_by_role("option", name=re.compile("Maple 2 Express")).click()
    await expect(page).to_have_url(re.compile(f"/versus/{SECOND}/maple-2-express$"))
    await page.get_by_role("link", name="Try them side by side").click()
    await expect(page.get_by_role("button", name="First model: Kestrel 3 Pro")).to_be_visible()
    await expect(page.get_by_role("button", name="Second model: Maple 2 Express")).to_be_visible()


async def test_a_file_of_votes_becomes_a_board_and_goes_again(visit_demo: Visit, tmp_path: Path) -> None:
    votes = ["model_a,model_b,winner"]
    votes += ["old-one,old-two,model_a"] * 9 + ["old-one,old-two,model_b"] * 5 + ["old-one,old-two,tie"] * 3
    votes += ["old-one,old-two,nobody knows"]
    file = tmp_path / "Old votes.csv"
    file.write_text("\n".join(votes))
    page = await visit_demo("/leaderboard/imports")
    await page.get_by_label("File with votes", exact=True).set_input_files(file)
    await expect(page.get_by_label("Set name")).to_have_value("old-votes")
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_text("17 votes on 2 models.")).to_be_visible()
    await expect(page.get_by_text("1 line was skipped:")).to_be_visible()
    await page.get_by_role("link", name="Show leaderboard").click()
    await expect(rows(page)).to_have_count(2)
    await expect(rows(page).first).to_contain_text("old-one")
    await expect(page.get_by_text("They never count on other leaderboards.")).to_be_visible()
    await page.goto("/leaderboard/imports")
    await page.get_by_role("button", name="Remove old-votes").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_role("heading", name="No imported votes yet")).to_be_visible()


async def test_sidebar_and_palette_lead_there(visit_demo: Visit) -> None:
    page = await visit_demo("/")
    await page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Leaderboard").click()
    await wait_for_heading(page, "Leaderboard")
    for name, heading in (
        ("My leaderboard", "My leaderboard"),
        ("Head-to-head", "Head-to-head"),
        ("Imported votes", "Imported votes"),
    ):
        await page.keyboard.press("ControlOrMeta+k")
        await page.get_by_role("option", name=name).click()
        await wait_for_heading(page, heading)
        pages = page.get_by_role("navigation", name="Leaderboards")
        await expect(pages.locator("[aria-current=page]")).to_have_count(1)


async def test_axe_has_no_serious_objection(visit_demo: Visit, axe: str) -> None:
    page = await visit_demo("/", init_script=axe, reduced_motion="reduce")
    for path, heading in PAGES.items():
        await navigate(page, path)
        await wait_for_heading(page, heading)
        assert await objections(page) == [], path


async def test_every_page_fits_a_phone_and_a_finger(visit_demo: Visit, axe: str) -> None:
    page = await visit_demo("/", init_script=axe, **PHONE)
    for path, heading in PAGES.items():
        await navigate(page, path)
        await wait_for_heading(page, heading)
        assert await objections(page) == [], path
        await check_page(page, path)


async def test_a_tap_shows_the_rest_of_a_model_on_a_phone(visit_demo: Visit) -> None:
    page = await visit_demo("/leaderboard", **PHONE)
    await page.get_by_role("button", name="Aurora 9 Large").tap()
    for fact in ("Northlight Labs", "Proprietary", "$5.00 / $20.00"):
        await expect(page.get_by_text(fact).filter(visible=True).first).to_be_visible()
    await check_page(page)
    await page.get_by_role("link", name="Open model").tap()
    await wait_for_heading(page, "Aurora 9 Large")
    bar = page.get_by_role("navigation", name="Main navigation")
    await bar.get_by_role("link", name="Leaderboard").tap()
    await wait_for_heading(page, "Leaderboard")
