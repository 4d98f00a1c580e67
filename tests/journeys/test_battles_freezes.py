"""H01: no answer up to the longest keeps the page from reacting.

The bound is 200 ms of CPU on a quiet machine. A slower or busier one gets more: in proportion to what an answer of
plain prose takes in the same run. `pytest --log-cli-level=INFO` prints the table of docs/security.md.
"""

import logging
import random
from collections.abc import Callable, Mapping

from playwright.async_api import Page, expect
from tests.journeys.arena_site import ALPHA, ArenaSite, BattlePage
from tests.journeys.conftest import Visit
from tests.journeys.main_thread import measuring_tasks
from tests.journeys.test_battles_shared import share

from llmbattler.arena.limits import ANSWER_CHARS
from llmbattler.testing import Script

MOST_MS = 200.0
MOST_TIMES_PROSE = 5.0
END = "\n\nThe end."
FORMATTED = 59_000
"""A little less than what the page formats."""
PROSE = "prose"
# Plain scripts, because looking for roles and texts on a page of 10,000 elements is a long task itself.
OPEN = """(name) => [...document.querySelectorAll("nav a")].find((link) => link.textContent === name).click()"""
IS_SHOWN = """([name, end]) =>
  [...document.querySelectorAll("[data-stage] h1 + p")].some((prompt) => prompt.textContent === name) &&
  [...document.querySelectorAll("article")].every((card) => card.textContent.includes(end))"""
SETTLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let number = 0; number < 4; number += 1) await frame();
}"""
_log = logging.getLogger(__name__)
_chance = random.Random(7)  # noqa: S311 - the same texts every time


def fill(unit: Callable[[str], str], size: int = ANSWER_CHARS) -> str:
    """Repeat a text, each time with another letter: a model that repeats itself is cut off."""
    text = "".join(unit(_chance.choice("abcdefghijklmnopqrstuvwxyz")) for _ in range(size // len(unit("a"))))
    return text[: size - 100]


TEXTS: Mapping[str, str] = {
    PROSE: fill(lambda a: f"The river {a} carries water to the sea.\n\n", FORMATTED),
    "links that never end": fill(lambda a: f"[{a}]("),
    "backslashes": fill(lambda a: f"\\\\\\{a}", 20_000),
    "angle brackets": fill(lambda a: f"<<<<<<<{a}"),
    "accents on one letter": "a" + fill(lambda a: chr(0x300 + ord(a) % 32)),
    "accents in code": "```\n" + fill(lambda a: chr(0x300 + ord(a) % 32), FORMATTED) + "\n```",
    "two directions": fill(lambda a: f"{a}\u05d0"),
    "tables": fill(lambda a: f"|{a}|b|c|\n|-|-|-|\n" + f"|1|{a}|3|\n" * 900 + "\n", 25_000),
    "headings": fill(lambda a: f"{a}{a}\n===\n" * 900 + "\n\n", 25_000),
    "code of one word": fill(lambda a: f"```js\n{a}\n```\n", FORMATTED),
    "brackets in code": "```markdown\n" + fill(lambda a: f"[{a}](", 19_000) + "\n```",
    "deep roots": fill(lambda a: "$$" + "\\sqrt{" * 200 + a + "}" * 200 + "$$\n\n", FORMATTED),
}


async def wait_until_shown(page: Page, prompt: str) -> None:
    await page.wait_for_function(IS_SHOWN, arg=[prompt, END.strip()], polling=50)
    await page.evaluate(SETTLED)


async def store(page: Page, arena: ArenaSite, name: str, text: str) -> None:
    arena.provider.script(ALPHA, Script(text=text + END, chunk_size=10_000))
    asked = {"prompt": name, "mode": "direct", "models": [ALPHA]}
    answer = await page.request.post("/api/sessions", data=asked, headers={"Origin": arena.site.address})
    assert answer.ok, await answer.text()


def check(longest: Mapping[str, float]) -> None:
    bound = max(MOST_MS, MOST_TIMES_PROSE * longest[PROSE])
    for name, ms in longest.items():
        _log.info("| %s | %d | %.0f ms |", name, len(TEXTS[name]), ms)
    assert {name: ms for name, ms in longest.items() if ms > bound} == {}


async def test_h01_no_answer_in_the_history_blocks_the_page(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    for name, text in TEXTS.items():
        await store(page, arena, name, text)
    await page.reload()
    await expect(BattlePage(page).sessions.get_by_role("link")).to_have_count(len(TEXTS))
    async with measuring_tasks(page) as tasks:
        for name in TEXTS:
            await tasks.mark(name)
            await page.evaluate(OPEN, name)
            await wait_until_shown(page, name)
    assert set(TEXTS) <= set(tasks.longest)
    check({name: tasks.longest[name] for name in TEXTS})


async def test_h01_nor_while_it_streams_nor_behind_a_link_on_a_phone(visit_arena: Visit, arena: ArenaSite) -> None:
    longest = {}
    for name in (PROSE, "links that never end"):
        arena.script_both(Script(text=TEXTS[name][:30_000] + END, chunk_size=1_000, chunk_delay=0.02))
        page = await visit_arena("/")
        async with measuring_tasks(page) as tasks:
            await BattlePage(page).ask(f"About {name}?")
            await wait_until_shown(page, f"About {name}?")
        link = await share(page)
        guest = await visit_arena("about:blank", viewport={"width": 390, "height": 844}, has_touch=True)
        async with measuring_tasks(guest) as shared:
            await guest.goto(link)
            await wait_until_shown(guest, f"About {name}?")
        longest[name] = max(*tasks.longest.values(), *shared.longest.values())
    check(longest)
