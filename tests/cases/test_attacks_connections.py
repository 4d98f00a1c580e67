"""A69 and A84 of the listed attacks: requests that never end, answers that nobody takes, bodies of many parts."""

import asyncio
import select
import socket
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from urllib.parse import urlsplit

import pytest
import uvicorn
from tests.arena.raw_client import RawClient

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web import bodies, connections
from llmbattler.core.web.bodies import read_body
from llmbattler.core.web.connections import TimeoutProtocol
from llmbattler.core.web.middleware import BodyLimitMiddleware
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.server.app import create_app
from llmbattler.server.process import bind, configure

PROMISED_SECONDS = 30
HASTE = 0.4
"""Seconds that a client has here, so that nobody waits for half a minute."""


class ShortTimeoutProtocol(TimeoutProtocol):
    head_seconds = HASTE
    read_seconds = HASTE


@pytest.fixture
async def hasty_site(settings: Settings, resources: Resources) -> AsyncIterator[str]:
    """The whole site as its process configures it, with less patience."""
    app = create_app(settings, resources)
    for layer in app.user_middleware:
        if getattr(layer.cls, "__name__", "") == BodyLimitMiddleware.__name__:
            layer.kwargs["seconds"] = HASTE
    with bind(settings) as listener:
        server = uvicorn.Server(configure(settings, app, protocol=ShortTimeoutProtocol))
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        resources.get(Shutdown).begin()
        server.should_exit = True
        await task


async def send_slowly(site: str, first: bytes, piece: bytes, *, pause: float = HASTE / 20) -> tuple[float, bytes]:
    """Send a beginning, then piece after piece, with no pause that could be noticed, until the server hangs up."""
    reader, writer = await RawClient(site).connect()
    writer.write(first)
    started, heard = time.monotonic(), b""
    async with asyncio.timeout(1000 * pause):
        while True:
            try:
                async with asyncio.timeout(pause):
                    data = await reader.read(65_536)
            except TimeoutError:
                if reader.exception() is None:
                    writer.write(piece)
                continue
            except ConnectionError:
                data = b""
            heard += data
            if not data:
                writer.close()
                return time.monotonic() - started, heard


HEADS = {
    "nothing at all": (b"", b""),
    "a request line": (b"GET /", b"x"),
    "a header": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ", b"x"),
    "header after header": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"X-A: b\r\n"),
    "a second request": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal", b"z"),
}


@pytest.mark.parametrize("name", HEADS)
async def test_a84_a_head_that_never_ends_is_hung_up_on(hasty_site: str, name: str) -> None:
    first, piece = HEADS[name]
    seconds, heard = await send_slowly(hasty_site, first, piece)
    assert b" 400 " not in heard
    assert HASTE / 2 < seconds < 10 * HASTE
    assert (await RawClient(hasty_site).ask("GET", "/healthz")).status == 200


async def test_a84_a_head_of_any_length_is_not_kept(hasty_site: str) -> None:
    reader, writer = await RawClient(hasty_site).connect()
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ")
    sent = 0
    try:
        while sent < 50_000_000 and not reader.at_eof():
            writer.write(b"x" * 65_536)
            await writer.drain()
            sent += 65_536
    except ConnectionError:
        pass
    assert sent < 20_000_000  # most of it in buffers of the kernel


@pytest.mark.parametrize("length", [b"Content-Length: 1000", b"Transfer-Encoding: chunked"])
async def test_a84_a_body_that_never_ends_is_a_408(hasty_site: str, length: bytes) -> None:
    head = b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    piece = b"1\r\n \r\n" if b"chunked" in length else b" "
    seconds, heard = await send_slowly(hasty_site, head + length + b"\r\n\r\n", piece)
    assert heard.startswith(b"HTTP/1.1 408 ")
    assert b"/errors/too-slow" in heard
    assert seconds < 10 * HASTE


