"""Benchmarks as people make them: from a spreadsheet over a live run to a comparison and a report."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect
from tests.benchmarks.results.exports.pdf import draw_pages, read_text
from tests.journeys.axe import objections
from tests.journeys.bench import (
    ALPHA,
    BETA,
    CAPITALS,
    EMBEDDED,
    GAMMA,
    NAMES,
    RIGHT,
    SCRIPTED,
    ApiClient,
    Bench,
    RunPage,
    ask,
    write_capitals,
)
from tests.journeys.conftest import Visit, open_visitors
from tests.journeys.navigation import navigate
from tests.journeys.page_monitor import PageMonitor
from tests.journeys.test_phone import PHONE, check_page
from tests.processes import running

ALL = len(CAPITALS)
RUN_URL = re.compile(r"/benchmarks/runs/[0-9a-f-]{36}$")
SUITE_URL = re.compile(r"/benchmarks/suites/[0-9a-f-]{36}$")
PROMPT = '{{ question }} End with a line "Answer: " followed by only the answer.'
# The embedded model shares the machine with the other tests.
EMBEDDED_MS = 200_000


@dataclass
class Shown:
    """A finished run with everything around it, and the person whose it is."""

    hands: ApiClient
    suite_id: str
    run_id: str


@pytest.fixture(scope="module")
async def shown(bench_site: Bench) -> AsyncIterator[Shown]:
    async with httpx.AsyncClient(base_url=bench_site.site.address, timeout=60) as client:
        hands = ApiClient(client)
        suite_id = await hands.make_suite()
        run_id = await hands.finish(await hands.start(suite_id, title="Before the upgrade"))
        await hands.finish(await hands.start(suite_id, title="After the upgrade"))
        yield Shown(hands, suite_id, run_id)


def main(page: Page) -> Locator:
    return page.get_by_role("main")


def figure(page: Page, label: str) -> Locator:
    """A number of the estimate, found by its name."""
    return main(page).locator("dl > div").filter(has=page.get_by_text(label, exact=True)).locator("dd").first


async def wait_for_heading(page: Page, heading: str) -> None:
    await expect(page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def make_suite(page: Page, sheet: Path) -> None:
    """From the overview to the page of a new suite, in the four steps of the editor."""
    # Twice while there is nothing yet: the built-in suites are added a moment after the start.
    await main(page).get_by_role("link", name="New suite").first.click()
    await page.get_by_label("File with samples", exact=True).set_input_files(sheet)
    await expect(main(page).get_by_text(f"{ALL} samples")).to_be_visible()
    await expect(page.get_by_label("Correct answer")).to_have_value("answer")
    await expect(main(page).get_by_role("row").filter(has_text="Kenya")).to_contain_text("Nairobi")

    await page.get_by_role("button", name="Next: Prompt").click()
    await page.get_by_label("Template", exact=True).fill(PROMPT)
    asked = main(page).get_by_role("region", name="User")
    await expect(asked).to_have_text(PROMPT.replace("{{ question }}", ask("France")))
    await page.get_by_role("button", name="Next sample").click()
    await expect(asked).to_have_text(PROMPT.replace("{{ question }}", ask("Japan")))

    await page.get_by_role("button", name="Next: Scoring").click()
    await page.get_by_label("Sample answer").fill("Answer: Rome")
    verdict = main(page).get_by_text(re.compile("^Combined"))
    await expect(verdict).to_have_text("Combined 0.00wrong")
    await page.get_by_role("button", name="Use the correct answer").click()
    await expect(verdict).to_have_text("Combined 1.00correct")

    await page.get_by_role("button", name="Next: Name and save").click()
    await page.get_by_label("Title").fill("World capitals")
    await expect(page.get_by_label("Name", exact=True)).to_have_value("world-capitals")
    await page.get_by_role("button", name="Save the suite").click()
    await expect(page).to_have_url(SUITE_URL)
    await wait_for_heading(page, "World capitals")


async def choose_models(page: Page, *models: str) -> None:
    for model in models:
        await page.get_by_role("button", name="Add a model").click()
        await page.get_by_role("dialog").get_by_role("option", name=NAMES[model]).click()
        await expect(page.get_by_role("button", name=f"Remove {NAMES[model]}")).to_be_visible()


@pytest.mark.timeout(300)
async def test_from_a_spreadsheet_to_a_report(visit_site: Visit, bench: Bench, tmp_path: Path) -> None:
    sheet = tmp_path / "world-capitals.csv"
    sheet.write_text(write_capitals())
    page = await visit_site("/benchmarks")
    await make_suite(page, sheet)

    await main(page).get_by_role("link", name="Run suite").click()
    await choose_models(page, *NAMES)
    await page.get_by_text("More settings").click()
    await page.get_by_label("Max output tokens").fill("8")
    await expect(figure(page, "Calls")).to_have_text(str(ALL * len(NAMES)))
    await expect(main(page).get_by_text(re.compile(r"Differences of \d+\.\d points or more"))).to_be_visible()

    bench.hold(BETA, GAMMA)
    await page.get_by_role("button", name="Start", exact=True).click()
    await expect(page).to_have_url(RUN_URL)
    run = RunPage(page)
    await page.evaluate("window.neverReloaded = true")
    await run.expect_answers(ALPHA, ALL)
    await run.expect_answers(BETA, 0)
    await run.expect_status("Running")
    await expect(main(page).get_by_role("heading", name="Scores so far")).to_be_visible()
    bench.release(BETA)
    await run.expect_answers(BETA, ALL)
    await run.expect_answers(GAMMA, 0)
    bench.release(GAMMA)
    await run.expect_answers(GAMMA, ALL)
    await run.expect_status("Finished", patience_ms=EMBEDDED_MS)
    await run.expect_answers(EMBEDDED, ALL)
    assert await page.evaluate("window.neverReloaded")
    results = page.get_by_role("table", name="Results")
    await expect(results.get_by_role("row").filter(has_text=NAMES[ALPHA])).to_contain_text("100")
    address = page.url

    await look_at_wrong_answers(run)
    await page.goto(address)
    await compare_two(page)
    await page.goto(address)
    verdict = main(page).get_by_role("heading", level=2, name=re.compile(r"100\.0%"))
    await expect(verdict).to_contain_text(f"{NAMES[ALPHA]} leads with 100.0%")
    await read_report(page, await verdict.inner_text())


async def look_at_wrong_answers(run: RunPage) -> None:
    page = run.page
    await page.get_by_role("link", name=re.compile("^Samples")).click()
    await page.get_by_role("radio", name="Wrong").click()
    await page.get_by_label("Model", exact=True).select_option(label=NAMES[GAMMA])
    await expect(page).to_have_url(re.compile("filter=wrong"))
    await expect(run.grid.locator("tbody tr")).to_have_count(ALL - RIGHT[GAMMA])
    await run.grid.locator("tbody tr").first.get_by_role("link").click()
    await wait_for_heading(page, f"Sample {RIGHT[GAMMA] + 1}")
    answers = main(page).get_by_role("heading", level=3)
    await expect(answers).to_have_text(list(NAMES.values()))
    await expect(page.get_by_role("region", name=f"Answer from {NAMES[ALPHA]}")).to_contain_text("Answer: Nairobi")
    await expect(page.get_by_role("region", name=f"Answer from {NAMES[GAMMA]}")).to_contain_text("Answer: Atlantis")
    await expect(page.get_by_role("region", name=f"Answer from {NAMES[EMBEDDED]}")).to_have_text(re.compile(r"\w"))
    await page.keyboard.press("j")
    await wait_for_heading(page, f"Sample {RIGHT[GAMMA] + 2}")


async def compare_two(page: Page) -> None:
    await main(page).get_by_role("link", name="Compare runs").click()
    for model in (BETA, EMBEDDED):
        await page.get_by_role("button", name=f"Remove {NAMES[model]}").click()
    points = round(100 * (ALL - RIGHT[GAMMA]) / ALL)
    verdict = f"{NAMES[GAMMA]} is worse than {NAMES[ALPHA]} by {points}.0 points"
    await expect(main(page).get_by_text(verdict)).to_be_visible()
    forest = page.get_by_role("group", name=re.compile(f"^Paired difference.* from {NAMES[ALPHA]}"))
    await expect(forest).to_contain_text(NAMES[GAMMA])
    flips = main(page).get_by_role("link").filter(has_text="capital of")
    await expect(flips).to_have_count(ALL - RIGHT[GAMMA])


async def read_report(page: Page, verdict: str) -> None:
    await main(page).get_by_role("button", name="Export").click()
    async with page.expect_download() as download:
        await page.get_by_role("menuitem", name="PDF report").click()
    report = await (await download.value).path()
    words = read_text(report)
    assert "World capitals" in words
    assert all(name in words for name in NAMES.values())
    assert "".join(verdict.split()) in "".join(words.replace("\u200b", "").split()), "the page says the same"
    first, *_ = draw_pages(report)
    assert len(set(first)) > 2, "the first page is blank"


async def test_a_run_is_paused_resumed_and_cancelled(visit_site: Visit, bench: Bench, shown: Shown) -> None:
    bench.hold(*SCRIPTED)
    run_id = await shown.hands.start(shown.suite_id, title="Held")
    page = await visit_site(f"/benchmarks/runs/{run_id}", storage_state=shown.hands.state)
    run = RunPage(page)
    await run.expect_status("Running")
    await page.get_by_role("button", name="Pause").click()
    await run.expect_status("Paused")
    bench.release()
    await page.get_by_role("button", name="Resume").click()
    await run.expect_status("Finished")
    for model in SCRIPTED:
        await run.expect_answers(model, ALL)
    assert {one.model for one in bench.provider.requests} == set(SCRIPTED)

    bench.hold(*SCRIPTED)
    run_id = await shown.hands.start(shown.suite_id, title="Not needed")
    await page.goto(f"/benchmarks/runs/{run_id}")
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Cancel run").click()
    await page.get_by_role("dialog", name="Cancel “Not needed”?").get_by_role("button", name="Cancel run").click()
    await run.expect_status("Canceled")
    await expect(page.get_by_role("button", name="Resume")).to_have_count(0)


async def test_included_suites_are_there_from_the_start(visit_site: Visit) -> None:
    page = await visit_site("/benchmarks")
    await main(page).get_by_role("link", name="Arithmetic in stories").click()
    await wait_for_heading(page, "Arithmetic in stories")
    await expect(main(page).get_by_text("Built-in", exact=True)).to_be_visible()
    await expect(main(page).get_by_role("table").last.locator("tbody tr")).to_have_count(20)
    await expect(main(page).get_by_role("link", name="Run suite")).to_be_visible()


SUITE_FILE = """name: echoes
dataset:
  samples:
    - {question: "Say one.", target: "one"}
