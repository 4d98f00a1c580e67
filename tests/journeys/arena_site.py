"""The arena for journeys: a real site with two scripted models, and page objects of the battle page."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
from playwright.async_api import Locator, Page, expect
from tests.journeys.site import Site

from llmbattler.testing import Script, ScriptedProvider

ALPHA, BETA = "zz-alpha-model", "zz-beta-model"
NAMES = {ALPHA: "Zz Alpha Model", BETA: "Zz Beta Model"}
MAKERS = {ALPHA: "Zz-Alpha Makers", BETA: "Zz-Beta Makers"}
SAYS = {
    ALPHA: "Rivers carry the water of the mountains to the sea, and on their way they shape the valleys.",
    BETA: "A river begins as a spring, grows with every stream that joins it, and ends where the sea begins.",
}
REMOTE = "arena.test"
BATTLE_URL = re.compile(r"/battles/[0-9a-f-]{36}$")


@dataclass
class ArenaSite:
    provider: ScriptedProvider
    site: Site

    @classmethod
    @asynccontextmanager
    async def opened(cls, folder: Path, **settings: str) -> AsyncIterator[Self]:
        (folder / "data").mkdir(parents=True)
        async with ScriptedProvider() as provider:
            arena = cls(provider, Site(folder, provider.openai_url, settings={"ALLOWED_HOSTS": REMOTE, **settings}))
            arena.reset()
            arena.offer()
            # In a thread: the site asks the provider, which lives on this loop.
            await asyncio.to_thread(arena.site.start)
            try:
                await arena._wait_for_models()
                yield arena
            finally:
                arena.reset()
                await asyncio.to_thread(arena.site.stop)

    @property
    def remote_address(self) -> str:
        """The address of the same site under a host name that is not local."""
        return self.site.address.replace("127.0.0.1", REMOTE)

    def offer(self, *more: dict[str, object]) -> None:
        self.site.offer(
            self._entry(ALPHA),
            {**self._entry(BETA), "connector": "anthropic", "base_url": self.provider.anthropic_url},
            *more,
        )

    def _entry(self, name: str) -> dict[str, object]:
        return {
            "id": name,
            "name": NAMES[name],
            "organization": MAKERS[name],
            "license": "MIT",
            "abilities": ["vision"],
            "prices": {"input": 1, "output": 2},
        }

    async def _wait_for_models(self) -> None:
        async with asyncio.timeout(30), httpx.AsyncClient(base_url=self.site.address) as client:
            while (await client.get("/api/arena")).json()["models_waiting"] < len(NAMES):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)

    def reset(self) -> None:
        for name, text in SAYS.items():
            self.provider.release(name)
            self.provider.script(name, Script(text=text))
        self.provider.requests.clear()

    def script_both(self, script: Script) -> None:
        for name in SAYS:
            self.provider.script(name, script)

    def hold(self, at: int = 0) -> None:
        for name in SAYS:
            self.provider.hold(name, at)

    def release(self) -> None:
        for name in SAYS:
            self.provider.release(name)


class BattlePage:
    """`battle = BattlePage(page); await battle.ask("Why?")`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.get_by_role("textbox", name="Your prompt")
        self.cards = page.get_by_role("region", name="Answers", exact=True).get_by_role("article")
        self.left, self.right = self.cards.nth(0), self.cards.nth(1)
        self.votes = page.get_by_role("toolbar", name="Your vote", exact=True)
        self.sessions = page.get_by_role("navigation", name="History")

    async def ask(self, prompt: str) -> Self:
        """Send a prompt and wait for the page of the battle."""
        await self.box.fill(prompt)
        if await self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            await self.page.get_by_role("form", name="Ask").locator("button[type=submit]").tap()
        else:
            await self.box.press("Enter")
        await expect(self.page).to_have_url(BATTLE_URL)
        return self

    async def finish(self) -> Self:
        await expect(self.votes).to_be_visible()
        return self

    async def vote(self, key: str = "1") -> Self:
        await self.page.keyboard.press(key)
        await expect(self.page.get_by_text(re.compile("^You (voted|said)")).first).to_be_visible()
        return self

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("main").get_by_role("button", name=name)

    async def card_of(self, model: str) -> Locator:
        """Return the card with the answer of this model, found by its text."""
        return self.left if SAYS[model] in await read_answer(self.left) else self.right

    @property
    def battle_id(self) -> str:
        return self.page.url.rpartition("/")[2]


def names_in(text: str) -> set[str]:
    """Which names of models and makers stand in a text. Whole names: an id at random may hold any two letters."""
    return {name for name in (*NAMES, *NAMES.values(), *MAKERS.values()) if name.lower() in text.lower()}


async def read_answer(card: Locator, turn: int = -1) -> str:
    """Return the text of an answer exactly as on the page."""
    answers = card.locator(".prose-answer")
    if await answers.count() == 0:
        return ""
    return await (answers.nth(turn) if turn >= 0 else answers.last).text_content() or ""
