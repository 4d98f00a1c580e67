"""How long the tasks of a page keep its main thread busy, in CPU time: other programs on the machine do not matter."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page

CATEGORIES = ["toplevel", "blink.user_timing"]
TASK = "ThreadControllerImpl::RunTask"


@dataclass
class Tasks:
    """The longest task after each mark, in milliseconds."""

    page: Page
    longest: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    async def mark(self, name: str) -> None:
        await self.page.evaluate("(name) => void performance.mark(name)", name)

    def read(self, events: list[dict[str, Any]]) -> None:
        main = {
            (one["pid"], one["tid"])
            for one in events
            if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
        }
        here = [one for one in events if (one.get("pid"), one.get("tid")) in main]
        marks = sorted((one["ts"], one["name"]) for one in here if one["cat"] == "blink.user_timing")
        for task in (one for one in here if one["name"] == TASK):
            name = next((name for begun, name in reversed(marks) if begun <= task["ts"]), "")
            self.longest[name] = max(self.longest[name], task.get("tdur", 0) / 1000)


@asynccontextmanager
async def measuring_tasks(page: Page) -> AsyncIterator[Tasks]:
    tasks = Tasks(page)
    browser = page.context.browser
    assert browser is not None
    await browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield tasks
    finally:
        tasks.read(json.loads(await browser.stop_tracing())["traceEvents"])