prompts:
  default: "{{ question }}"
scores:
  - name: exact
    scorer: exact
"""


async def test_a_mistake_in_the_file_is_named_with_its_line(visit_site: Visit) -> None:
    page = await visit_site("/benchmarks/suites/new")
    await page.get_by_role("radio", name="File").click()
    text = page.get_by_label("Suite file")
    await text.fill(SUITE_FILE.replace("scorer: exact", "scorer: exakt"))
    problem = main(page).get_by_role("listitem").filter(has_text="exakt")
    await expect(problem).to_contain_text("scores[0].scorer")
    await problem.get_by_role("button", name="Line 9").click()
    await expect(text).to_be_focused()
    assert await page.evaluate("getSelection().toString()") == "    scorer: exakt"
    await text.fill(SUITE_FILE)
    await expect(main(page).get_by_text("No problems found")).to_be_visible()


def pages_of(shown: Shown) -> dict[str, str]:
    run = f"/benchmarks/runs/{shown.run_id}"
    entries = "&".join(f"entry={shown.run_id}:{model}%23default" for model in SCRIPTED)
    return {
        "/benchmarks": "Benchmarks",
        "/benchmarks?tab=runs": "Benchmarks",
        "/benchmarks?tab=schedules": "Benchmarks",
        f"/benchmarks/suites/{shown.suite_id}": "Capitals of the world",
        f"/benchmarks/suites/{shown.suite_id}/edit?step=prompt": "Edit Capitals of the world",
        f"/benchmarks/suites/{shown.suite_id}/edit?step=scoring": "Edit Capitals of the world",
        f"/benchmarks/new-run?suite={shown.suite_id}&models={ALPHA},{GAMMA}": "New run",
        run: "Before the upgrade",
        f"{run}?filter=wrong": "Before the upgrade",
        f"{run}?tab=errors": "Before the upgrade",
        f"{run}?tab=settings": "Before the upgrade",
        f"{run}/samples/4": "Sample 5",
        f"/benchmarks/compare?{entries}": "Compare runs",
        "/benchmarks/board": "Scoreboard",
    }


async def test_every_page_pleases_axe(visit_site: Visit, shown: Shown, axe: str) -> None:
    page = await visit_site("/", storage_state=shown.hands.state, reduced_motion="reduce", init_script=axe)
    for path, heading in pages_of(shown).items():
        await navigate(page, path)
        await wait_for_heading(page, heading)
        assert await objections(page) == [], path


async def test_every_page_fits_a_phone_and_a_finger(visit_site: Visit, shown: Shown, axe: str) -> None:
    page = await visit_site("/", storage_state=shown.hands.state, init_script=axe, **PHONE)
    for path, heading in pages_of(shown).items():
        await navigate(page, path)
        await wait_for_heading(page, heading)
        assert await objections(page) == [], path
        await check_page(page, path)


@pytest.fixture
def public_site(data_dir: Path, web_app: Path) -> Iterator[str]:
    assert web_app.is_dir()
    with running("serve", DATA_DIR=str(data_dir), PORT="0", PROFILE="public") as process:
        yield process.address()
        assert process.stop() == 0, "".join(process.said)


async def test_visitors_of_a_public_site_are_asked_to_sign_in(browser: Browser, public_site: str) -> None:
    monitor = PageMonitor(public_site)
    monitor.expect("status of 401.*/api/bench/")
    async with open_visitors(browser, public_site, monitor) as visit:
        page = await visit("/benchmarks")
        somewhere = "00000000-0000-4000-8000-000000000000"
        for path in (
            "/benchmarks",
            "/benchmarks?tab=runs",
            "/benchmarks/new-run",
            "/benchmarks/compare",
            "/benchmarks/suites/new",
            f"/benchmarks/suites/new?from={somewhere}",
            f"/benchmarks/suites/{somewhere}",
            f"/benchmarks/suites/{somewhere}/edit",
            f"/benchmarks/runs/{somewhere}",
            f"/benchmarks/runs/{somewhere}/samples/0",
        ):
            await page.goto(path)
            await expect(page.get_by_role("heading", name="Sign in to see benchmarks")).to_be_visible()
            await expect(page.get_by_role("alert")).to_have_count(0)
        await page.goto("/benchmarks/board")
        await expect(page.get_by_role("heading", name="No finished runs yet")).to_be_visible()
        await page.goto("/benchmarks")
        await main(page).get_by_role("link", name="Sign in").click()
        await expect(page).to_have_url(re.compile("/sign-in"))
    assert monitor.complaints == []
    assert monitor.foreign == []
