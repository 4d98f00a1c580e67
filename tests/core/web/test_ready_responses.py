import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import dataclass

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from llmbattler.core.settings import Settings
from llmbattler.core.web.headers import SECURITY_HEADERS
from llmbattler.core.web.ready_responses import Headers, ReadyResponse, ReadyResponses, make_protocol
from llmbattler.server.process import bind, configure

READY = b"Ready."
PATH = "/api/known"


def find(query: str, _headers: Headers) -> ReadyResponse | None:
    sent = [(b"content-length", str(len(READY)).encode()), (b"cache-control", b"no-cache")]
    return ReadyResponse.encode(200, sent, READY, path=PATH) if query == "q=1" else None


@dataclass
class Answered:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """A server whose application answers with the word "routed"."""

    port: int

    async def ask(self, head: str) -> list[Answered]:
        """Send these bytes at once and read the answers until the server closes the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(head.replace("\n", "\r\n").encode())
        async with asyncio.timeout(10):
            received = await reader.read()
        writer.close()
        return list(_split(received))


def _split(received: bytes) -> list[Answered]:
    found = []
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        size = int(headers["content-length"])
        found.append(Answered(int(status.split()[1]), headers, rest[:size]))
        received = rest[size:]
    return found


async def serve(ready: ReadyResponses) -> AsyncIterator[Server]:
    settings = Settings(port=0)
    with bind(settings) as listener:
        server = uvicorn.Server(configure(settings, PlainTextResponse("routed"), protocol=make_protocol(ready)))
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        yield Server(listener.getsockname()[1])
        server.should_exit = True
        await task


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async for one in serve(ReadyResponses({PATH: find}, hosts=["localhost"])):
        yield one


@pytest.fixture
async def open_server() -> AsyncIterator[Server]:
    """A server that pages of another origin may read."""
    async for one in serve(ReadyResponses({PATH: find}, hosts=["*"], origins=["https://elsewhere.example"])):
        yield one


LAST = "Host: localhost\nConnection: close\n\n"


async def test_a_ready_response_has_the_headers_of_every_response(server: Server) -> None:
    [answer] = await server.ask(f"GET {PATH}?q=1 HTTP/1.1\n{LAST}")
    assert (answer.status, answer.body) == (200, READY)
    assert answer.headers["x-request-id"].startswith("req_")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["connection"] == "close"
    assert "date" in answer.headers
    assert {name: answer.headers[name.lower()] for name in SECURITY_HEADERS} == SECURITY_HEADERS


@pytest.mark.parametrize(
    "request_head",
    [
        f"GET {PATH}?q=2 HTTP/1.1\n{LAST}",
        f"GET {PATH} HTTP/1.1\n{LAST}",
        f"GET {PATH}/more?q=1 HTTP/1.1\n{LAST}",
        f"POST {PATH}?q=1 HTTP/1.1\n{LAST}",
        f"GET {PATH}?q=1 HTTP/1.1\nHost: elsewhere\nConnection: close\n\n",
        f"GET {PATH}?q=1 HTTP/1.1\nHost: localhost\n{LAST}",
        f"GET {PATH}?q=1 HTTP/1.1\nAuthorization: Bearer a\nAuthorization: Bearer b\n{LAST}",
        f"GET {PATH}?q=1 HTTP/1.1\nContent-Length: 1\n{LAST}x",
        f"GET {PATH}?q=1 HTTP/1.1\nTransfer-Encoding: chunked\n{LAST}0\n\n",
    ],
)
async def test_everything_else_reaches_the_application(server: Server, request_head: str) -> None:
    [answer] = await server.ask(request_head)
    assert answer.body == b"routed"


async def test_many_requests_sent_at_once_are_all_answered(server: Server) -> None:
    ready, routed = f"GET {PATH}?q=1 HTTP/1.1\nHost: localhost\n\n", "GET / HTTP/1.1\nHost: localhost\n\n"
    answers = await server.ask(ready + routed + ready * 1000 + f"GET {PATH}?q=1 HTTP/1.1\n{LAST}")
    assert [answer.body for answer in answers[:2]] == [READY, b"routed"]
    assert len(answers) == 1003


async def test_a_page_of_another_origin_is_answered_by_the_application(open_server: Server) -> None:
    [foreign] = await open_server.ask(f"GET {PATH}?q=1 HTTP/1.1\nOrigin: https://elsewhere.example\n{LAST}")
    [own] = await open_server.ask(f"GET {PATH}?q=1 HTTP/1.1\n{LAST}")
    assert foreign.body == b"routed"
    assert (own.body, own.headers["vary"]) == (READY, "Origin")
