"""Pictures in a question: from a file, from the clipboard, and what the models get of them."""

import base64
import io
import json
import re

from PIL import Image
from playwright.async_api import Page, expect
from tests.journeys.arena_site import ALPHA, BETA, ArenaSite, BattlePage
from tests.journeys.conftest import Visit
from tests.journeys.page_monitor import PageMonitor
from tests.library.pictures import flag, saved

PASTE = """([field, picture]) => {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], "image.png", { type: "image/png" }));
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: files, bubbles: true, cancelable: true }));
}"""
DATA = re.compile(r"(?:data:image/\w+;base64,|\"data\": ?\")([A-Za-z0-9+/=]{40,})")


async def pick(page: Page, name: str, data: bytes, kind: str = "image/png") -> None:
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("main").get_by_role("button", name="Image", exact=True).click()
    await (await chooser.value).set_files([{"name": name, "mimeType": kind, "buffer": data}])


def sizes_sent(body: object) -> list[tuple[int, int]]:
    """The pictures in a request as the provider got it, on whichever wire."""
    found = DATA.findall(json.dumps(body))
    return [Image.open(io.BytesIO(base64.b64decode(one))).size for one in found]


async def test_an_image_battle(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = BattlePage(page)
    await pick(page, "flag.png", saved(flag(), "PNG"))
    tray = battle.page.get_by_role("list", name="Prompt images")
    await expect(tray.get_by_role("img", name="flag.png", exact=True)).to_be_visible()
    pasted = base64.b64encode(saved(flag((90, 30)), "PNG")).decode()
    await page.evaluate(PASTE, [await battle.box.element_handle(), pasted])
    await expect(tray.get_by_role("listitem")).to_have_count(2)
    await pick(page, "third.png", saved(flag((20, 20)), "PNG"))
    await tray.get_by_role("button", name="Remove third.png").click()
    await expect(tray.get_by_role("listitem")).to_have_count(2)
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)

    await (await battle.ask("What is on these?")).finish()
    requests = arena.provider.requests[-2:]
    assert {one.model for one in requests} == {ALPHA, BETA}
    for request in requests:
        assert sizes_sent(request.body) == [(60, 40), (90, 30)], request.model
    await page.reload()
    shown = tray.get_by_role("img")
    await expect(shown).to_have_count(2)
    for number in (0, 1):
        await expect(shown.nth(number)).to_have_js_property("complete", True)
        assert await shown.nth(number).evaluate("(picture) => picture.naturalWidth") == (60, 90)[number]


async def test_what_is_no_image_is_said_so_and_the_text_stays(
    visit_arena: Visit, arena: ArenaSite, arena_monitor: PageMonitor
) -> None:
    arena_monitor.expect("status of 4(15|22)")
    page = await visit_arena("/")
    battle = BattlePage(page)
    await battle.box.fill("What is on this?")
    await pick(page, "notes.txt", b"only words", "text/plain")
    await expect(page.get_by_role("alert")).to_contain_text("notes.txt is not a PNG, JPEG, WebP or GIF image.")
    await pick(page, "lie.png", b"GIF89a not really")
    await expect(page.get_by_role("alert")).to_contain_text("lie.png could not be added.")
    await expect(page.get_by_role("list", name="Prompt images")).to_have_count(0)
    await expect(battle.box).to_have_value("What is on this?")
