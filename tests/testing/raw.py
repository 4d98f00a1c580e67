"""A client on a plain socket, so that tests see every byte."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from llmbattler.testing import ScriptedProvider

MODEL = "zz-alpha-model"
PATHS = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "google": f"/v1beta/models/{MODEL}:streamGenerateContent?alt=sse",
}
WIRES = sorted(PATHS)


@dataclass
class RawAnswer:
    status: int
    headers: dict[str, str]
    body: bytes
    complete: bool
    """False where the last, empty chunk of the body never came."""

    def events(self) -> list[dict[str, object]]:
        lines = self.body.decode().splitlines()
        data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
        return [json.loads(line) for line in data if line != "[DONE]"]


def body_for(wire: str, *, prompt: str = "Hi", model: str = MODEL, stream: bool = True) -> dict[str, object]:
    if wire == "google":
        return {"contents": [{"role": "user", "parts": [{"text": prompt}]}]}
    return {"model": model, "stream": stream, "messages": [{"role": "user", "content": prompt}]}


def request_bytes(method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> bytes:
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: provider", "Connection: close", f"Content-Length: {len(sent)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


@asynccontextmanager
async def connection(provider: ScriptedProvider, sent: bytes) -> AsyncIterator[asyncio.StreamReader]:
    address = urlsplit(provider.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        writer.write(sent)
        yield reader
    finally:
        writer.close()


@asynccontextmanager
async def asked(
    provider: ScriptedProvider, wire: str = "openai", **asked: object
) -> AsyncIterator[asyncio.StreamReader]:
    """Ask for a streamed answer and leave the reading to the test."""
    async with connection(provider, request_bytes("POST", PATHS[wire], body_for(wire, **asked))) as reader:
        yield reader


async def answer(provider: ScriptedProvider, wire: str = "openai", **asked: object) -> RawAnswer:
    return await call(provider, "POST", PATHS[wire], body_for(wire, **asked))


async def call(
    provider: ScriptedProvider,
    method: str,
    path: str,
    body: object = None,
    headers: dict[str, str] | None = None,
) -> RawAnswer:
    async with connection(provider, request_bytes(method, path, body, headers)) as reader:
        return parse(await reader.read())


def parse(received: bytes) -> RawAnswer:
    head, _, rest = received.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    body, complete = _unchunk(rest) if headers.get("transfer-encoding") == "chunked" else (rest, True)
    return RawAnswer(int(status.split()[1]), headers, body, complete)


def chunk_sizes(received: bytes) -> list[int]:
    """The sizes in which the body was written."""
    rest, sizes = received.partition(b"\r\n\r\n")[2], []
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        sizes.append(int(size, 16))
        rest = rest[sizes[-1] + 2 :]
    return sizes


def _unchunk(rest: bytes) -> tuple[bytes, bool]:
    body = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        if length == 0:
            return body, True
        body, rest = body + rest[:length], rest[length + 2 :]
    return body, False