async def test_a84_a_client_that_does_not_read_is_disconnected(hasty_site: str) -> None:
    """So many requests in one go that their answers fill every buffer on the way."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.to_thread(client.connect, ("127.0.0.1", urlsplit(hasty_site).port))
        ask = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await asyncio.to_thread(client.sendall, ask * 200)
        ended = select.poll()
        ended.register(client, select.POLLHUP | select.POLLERR)
        assert await asyncio.to_thread(ended.poll, 10_000)
    assert (await RawClient(hasty_site).ask("GET", "/healthz")).status == 200


def test_a84_everybody_has_less_than_half_a_minute() -> None:
    for seconds in (connections.HEAD_SECONDS, connections.READ_SECONDS, bodies.SECONDS):
        assert 0 < seconds < PROMISED_SECONDS
    assert read_body.__kwdefaults__ == BodyLimitMiddleware.__init__.__kwdefaults__ == {"seconds": bodies.SECONDS}
    assert TimeoutProtocol.head_seconds == connections.HEAD_SECONDS
    assert TimeoutProtocol.read_seconds == connections.READ_SECONDS
    assert configure(Settings(), MinimalApp()).http is TimeoutProtocol


class MinimalApp:
    """The least that can be served."""

    async def __call__(self, *_: object) -> None: ...


@pytest.mark.torture
async def test_a84_a_slow_head_is_hung_up_on_by_the_site_as_it_is(settings: Settings, resources: Resources) -> None:
    with bind(settings) as listener:
        server = uvicorn.Server(configure(settings, create_app(settings, resources)))
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        seconds, _ = await send_slowly(f"http://127.0.0.1:{listener.getsockname()[1]}", b"GET /", b"x", pause=0.2)
        assert seconds < PROMISED_SECONDS
        server.should_exit = True
        await task


MULTIPART = "multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n'
BODIES = {
    "100,000 parts": (MULTIPART, PART * 100_000 + b"--b--"),
    "a part with a head of a megabyte": (MULTIPART, b"--b\r\nX: " + b"x" * 1_000_000 + b"\r\n\r\n\r\n--b--"),
    "50 MB before the first part": (MULTIPART, b"\r\n" * 25_000_000 + PART + b"--b--"),
    "line ends only": (MULTIPART, b"\r" * 900_000),
    "a boundary of 60,000 characters": (f"multipart/form-data; boundary={'b' * 60_000}", b"--" + b"b" * 60_000),
    "thousands of parameters": ("multipart/form-data" + ";a=b" * 10_000, PART),
    "quotes without end": ('multipart/form-data; boundary="' + '\\"' * 20_000, PART),
    "a form": ("application/x-www-form-urlencoded", b"a=b&" * 200_000),
}
PLACES = ["/api/sessions", "/api/images", "/api/vote-sets?name=mine&filename=votes.csv"]


@pytest.mark.parametrize("name", BODIES)
async def test_a69_parts_are_not_even_read(site: str, name: str) -> None:
    """Nothing here takes forms: images and files of votes are plain bodies."""
    kind, body = BODIES[name]
    attacks: list[asyncio.Task[bytes]] = []
    waits: list[float] = []
    for path in PLACES:
        head = RawClient(site).written("POST", path, b"", Content_Type=kind, Content_Length=str(len(body)))
        attacks.append(asyncio.create_task(asyncio.to_thread(send_until_reply, urlsplit(site).port, head, body)))
    while not all(attack.done() for attack in attacks) or len(waits) < 10:
        asked = time.monotonic()
        assert (await RawClient(site).ask("GET", "/healthz")).status == 200
        waits.append(time.monotonic() - asked)
    assert all([(await attack).startswith(b"HTTP/1.1 415 ") for attack in attacks])
    assert statistics.median(waits) < 0.2
    assert max(waits) < 1


def send_until_reply(port: int | None, head: bytes, body: bytes) -> bytes:
    """Send as much as the server takes; give the first it says."""
    with socket.create_connection(("127.0.0.1", port or 0), timeout=10) as client:
        with suppress(ConnectionError):
            client.sendall(head + body)
        return client.recv(1000)
