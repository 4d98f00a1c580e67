"""Everything around a battle: stop, again, replay, the other modes, and keys."""

import asyncio
import re

from playwright.async_api import Locator, Page, Route, expect
from tests.journeys.arena_site import ALPHA, BETA, NAMES, SAYS, ArenaSite, BattlePage, read_answer
from tests.journeys.conftest import Visit

from llmbattler.testing import Script


async def choose(page: Page, label: str, model: str) -> None:
    await page.get_by_role("button", name=re.compile(f"^{label}: ")).click()
    dialog = page.get_by_role("dialog", name=label)
    await dialog.get_by_role("combobox").fill(NAMES[model])
    await dialog.get_by_role("option", name=NAMES[model]).click()
    await expect(page.get_by_role("button", name=f"{label}: {NAMES[model]}")).to_be_visible()
    await expect(BattlePage(page).box).to_be_focused()


async def chosen(page: Page, label: str) -> str:
    """The model that a picker shows, once it shows one."""
    picker = page.get_by_role("button", name=re.compile(f"^{label}: Zz"))
    name = (await picker.get_attribute("aria-label") or "").removeprefix(f"{label}: ")
    return next(model for model in (ALPHA, BETA) if NAMES[model] == name)


async def test_stop_ends_both_sides(visit_arena: Visit, arena: ArenaSite) -> None:
    arena.hold(at=4)
    page = await visit_arena("/")
    battle = await BattlePage(page).ask("Why do rivers bend?")
    await expect(battle.left.locator(".prose-answer")).to_be_visible()
    await battle.button("Stop").click()
    await expect(page.get_by_text("You stopped this battle, so it does not count.")).to_be_visible()
    await expect(battle.button("Try with new opponents")).to_be_visible()
    await expect(battle.votes).to_have_count(0)
    for number in (1, 2):
        assert (await arena.provider.wait_for_end(number)).closed_early
    await page.reload()
    await expect(page.get_by_text("You stopped this battle")).to_be_visible()


