"""Readers of event streams for load: bare protocols that note when which bytes came and look at them afterwards."""

import asyncio
import itertools
import json
import sys
import time
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import uvloop

NEWLINE = "\r\n"


@dataclass
class Load:
    url: str
    path: str
    bodies: list[dict[str, object]]
    """Each is one stream; its last word names it."""
    spread: float
    """Seconds over which the streams are opened."""
    end: str
    """What the last event holds."""
    key: str
    """Of the proxy beside us; empty where visitors ask our own server."""
    watch: bool = False
    """Report what a browser would see of a battle, instead of the speed of its words."""


@dataclass
class StreamRecord(asyncio.Protocol):
    """The bytes of one stream with their times."""

    request: bytes
    end: bytes
    done: asyncio.Future[None]
    pieces: list[tuple[float, bytes]] = field(default_factory=list)
    began: float = 0.0
    _tail: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.began = time.monotonic()
        self._transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.pieces.append((time.monotonic(), data))
        self._tail = (self._tail + data)[-64:]
        if self.end in self._tail or b"0\r\n\r\n" in self._tail[-8:]:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        del error
        if not self.done.done():
            self.done.set_result(None)


def frames(pieces: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """Return the events, without HTTP chunks, each with the time at which it was complete."""
    body, waiting, found, reading_head = b"", b"", [], True
    for moment, data in pieces:
        waiting += data
        if reading_head:
            head, whole, rest = waiting.partition(b"\r\n\r\n")
            if not whole:
                continue
            reading_head, waiting = False, rest
            if b" 200 " not in head.split(b"\r\n")[0]:
                raise RuntimeError((head + rest).decode(errors="replace"))
        while b"\r\n" in waiting:
            size, _, rest = waiting.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            body, waiting = body + rest[:length], rest[length + 2 :]
        *whole_events, body = body.split(b"\n\n")
        found += [(moment, event) for event in whole_events]
    return found


async def run(load: Load) -> list[dict[str, object]]:
    loop = asyncio.get_running_loop()
    there = urlsplit(load.url)
    taken: list[StreamRecord] = []
    for number, body in enumerate(load.bodies):
        data = json.dumps(body).encode()
        head = (
            f"POST {load.path} HTTP/1.1\r\nHost: {there.hostname}\r\nAccept: text/event-stream\r\n"
            f"{load.key and f'Authorization: Bearer {load.key}{NEWLINE}'}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        one = StreamRecord(head.encode() + data, load.end.encode(), loop.create_future())
        taken.append(one)
        await loop.create_connection(lambda one=one: one, there.hostname, there.port)
        await asyncio.sleep(load.spread / len(load.bodies) if number + 1 < len(load.bodies) else 0)
    await asyncio.gather(*(one.done for one in taken))
    if load.watch:
        return [list_shown(one) for one in taken]
    return [summarize(one, body) for one, body in zip(taken, load.bodies, strict=True)]


def summarize(one: StreamRecord, body: dict[str, object]) -> dict[str, object]:
    """Summarize a stream: times and number of its words, and whether it was complete."""
    events = frames(one.pieces)
    words = [(moment, event) for moment, event in events if b" word" in event]
    moments = [moment for moment, _ in words]
    gaps = [later - earlier for earlier, later in itertools.pairwise(moments)]
    return {
        "name": str(body.get("prompt") or body["messages"][-1]["content"]),  # type: ignore[index]
        "opened": events[0][0] - one.began if events else 0.0,
        "first": moments[0] if moments else 0.0,
        "last": moments[-1] if moments else 0.0,
        "events": len(words),
        "words": sum(event.count(b" word") for _, event in words),
        "longest_gap": max(gaps, default=0.0),
        "whole": any(one.end in event for _, event in events),
    }


def list_shown(one: StreamRecord) -> dict[str, object]:
    """List the times and characters shown of each side since the request, and the model on the left."""
    ticks: list[tuple[float, int, int]] = []
    speaker, done = "", 0.0
    for moment, event in frames(one.pieces):
        if event.startswith(b"event: delta"):
            shown = json.loads(event.partition(b"data: ")[2])
            speaker = speaker or shown["left"][:1]
            ticks.append((moment - one.began, len(shown["left"]), len(shown["right"])))
        elif one.end in event:
            done = moment - one.began
    return {"ticks": ticks, "done": done, "left": speaker}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(uvloop.run(run(Load(**json.loads(sys.stdin.read()))))))
