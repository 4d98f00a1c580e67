"""A battle in one hand."""

from playwright.async_api import Locator, Page, expect
from tests.journeys.arena_site import NAMES, SAYS, ArenaSite, BattlePage, read_answer
from tests.journeys.conftest import Visit
from tests.journeys.test_phone import PHONE, SIDEWAYS, check_page

from llmbattler.testing import Script

LONG = "\n\n".join(f"Paragraph {number} of an answer that needs more room than a phone has." for number in range(30))
WIDE = "| " + " | ".join(f"column {n}" for n in range(12)) + " |\n|" + "---|" * 12 + "\n\n```\n" + "x" * 400 + "\n```\n"


async def swipe(page: Page, where: Locator, distance: int) -> None:
    """As a finger does it."""
    box = await where.bounding_box()
    assert box is not None
    x, y = (340 if distance < 0 else 40), round(box["y"] + box["height"] / 2)
    finger = await page.context.new_cdp_session(page)
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + distance * step // 10, "y": y}
        await finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_battle_fits_a_phone_and_a_finger(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/", **PHONE)
    battle = BattlePage(page)
    await expect(page.get_by_role("list", name="Suggested prompts").get_by_role("button")).to_have_count(6)
    await check_page(page)
    arena.script_both(Script(text=LONG + "\n\n" + WIDE, chunk_size=50))
    await battle.box.fill("Why do rivers bend?")
    await page.get_by_role("main").get_by_role("button", name="Battle").tap()
    await battle.finish()
    await expect(battle.left.get_by_role("heading", level=2)).to_be_in_viewport(ratio=1)
    await expect(battle.right.get_by_role("heading", level=2)).not_to_be_in_viewport(ratio=0.5)
    await swipe(page, battle.left, -300)
    await expect(battle.right.get_by_role("heading", level=2)).to_be_in_viewport(ratio=1)
    await expect(battle.left.get_by_role("heading", level=2)).not_to_be_in_viewport(ratio=0.5)
    assert await page.evaluate(SIDEWAYS) <= 0
    await swipe(page, battle.right, 300)
    await expect(battle.left.get_by_role("heading", level=2)).to_be_in_viewport(ratio=1)
    for name in ("A is better", "Tie", "Both are bad", "B is better"):
        await expect(battle.votes.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await expect(battle.box).to_be_in_viewport(ratio=1)
    await check_page(page)
    await battle.button("Add a reason").tap()
    await page.get_by_role("button", name="Clear", exact=True).tap()
    await check_page(page)
    await battle.votes.get_by_role("button", name="Both are bad").tap()
    await expect(page.get_by_text("You said both are bad")).to_be_attached()
    await expect(battle.left.get_by_role("heading", level=2)).to_contain_text("Zz")
    await check_page(page)


async def test_sessions_are_in_the_sheet_of_a_phone(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/", **PHONE)
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    assert {await read_answer(battle.left), await read_answer(battle.right)} == set(SAYS.values())
    await page.get_by_role("navigation", name="Main navigation").get_by_role("link", name="Models").tap()
    await expect(page.get_by_role("list").get_by_role("link", name=NAMES["zz-alpha-model"])).to_be_visible()
    await page.get_by_role("button", name="Open the menu").tap()
    sheet = page.get_by_role("dialog", name="Menu")
    await expect(sheet.get_by_role("link", name="Why do rivers bend?")).to_be_visible()
    await check_page(page)
    await sheet.get_by_role("link", name="Why do rivers bend?").tap()
    await expect(sheet).to_be_hidden()
    await battle.finish()