async def test_both_can_be_asked_to_answer_again(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    arena.script_both(Script(text="Another try."))
    await battle.button("Regenerate").click()
    for card in (battle.left, battle.right):
        await expect(card.locator(".prose-answer")).to_have_text(["Another try."])
    await battle.finish()
    await page.reload()
    for card in (battle.left, battle.right):
        await expect(card.locator(".prose-answer")).to_have_text(["Another try."])
    for request in arena.provider.requests[-2:]:
        assert [turn.text for turn in request.turns] == ["Why do rivers bend?"]


async def test_a_battle_goes_on_after_the_vote(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = await (await (await BattlePage(page).ask("Why do rivers bend?")).finish()).vote("3")
    await battle.button("Continue").click()
    await expect(battle.box).to_be_focused()
    await page.keyboard.type("Go on.")
    await page.keyboard.press("Enter")
    await expect(battle.left.locator(".prose-answer")).to_have_count(2)
    await expect(page.get_by_text("You said both are bad")).to_be_visible()
    await expect(battle.votes).to_have_count(0)
    assert [turn.text for turn in arena.provider.requests[-1].turns][-1] == "Go on."


async def test_reasons_travel_with_the_vote(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    await battle.button("Add a reason").click()
    await page.get_by_role("button", name="Accurate").click()
    await page.get_by_role("textbox", name="Comment on your vote").fill("Numbers 1 and 4 were right")
    await expect(battle.votes).to_be_visible()
    async with page.expect_request("**/vote") as sent:
        await battle.votes.get_by_role("button", name="A is better").click()
    assert (await sent.value).post_data_json == {
        "vote": "left_better",
        "reasons": ["accurate"],
        "comment": "Numbers 1 and 4 were right",
    }
    await expect(page.get_by_text("You voted for A")).to_be_visible()


async def test_a_battle_is_replayed_as_it_streamed(visit_arena: Visit, arena: ArenaSite) -> None:
    for name, text in SAYS.items():
        arena.provider.script(name, Script(text=text, chunk_delay=0.03))
    page = await visit_arena("/", reduced_motion="reduce")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    spoken = [await read_answer(battle.left), await read_answer(battle.right)]
    await battle.button("Replay").click()
    await expect(page).to_have_url(re.compile("replay=true"))
    player = page.get_by_role("region", name="Replay", exact=True)
    place = player.get_by_role("slider", name="Position")
    await expect(battle.left.locator(".prose-answer")).to_have_text(spoken[0])
    await place.fill("200")
    await expect(place).to_have_attribute("aria-valuetext", re.compile(r"^0\.2 s of [0-9.]+ s$"))
    part = await read_answer(battle.left)
    assert spoken[0].startswith(part)
    assert 0 < len(part) < len(spoken[0])
    await player.get_by_role("radio", name="4×").click()
    await player.get_by_role("button", name="Play", exact=True).click()
    await expect(battle.left.locator(".prose-answer")).to_have_text(spoken[0])
    await expect(battle.right.locator(".prose-answer")).to_have_text(spoken[1])
    await expect(battle.left.get_by_role("heading", level=2)).to_have_text("Assistant A")
    await player.get_by_role("button", name="Close replay").click()
    await battle.finish()


async def test_side_by_side_has_names_and_a_vote(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = BattlePage(page)
    await page.get_by_role("radio", name="Side by side").click()
    await expect(page).to_have_url(re.compile("mode=side_by_side"))
    first, second = await chosen(page, "First model"), await chosen(page, "Second model")
    assert {first, second} == {ALPHA, BETA}
    await page.get_by_role("button", name=re.compile("^First model: ")).click()
    taken = page.get_by_role("dialog", name="First model").get_by_role("option", name=NAMES[second])
    await expect(taken).to_contain_text("already chosen")
    await expect(taken).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Escape")
    await battle.ask("Why do rivers bend?")
    await battle.finish()
    for card, model in ((battle.left, first), (battle.right, second)):
        await expect(card.get_by_role("heading", level=2)).to_contain_text(NAMES[model])
        assert await read_answer(card) == SAYS[model]
    await battle.vote("4")
    await expect(page.get_by_text("You voted for B")).to_be_visible()


async def test_a_named_model_that_fails_says_why_and_is_asked_again_alone(visit_arena: Visit, arena: ArenaSite) -> None:
    arena.provider.script(ALPHA, Script(status=401))
    page = await visit_arena("/?mode=side_by_side")
    battle = BattlePage(page)
    first = await chosen(page, "First model")
    failed, kept = (battle.left, battle.right) if first == ALPHA else (battle.right, battle.left)
    await battle.ask("Why do rivers bend?")
    await expect(failed.get_by_text("The provider does not accept the API key.")).to_be_visible()
    await expect(kept.locator(".prose-answer")).to_have_text(SAYS[BETA])
    await expect(battle.votes).to_have_count(0)
    arena.reset()
    await page.get_by_role("button", name="Try this model again").click()
    await expect(failed.locator(".prose-answer")).to_have_text(SAYS[ALPHA])
    await expect(kept.locator(".prose-answer")).to_have_text(SAYS[BETA])
    await battle.finish()


async def test_a_chat_that_fails_offers_the_other_models(visit_arena: Visit, arena: ArenaSite) -> None:
    arena.provider.script(ALPHA, Script(status=401))
    page = await visit_arena("/?mode=direct")
    battle = BattlePage(page)
    await choose(page, "Model", ALPHA)
    await battle.ask("Why do rivers bend?")
    await expect(page.get_by_text("The provider does not accept the API key.")).to_be_visible()
    await page.get_by_role("button", name="Model: Choose a model").click()
    await page.get_by_role("dialog", name="Model").get_by_role("option", name=NAMES[BETA]).click()
    await expect(battle.left.locator(".prose-answer")).to_have_text(SAYS[BETA])


async def test_direct_is_one_model_without_a_vote(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/?mode=direct")
    battle = BattlePage(page)
    await choose(page, "Model", ALPHA)
    await battle.ask("Why do rivers bend?")
    await expect(battle.cards).to_have_count(1)
    await expect(battle.left.locator(".prose-answer")).to_have_text(SAYS[ALPHA])
    await expect(battle.left.get_by_role("heading", level=2)).to_contain_text(NAMES[ALPHA])
    await expect(battle.button("Send")).to_be_visible()
    await expect(battle.votes).to_have_count(0)
    await battle.box.fill("And then?")
    await battle.box.press("Enter")
    await expect(battle.left.locator(".prose-answer")).to_have_count(2)
    assert {one.model for one in arena.provider.requests} == {ALPHA}


async def test_the_shortcuts_are_a_question_mark_away(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/models")
    await expect(page.get_by_role("link", name=NAMES[ALPHA])).to_be_visible()
    await page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    for words in ("New battle", "Both are bad", "Move inside the vote bar", "Play or pause"):
        await expect(dialog).to_contain_text(words)
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    await page.keyboard.press("n")
    box = page.get_by_role("textbox", name="Your prompt")
    await expect(box).to_be_focused()
    await page.keyboard.type("?n")
    await expect(box).to_have_value("?n")


async def test_a_suggested_prompt_is_an_offer_and_not_sent(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = BattlePage(page)
    first = page.get_by_role("list", name="Suggested prompts").get_by_role("button").first
    words = await first.locator("span").inner_text()
    await first.click()
    await expect(battle.box).to_have_value(words)
    await expect(battle.box).to_be_focused()
    assert arena.provider.requests == []


async def test_long_answers_scroll_together_and_follow_only_who_is_at_the_end(
    visit_arena: Visit, arena: ArenaSite
) -> None:
    text = "\n\n".join(f"Paragraph {number} with some words in it." for number in range(60))
    arena.script_both(Script(text=text, chunk_size=40))
    arena.hold(at=40)
    page = await visit_arena("/")
    stored = asyncio.Event()

    async def answer_late(route: Route) -> None:
        await stored.wait()
        await route.continue_()

    await page.route("**/api/battles/*", answer_late)
    battle = await BattlePage(page).ask("Why do rivers bend?")
    left, right = (card.get_by_role("region", name=re.compile("^Answer from")) for card in (battle.left, battle.right))
    # The last that comes before the hand that holds: whatever is still on its way would pull the reader to the end.
    for card in (battle.left, battle.right):
        await expect(card.get_by_text("Paragraph 43 with s")).to_be_in_viewport()
    await left.hover()
    await page.mouse.wheel(0, -20_000)
    await expect(battle.left.get_by_text("Paragraph 0 ")).to_be_in_viewport()
    await expect(battle.right.get_by_text("Paragraph 0 ")).to_be_in_viewport()
    stored.set()  # the page draws the cards anew, with all that belongs to a battle
    await expect(battle.button("Stop")).to_be_visible()
    arena.release()
    await battle.finish()
    assert [await top_of(left), await top_of(right)] == [0, 0]


async def top_of(scroller: Locator) -> int:
    return await scroller.evaluate("(element) => Math.round(element.scrollTop)")
