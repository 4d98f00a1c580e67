"""S20 and S14: until the vote, nothing that the browser gets, shows or keeps says who answers."""

import re
from typing import Self
from urllib.parse import urlsplit

from playwright.async_api import Page, Route, WebSocket, expect
from tests.arena.canaries import FOREIGN_IDS, WIRE_WORDS
from tests.journeys.arena_site import BETA, SAYS, ArenaSite, BattlePage
from tests.journeys.conftest import Visit
from tests.journeys.test_battles_shared import share

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script

CANARY = re.compile(rb"(?i)zz[-_ ]?(alpha|beta)")
FACTS = re.compile(r"\d+ tokens|\$ ?0?\.\d|\d\.\d s\b|first token|cut off at the length")
# The catalog is the same for everybody and has all names; without it, whatever is found comes from the battle.
NO_CATALOG = {"json": {"models": [], "contestants": [], "next_cursor": None}}
STORAGE = (
    "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, document.title, history.state, name])"
)


class NetworkLog:
    """Everything about battles that reaches a page over the network, headers included."""

    def __init__(self) -> None:
        self.heard: dict[str, bytes] = {}

    @classmethod
    async def on(cls, page: Page) -> Self:
        network_log = cls()
        page.on("websocket", network_log._on_socket)
        await page.route("**/api/**", network_log._on_request)
        return network_log

    async def _on_request(self, route: Route) -> None:
        request = route.request
        if urlsplit(request.url).path in {"/api/models", "/api/contestants"}:
            await route.fulfill(**NO_CATALOG)
            return
        # A stream comes to the page in one piece then, with the same bytes.
        answer = await route.fetch()
        self._keep(f"{request.method} {request.url}", repr(answer.headers).encode() + b"\n" + await answer.body())
        await route.fulfill(response=answer)

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._on_frame)

    def _on_frame(self, frame: str | bytes) -> None:
        self._keep("frame", frame.encode() if isinstance(frame, str) else frame)

    def _keep(self, source: str, data: bytes) -> None:
        self.heard[f"{len(self.heard)} {source}"] = data


async def read_heap_strings(page: Page) -> bytes:
    """Every string that the page's memory holds: props, closures, caches, private fields."""
    inspector = await page.context.new_cdp_session(page)
    chunks: list[str] = []
    inspector.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    await inspector.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    await inspector.detach()
    return "".join(chunks).encode()


async def check_page(page: Page, when: str) -> None:
    told = {
        "document": await page.evaluate("document.documentElement.outerHTML"),
        "storage": await page.evaluate(STORAGE),
        "address": page.url,
    }
    for place, text in told.items():
        assert not CANARY.search(text.encode()), f"{place} {when}"
    assert not CANARY.search(await read_heap_strings(page)), f"memory {when}"
    assert not FACTS.search(await page.get_by_role("main").inner_text()), when
    assert not FACTS.search(told["document"]), when


def check_bytes(heard: dict[str, bytes]) -> None:
    for source, data in heard.items():
        assert not CANARY.search(data), source
        if "/api/" in source and "/api/models" not in source:
            _, _, body = data.partition(b"\n")
            assert not WIRE_WORDS.search(body), (source, WIRE_WORDS.search(body))
            assert not FOREIGN_IDS.search(body), source


async def test_s20_s14_nothing_in_the_page_names_the_models_before_the_vote(
    visit_arena: Visit, arena: ArenaSite
) -> None:
    page = await visit_arena("about:blank")
    network_log = await NetworkLog.on(page)
    await page.goto("/")
    battle = BattlePage(page)
    await battle.ask("Why do rivers bend?")
    await battle.finish()
    await check_page(page, "when both are done")
    await battle.box.fill("And why do they flood?")
    await battle.box.press("Enter")
    await expect(battle.left.locator(".prose-answer")).to_have_count(2)
    await battle.finish()
    link = await share(page)
    await battle.button("Replay").click()
    await page.get_by_role("button", name="Close replay").click()
    await battle.finish()
    check_bytes(network_log.heard)
    await page.reload()
    await battle.finish()
    await check_page(page, "after a reload")
    check_bytes(network_log.heard)

    guest = await visit_arena("about:blank")
    guest_tap = await NetworkLog.on(guest)
    await guest.goto(link)
    await expect(guest.get_by_text("The names stay hidden until this battle is voted on.")).to_be_visible()
    await check_page(guest, "behind a link")
    check_bytes(guest_tap.heard)

    await battle.vote("2")
    # The same nets catch the names once they may be known.
    assert CANARY.search(await read_heap_strings(page))
    assert any(CANARY.search(data) for data in network_log.heard.values())
    assert FACTS.search(await page.get_by_role("main").inner_text())


async def test_s20_a_void_battle_keeps_its_secret(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("about:blank")
    network_log = await NetworkLog.on(page)
    await page.goto("/")
    arena.provider.script(BETA, Script(text=SAYS[BETA], failure=FailureKind.REFUSED, error_after=6))
    battle = await BattlePage(page).ask("Why do rivers bend?")
    await expect(battle.button("Try with new opponents")).to_be_visible()
    await check_page(page, "after a failure")
    await page.reload()
    await expect(battle.button("Try with new opponents")).to_be_visible()
    await check_page(page, "after a reload")
    check_bytes(network_log.heard)


async def test_a78_no_secret_in_the_address_or_where_scripts_can_read_it(visit_arena: Visit, arena: ArenaSite) -> None:
    page = await visit_arena("/")
    battle = await (await BattlePage(page).ask("Why do rivers bend?")).finish()
    cookies = {one["name"]: one for one in await page.context.cookies()}
    assert list(cookies) == ["llmb_visitor"]
    assert cookies["llmb_visitor"]["httpOnly"]
    assert cookies["llmb_visitor"]["sameSite"] in {"Lax", "Strict"}
    value = cookies["llmb_visitor"]["value"]
    kept = await page.evaluate(STORAGE)
    for part in (value, *(part for part in re.split(r"[.|:]", value) if len(part) >= 16)):
        assert part not in kept
        assert part not in battle.page.url
    assert await page.evaluate("document.cookie") == ""
