"""CPU per relayed token: our connectors against httpx and the openai SDK. See README.md in this folder."""

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from urllib.parse import urlsplit

import httpx
import openai
import psutil
import uvloop

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.ticker import TICK_SECONDS
from llmbattler.connectors.transport import open_transport
from llmbattler.testing import ProviderProcess, Script

MODEL = "perf-model"
KEY = "sk-perf-0123456789"
PROMPT = "Count."
ASKED = {
    "model": MODEL,
    "messages": [{"role": "user", "content": PROMPT}],
    "stream": True,
    "stream_options": {"include_usage": True},
}
OURS, EAGER, HTTPX, SDK, FLOOR = "llmbattler", "– ticker off", "httpx", "openai SDK", "bare socket"
TARGETS = {HTTPX: 3.0, SDK: 10.0}
"""How many times our CPU per token each of the others must need at least."""

Ask = Callable[[list[str]], Awaitable[None]]


@dataclass
class Plan:
    streams: int
    tokens: int
    rate: float
    rounds: int

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(f" word{number}" for number in range(self.tokens))


@dataclass
class Costs:
    """The costs of one client, one value for each round."""

    micros: list[float] = field(default_factory=list)
    pace: list[float] = field(default_factory=list)
    pieces: list[float] = field(default_factory=list)


async def open_ours(stack: AsyncExitStack, url: str, tick_seconds: float = TICK_SECONDS) -> Ask:
    transport = open_transport(tick_seconds=tick_seconds)
    stack.push_async_callback(transport.close)
    registry = Registry(transport)
    stack.push_async_callback(registry.close)
    caller, place, messages = Caller(registry), Place(MODEL, url, KEY), [Message.user(PROMPT)]

    async def ask(said: list[str]) -> None:
        async with caller.stream("openai", place, messages) as call:
            said.extend([delta.text async for delta in call if isinstance(delta, TextDelta)])

    return ask


async def open_httpx(stack: AsyncExitStack, url: str) -> Ask:
    client = await stack.enter_async_context(httpx.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}))

    async def ask(said: list[str]) -> None:
        async with client.stream("POST", f"{url}/chat/completions", json=ASKED) as response:
            async for line in response.aiter_lines():
                if not line.startswith("data: {"):
                    continue
                choices = json.loads(line[6:])["choices"]
                if choices and (text := choices[0]["delta"].get("content")):
                    said.append(text)

    return ask


async def open_sdk(stack: AsyncExitStack, url: str) -> Ask:
    client = await stack.enter_async_context(openai.AsyncOpenAI(base_url=url, api_key=KEY))

    async def ask(said: list[str]) -> None:
        asked = client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": PROMPT}],
            stream=True,
            stream_options={"include_usage": True},
        )
        async with await asked as stream:
            said.extend([text async for chunk in stream if chunk.choices and (text := chunk.choices[0].delta.content)])

    return ask


async def open_floor(_: AsyncExitStack, url: str) -> Ask:
    """The lower bound: the kernel and the event loop receive bytes that are not read."""
    address, body = urlsplit(url), json.dumps(ASKED).encode()
    head = f"POST {address.path}/chat/completions HTTP/1.1\r\nHost: floor\r\nConnection: close\r\n"
    head += f"Authorization: Bearer {KEY}\r\nContent-Length: {len(body)}\r\n\r\n"

    async def ask(_: list[str]) -> None:
        loop = asyncio.get_running_loop()
        transport, sink = await loop.create_connection(lambda: Sink(loop), address.hostname or "", address.port or 0)
        transport.write(head.encode() + body)
        await sink.closed

    return ask


class Sink(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.closed = loop.create_future()

    def connection_lost(self, error: Exception | None) -> None:
        self.closed.set_result(error)


CLIENTS: dict[str, Callable[[AsyncExitStack, str], Awaitable[Ask]]] = {
    OURS: open_ours,
    EAGER: partial(open_ours, tick_seconds=0.0),
    HTTPX: open_httpx,
    SDK: open_sdk,
    FLOOR: open_floor,
}


async def measure(name: str, ask: Ask, plan: Plan, costs: Costs) -> None:
    """Run one round of one client: many concurrent streams with different start times."""
    answers: list[list[str]] = [[] for _ in range(plan.streams)]
    offsets = [random.random() / plan.rate for _ in answers]  # noqa: S311

    async def stream(said: list[str], offset: float) -> None:
        await asyncio.sleep(offset)
        await ask(said)

    cpu, wall = time.process_time(), time.perf_counter()
    await asyncio.gather(*map(stream, answers, offsets))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    expected = "" if name == FLOOR else "".join(plan.words)
    assert all("".join(said) == expected for said in answers), f"{name} lost text."
    tokens = plan.streams * plan.tokens
    costs.micros.append(cpu / tokens * 1e6)
    costs.pace.append(plan.tokens / plan.rate / wall)
    costs.pieces.append(sum(map(len, answers)) / tokens)


async def run(plan: Plan, url: str) -> dict[str, Costs]:
    async with AsyncExitStack() as stack:
        asks = {name: await opened(stack, url) for name, opened in CLIENTS.items()}
        for name, ask in asks.items():
            await measure(name, ask, plan, Costs())
        costs = {name: Costs() for name in asks}
        for number in range(plan.rounds):
            # Another order in each round, so that no client always follows the same one.
            for name in random.sample(sorted(asks), len(asks)):
                await measure(name, asks[name], plan, costs[name])
            print(f"round {number + 1} of {plan.rounds}", file=sys.stderr)
    return costs


def report(plan: Plan, costs: dict[str, Costs], provider_share: float) -> bool:
    """Print the table; true when every target is met."""
    ours = statistics.median(costs[OURS].micros)
    print(
        f"CPU per relayed token, {datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, Python {sys.version.split()[0]}"
    )
    versions = (f"{name} {version(name)}" for name in ("llmbattler", "aiohttp", "httpx", "openai", "uvloop"))
    print(", ".join(versions))
    print(f"{plan.streams} streams × {plan.tokens} tokens at {plan.rate:g} tokens/s each, {plan.rounds} rounds, median")
    print(f"The provider, in its own process, took {provider_share:.0%} of a core; load {os.getloadavg()[0]:.1f}.\n")
    print("| client      | µs/token | min–max   | ratio | target | pace  | pieces/token |")
    print("|-------------|---------:|----------:|------:|-------:|------:|-------------:|")
    met = True
    for name, cost in costs.items():
        micros, target = statistics.median(cost.micros), TARGETS.get(name)
        ratio = micros / ours
        met = met and (target is None or ratio >= target)
        spread = f"{min(cost.micros):.0f}–{max(cost.micros):.0f}"
        wanted = f"≥ {target:g}" if target else ""
        pace, pieces = statistics.median(cost.pace), statistics.median(cost.pieces)
        print(
            f"| {name:11} | {micros:8.1f} | {spread:>9} | {ratio:5.1f} | {wanted:>6} | {pace:5.0%} | {pieces:12.2f} |"
        )
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=30)
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--rate", type=float, default=100.0, help="tokens per second of each stream")
    parser.add_argument("--rounds", type=int, default=5)
    plan = Plan(**vars(parser.parse_args()))
    with ProviderProcess(api_key=KEY) as provider:
        provider.script(MODEL, Script(chunks=plan.words, chunk_delay=1 / plan.rate))
        process = psutil.Process(provider.pid)
        process.cpu_percent()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            costs = runner.run(run(plan, provider.addresses.openai_url))
        met = report(plan, costs, process.cpu_percent() / 100)
    print("\nEvery target is met." if met else "\nA target is missed.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
