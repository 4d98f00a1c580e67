"""Every state of the battle page, in light and dark, as axe sees it."""

from playwright.async_api import Page, expect
from tests.journeys.arena_site import ArenaSite, BattlePage
from tests.journeys.axe import objections
from tests.journeys.conftest import Visit
from tests.journeys.test_battles_shared import share

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script

RICH = """Rivers bend because *fast* water wears away the **outer** bank.

1. The current is quicker outside.
2. It carries `sand` away and drops it inside.

| Place | Speed |
|---|---:|
| outer bank | 1.4 m/s |
| inner bank | 0.6 m/s |

```python
def bend(speed: float) -> float:
    # faster water, wider bend
    return speed ** 2
```

The force is $F = mv^2 / r$, see [the lecture](https://example.org/rivers).

> A straight river is a young one.
"""


async def check(page: Page, state: str) -> None:
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert await objections(page) == [], state


async def test_axe_has_no_serious_objection_to_a_battle(visit_arena: Visit, arena: ArenaSite, axe: str) -> None:
    page = await visit_arena("/", init_script=axe, reduced_motion="reduce")
    battle = BattlePage(page)
    await expect(page.get_by_role("list", name="Suggested prompts").get_by_role("button")).to_have_count(6)
    await check(page, "empty")
    arena.script_both(Script(text=RICH, chunk_size=20))
    arena.hold(at=12)
    await battle.ask("Why do rivers bend?")
    await expect(battle.left.get_by_role("listitem").first).to_be_visible()
    assert await objections(page) == [], "streaming"
    arena.release()
    await battle.finish()
    await expect(battle.left.locator(".katex")).to_be_visible()
    await battle.button("Add a reason").click()
    await check(page, "done")
    await battle.votes.get_by_role("button", name="A is better").click()
    await expect(page.get_by_text("You voted for A")).to_be_visible()
    await check(page, "voted")
    link = await share(page)
    await page.goto(link)
    await expect(page.get_by_text("The vote: A is better")).to_be_visible()
    await check(page, "shared")
    arena.reset()
    arena.provider.script("zz-beta-model", Script(failure=FailureKind.REFUSED))
    await page.goto("/")
    await battle.ask("Why do rivers bend?")
    await expect(battle.button("Try with new opponents")).to_be_visible()
    await check(page, "void")
