"""Time limits that begin and end with what a client does; attacks on them are A84 in tests/cases."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import nullcontext

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from llmbattler.core.settings import Settings
from llmbattler.core.web.connections import TimeoutProtocol
from llmbattler.server.process import bind, configure

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class ShortTimeoutProtocol(TimeoutProtocol):
    head_seconds = 0.3
    read_seconds = 0.3
    keep_alive_seconds = 0.1

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.timeout_keep_alive = self.keep_alive_seconds  # type: ignore[assignment]
        super().connection_made(transport)


class Slow:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.app = Starlette(routes=[Route("/", self.answer)])
        self.port = 0

    async def answer(self, _request: Request) -> PlainTextResponse:
        await self.go.wait()
        return PlainTextResponse("Here.")


@pytest.fixture
async def slow() -> AsyncIterator[Slow]:
    slow, settings = Slow(), Settings(port=0)
    with bind(settings) as listener:
        slow.port = listener.getsockname()[1]
        server = uvicorn.Server(configure(settings, slow.app, protocol=ShortTimeoutProtocol))
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        yield slow
        server.should_exit = True
        await task


async def wait(seconds: float) -> None:
    """Let more time pass than a connection has."""
    await asyncio.wait([asyncio.create_task(asyncio.Event().wait())], timeout=seconds)


async def test_a_slow_answer_is_no_fault_of_the_client(slow: Slow) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", slow.port)
    writer.write(ASK)
    await wait(3 * ShortTimeoutProtocol.head_seconds)
    slow.go.set()
    assert b" 200 " in await reader.readline()
    writer.close()


async def test_requests_in_a_row_wait_for_each_other(slow: Slow) -> None:
    """The third of them is half read when the server stops listening, and cannot be finished until it listens again."""
    reader, writer = await asyncio.open_connection("127.0.0.1", slow.port)
    writer.write(ASK * 2 + ASK[:20])
    await wait(3 * ShortTimeoutProtocol.head_seconds)
    # Before it listens again: from then on a busy machine could take too long for the little time that a head has here.
    writer.write(ASK[20:])
    slow.go.set()
    heard = b""
    async with asyncio.timeout(5):
        while heard.count(b"Here.") < 3:
            heard += await reader.read(1000)
    writer.close()


async def test_every_request_of_a_connection_has_the_whole_time(slow: Slow) -> None:
    slow.go.set()
    reader, writer = await asyncio.open_connection("127.0.0.1", slow.port)
    for _ in range(4):
        writer.write(ASK[:10])
        await wait(ShortTimeoutProtocol.head_seconds / 2)
        writer.write(ASK[10:])
        async with asyncio.timeout(5):
            await reader.readuntil(b"Here.")
    writer.close()


async def test_nobody_is_waited_for_who_has_left_already(slow: Slow) -> None:
    problems: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, problem: problems.append(problem))
    slow.go.set()
    reader, writer = await asyncio.open_connection("127.0.0.1", slow.port)
    writer.write(ASK)
    await reader.readuntil(b"Here.")
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()  # as a browser does that closes a page: without a good-bye
    await wait(ShortTimeoutProtocol.keep_alive_seconds + 2 * ShortTimeoutProtocol.read_seconds)
    loop.set_exception_handler(None)
    assert problems == []
