"""A client on a plain socket that records every byte it receives."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

EVENTS = {"Accept": "text/event-stream"}


@dataclass
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[tuple[str, Any]]:
        """Name and data of each event, pings left out."""
        found = []
        for block in self.body.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if lines:
                found.append((lines["event"], json.loads(lines["data"])))
        return found

    def text(self, side: str) -> str:
        return "".join(data[side] for name, data in self.events if name == "delta")

    @property
    def battle_id(self) -> str:
        return str(self.started["battle_id"])

    @property
    def session_id(self) -> str:
        return str(self.started["session_id"])

    @property
    def started(self) -> Any:
        return (
            self.events[0][1]
            if self.header(
                "content-type",
            )
            != "application/json"
            else self.json()
        )


@dataclass
class RawClient:
    """One browser or program. It sends the cookie back even if the cookie is for https only."""

    site: str
    cookie: str = ""
    heard: bytearray = field(default_factory=bytearray)

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        async with self.open(method, path, body, **headers) as reader:
            return await self.read(reader)

    async def battle(self, prompt: str = "Tell me something.", **more: Any) -> Reply:
        return await self.ask("POST", "/api/sessions", {"prompt": prompt, **more}, **EVENTS)

    async def vote(self, battle_id: str, word: str = "left_better", **more: Any) -> Reply:
        return await self.ask("POST", f"/api/battles/{battle_id}/vote", {"vote": word, **more})

    @asynccontextmanager
    async def open(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> AsyncIterator[asyncio.StreamReader]:
        reader, writer = await self.connect()
        try:
            writer.write(self.written(method, path, body, **headers))
            await writer.drain()
            yield reader
        finally:
            writer.close()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        address = urlsplit(self.site)
        return await asyncio.open_connection(address.hostname, address.port, limit=2**24)

    def written(self, method: str, path: str, body: Any = None, **headers: str) -> bytes:
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        lines = {"Host": urlsplit(self.site).netloc, "Connection": "close", **given}
        if self.cookie:
            lines["Cookie"] = self.cookie
        if body is not None:
            lines.setdefault("Content-Type", "application/json")
            lines.setdefault("Content-Length", str(len(sent)))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + sent

    async def read_head(self, reader: asyncio.StreamReader) -> Reply:
        head = await reader.readuntil(b"\r\n\r\n")
        self.heard += head
        first, *lines = head.decode().rstrip().split("\r\n")
        pairs = [line.split(": ", 1) for line in lines]
        reply = Reply(int(first.split()[1]), [(name.lower(), value) for name, value in pairs])
        if (given := reply.header("set-cookie")) is not None:
            self.cookie = given.partition(";")[0]
        return reply

    async def read(self, reader: asyncio.StreamReader) -> Reply:
        reply = await self.read_head(reader)
        rest = await reader.read()
        self.heard += rest
        chunked = reply.header("transfer-encoding") == "chunked"
        reply.body = _joined(rest) if chunked else rest
        self.heard += reply.body  # a chunk may end in the middle of a word
        return reply

    async def read_event(self, reader: asyncio.StreamReader) -> bytes:
        """Return the next event of a stream. Each event is one chunk; pings are skipped."""
        while True:
            size = await reader.readline()
            chunk = await reader.readexactly(int(size, 16))
            self.heard += size + chunk
            await reader.readexactly(2)
            if not chunk.startswith(b":"):
                return chunk


def _joined(rest: bytes) -> bytes:
    body = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        body += rest[:length]
        rest = rest[length + 2 :]
        if not length:
            break
    return body
