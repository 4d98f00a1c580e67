"""Callers and servers for tests: real sockets, skipped waits, and servers that do not speak HTTP."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from llmbattler.connectors.calls import Call, Caller
from llmbattler.connectors.contract import Delta, Message, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import open_transport
from llmbattler.testing import ScriptedProvider

MODEL = "faulty"
ASK = [Message.user("Hello?")]
WIRES = ("openai", "anthropic", "google")
SSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
CHUNK = b'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n'
END = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


class FakeSleep:
    """Returns at once and moves its clock forward instead."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.skipped = 0.0

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.skipped += seconds

    def clock(self) -> float:
        return time.monotonic() + self.skipped


@asynccontextmanager
async def open_caller(fake_sleep: FakeSleep, **options: object) -> AsyncIterator[Caller]:
    transport = open_transport(**{"connect_timeout": 0.3, "tick_seconds": 0.001, **options})  # type: ignore[arg-type]
    registry = Registry(transport)
    yield Caller(registry, sleep=fake_sleep, clock=fake_sleep.clock)
    await registry.close()
    await transport.close()


def place(provider: ScriptedProvider, wire: str = "openai", model: str = MODEL) -> Place:
    urls = {"openai": provider.openai_url, "anthropic": provider.anthropic_url, "google": provider.google_url}
    return Place(model, urls[wire])


async def read(call: Call) -> list[Delta]:
    async with call:
        return [delta async for delta in call]


def text_of(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def raw_server(serve: Serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A TCP server that keeps every connection open until the test is over."""
    done = asyncio.Event()

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
            await done.wait()
        finally:
            writer.close()

    async with await asyncio.start_server(keep, "127.0.0.1", 0, ssl=tls) as server:
        yield int(server.sockets[0].getsockname()[1])
        done.set()


async def say_nothing(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
    """Accept and send nothing."""
