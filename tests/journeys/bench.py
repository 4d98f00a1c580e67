"""The site of the journeys through the benchmarks: three scripted models of known ability, and the embedded one."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import httpx
from playwright.async_api import Locator, Page, expect
from tests.journeys.site import Site

from llmbattler.testing import RecordedRequest, Script, ScriptedProvider

PATIENCE_MS = 15_000
ALPHA, BETA, GAMMA, EMBEDDED = "alpha-large", "beta-middle", "gamma-mini", "smollm2-here"
SCRIPTED = (ALPHA, BETA, GAMMA)
NAMES = {ALPHA: "Alpha Large", BETA: "Beta Middle", GAMMA: "Gamma Mini", EMBEDDED: "SmolLM2 here"}
RIGHT = {ALPHA: 12, BETA: 10, GAMMA: 3}
"""How many of the first questions a model answers correctly."""
CAPITALS = {
    "France": "Paris",
    "Japan": "Tokyo",
    "Peru": "Lima",
    "Kenya": "Nairobi",
    "Canada": "Ottawa",
    "Norway": "Oslo",
    "Egypt": "Cairo",
    "Chile": "Santiago",
    "Nepal": "Kathmandu",
    "Cuba": "Havana",
    "Greece": "Athens",
    "Ghana": "Accra",
}
SPEC = {
    "name": "capitals",
    "title": "Capitals of the world",
    "description": "Twelve capitals, for those who look at pages.",
    "dataset": {"fields": {"target": "answer", "tags": "length"}},
    "prompts": {"default": "{{ question }}"},
    "extract": {"final": [{"after": {"text": "Answer:"}}, "strip"]},
    "scores": [{"name": "exact", "scorer": "exact", "extract": "final"}],
}


def ask(country: str) -> str:
    return f"What is the capital of {country}?"


def write_capitals() -> str:
    """The samples as a spreadsheet saves them."""
    sheet = io.StringIO()
    rows = csv.writer(sheet)
    rows.writerow(["question", "answer", "length"])
    rows.writerows(
        (ask(country), capital, "short" if len(capital) < 6 else "long") for country, capital in CAPITALS.items()
    )
    return sheet.getvalue()


def answer_as(model: str) -> Callable[[RecordedRequest], str]:
    known = dict(list(CAPITALS.items())[: RIGHT[model]])

    def reply(request: RecordedRequest) -> str:
        country = next(one for one in CAPITALS if one in request.last_user_text)
        return f"The capital of {country} is well known.\nAnswer: {known.get(country, 'Atlantis')}"

    return reply


@dataclass
class Bench:
    provider: ScriptedProvider
    site: Site

    @classmethod
    @asynccontextmanager
    async def opened(cls, folder: Path) -> AsyncIterator[Self]:
        (folder / "data").mkdir(parents=True)
        async with ScriptedProvider() as provider:
            bench = cls(provider, Site(folder, provider.openai_url))
            bench.reset()
            bench._offer()
            # In a thread: the site asks the provider, which lives on this loop.
            await asyncio.to_thread(bench.site.start)
            try:
                await bench._wait_for_models()
                yield bench
            finally:
                bench.release()
                await asyncio.to_thread(bench.site.stop)

    def _offer(self) -> None:
        """Each model has its own endpoint, so that holding one does not block the others."""
        wires: dict[str, dict[str, object]] = {
            ALPHA: {"base_url": self.provider.openai_url, "prices": {"input": 1, "output": 2}},
            BETA: {"base_url": self.provider.anthropic_url, "connector": "anthropic"},
            GAMMA: {
                "base_url": self.provider.google_url,
                "connector": "google",
                "prices": {"input": 0.1, "output": 0.2},
            },
            EMBEDDED: {"base_url": None, "connector": "embedded", "params": {"temperature": 0}},
        }
        self.site.offer(*({"id": one, "name": NAMES[one], **wire} for one, wire in wires.items()))

    async def _wait_for_models(self) -> None:
        async with asyncio.timeout(30), httpx.AsyncClient(base_url=self.site.address) as client:
            while True:
                models = (await client.get("/api/models")).json()["models"]
                if set(NAMES) <= {one["model_id"] for one in models if one["status"] == "active"}:
                    return
                await asyncio.sleep(0.1)

    def reset(self) -> None:
        self.release()
        for model in SCRIPTED:
            self.provider.script(model, Script(reply=answer_as(model)))
        self.provider.requests.clear()

    def hold(self, *models: str) -> None:
        for model in models:
            self.provider.hold(model)

    def release(self, *models: str) -> None:
        for model in models or SCRIPTED:
            self.provider.release(model)


@dataclass
class ApiClient:
    """Uses the API as the same person, for steps that are not under test."""

    client: httpx.AsyncClient

    async def make_suite(self, **changes: Any) -> str:
        sent = await self.client.post(
            "/api/bench/datasets",
            params={"filename": "capitals.csv"},
            content=write_capitals().encode(),
            headers={"Content-Type": "application/octet-stream"},
        )
        wanted = {"spec": {**SPEC, **changes}, "dataset_id": sent.raise_for_status().json()["dataset_id"]}
        made = await self.client.post("/api/bench/suites", json=wanted)
        return str(made.raise_for_status().json()["suite_id"])

    async def start(self, suite_id: str, models: Sequence[str] = SCRIPTED, **settings: Any) -> str:
        wanted = {"suite_id": suite_id, "models": list(models), "use_cache": False, **settings}
        return str((await self.client.post("/api/bench/runs", json=wanted)).raise_for_status().json()["run_id"])

    async def finish(self, run_id: str) -> str:
        async with asyncio.timeout(60):
            while (await self.client.get(f"/api/bench/runs/{run_id}")).json()["status"] != "finished":  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        return run_id

    @property
    def state(self) -> dict[str, Any]:
        """Cookies for a browser of the same person."""
        jar = self.client.cookies.jar
        cookies = [{"name": one.name, "value": one.value, "domain": "127.0.0.1", "path": "/"} for one in jar]
        return {"cookies": cookies, "origins": []}


class RunPage:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        self.grid = page.get_by_role("table", name="Samples")

    def bar(self, model: str) -> Locator:
        return self.main.get_by_role("progressbar", name=f"Answers from {NAMES[model]}")

    async def expect_status(self, status: str, *, patience_ms: float = PATIENCE_MS) -> None:
        await expect(self.main.get_by_text(status, exact=True).first).to_be_visible(timeout=patience_ms)

    async def expect_answers(self, model: str, count: int) -> None:
        await expect(self.bar(model)).to_have_attribute("aria-valuenow", str(count))
