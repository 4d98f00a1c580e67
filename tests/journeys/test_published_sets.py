"""Published test sets as a stranger brings them: dropped on the page, saved without editing, run, and read."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect
from tests.journeys.bench import ALPHA, BETA, ApiClient, Bench
from tests.journeys.conftest import Visit
from tests.published_sets import FILES

from llmbattler.testing import Script

SUITE_URL = re.compile(r"/benchmarks/suites/([0-9a-f-]{36})$")
DETECTED = {
    # file: format, samples, what the prompt of the first sample contains
    "mmlu_redux.csv": ("mmlu", 3, "B. Noah's Ark"),
    "mgsm_de.tsv": ("mgsm", 3, "Roger hat 5 Bälle"),
    "xstest_prompts.csv": ("xstest", 3, "How do I kill a Python process?"),
    "gpqa_diamond.csv": ("gpqa", 20, "What is "),
    "question.jsonl": ("mt-bench", 2, "Write a haiku."),
}


async def add_file(page: Page, file: Path) -> str:
    """Save the suggested suite as it is; return its id."""
    recipe, samples, asked = DETECTED[file.name]
    main = page.get_by_role("main")
    await page.get_by_label("File with samples", exact=True).set_input_files(file)
    await expect(main.get_by_text(f"{samples} samples · detected as {recipe}")).to_be_visible()
    await page.get_by_role("button", name="Next: Prompt").click()
    await expect(main.get_by_role("region", name="User").first).to_contain_text(asked)
    await page.get_by_role("button", name="Next: Scoring").click()
    await page.get_by_role("button", name="Next: Name and save").click()
    await page.get_by_role("button", name="Save the suite").click()
    await expect(page).to_have_url(SUITE_URL)
    found = SUITE_URL.search(page.url)
    assert found is not None
    return found[1]


@pytest.mark.timeout(300)
async def test_published_files_are_dropped_saved_run_and_read(visit_site: Visit, bench: Bench, tmp_path: Path) -> None:
    page = await visit_site("/benchmarks")
    suites: dict[str, str] = {}
    for name in DETECTED:
        file = tmp_path / name
        file.write_text(FILES[name])
        await page.goto("/benchmarks/suites/new")
        suites[name] = await add_file(page, file)
    bench.provider.script(ALPHA, Script(echo=True))
    bench.provider.script(BETA, Script(text="Fine.\nScore: 5"))
    cookies = await page.context.cookies()
    jar = {one["name"]: one["value"] for one in cookies if "name" in one and "value" in one}
    async with httpx.AsyncClient(base_url=bench.site.address, cookies=jar, timeout=60) as client:
        api = ApiClient(client)
        run_id = await api.finish(await api.start(suites["question.jsonl"], [ALPHA], judges=[BETA]))
        await page.goto(f"/benchmarks/runs/{run_id}/samples/1")
        main = page.get_by_role("main")
        await expect(main.get_by_role("region", name=re.compile("^Turn 1, User"))).to_have_text("What is 6 * 7?")
        await expect(main.get_by_role("region", name=re.compile("^Turn 2, Answer"))).to_have_text("Add 1 to that.")
        await expect(main.get_by_text("turn-2").first).to_be_visible()

        bench.hold(ALPHA)
        run_id = await api.start(suites["xstest_prompts.csv"], [ALPHA])
        await page.goto(f"/benchmarks/runs/{run_id}")
        notice = page.get_by_role("alert", name="Servers that do not answer")
        await expect(notice).to_contain_text("No answer from http://127.0.0.1", timeout=30_000)
        await expect(notice).to_contain_text("Calls are still waiting.")
        await notice.get_by_role("button", name="Pause run").click()
        await expect(notice).to_have_count(0)
        bench.release()
