"""A model provider for load: the frames of `llmbattler.testing`'s OpenAI wire, sent with as little CPU as possible.

The scripted provider takes about 100 µs for each token, so 20,000 tokens a second would need two cores of their own and
the machine would measure the provider. This one is a bare protocol: one timer and one write for each token, each stream
at a moment of its own, every token flushed alone. It notes when each answer's first and last token were sent.
"""

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

import uvloop
from token_timings import TIMINGS, draw_chunks

from llmbattler.connectors.contract import FinishReason, Role, TextDelta, Usage
from llmbattler.testing import RecordedRequest, Script, Turn
from llmbattler.testing.wires.openai import OpenAIWire

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


@dataclass(frozen=True)
class Pace:
    tokens: int
    rate: float
    first: dict[str, float]
    """Seconds until the first token, by model."""
    timings: dict[str, int] = field(default_factory=dict)
    """Models that stream with a token timing instead, by its number; the last letter of their name is the answer."""


@dataclass
class SentTokens:
    """The times at which the tokens of an answer were sent, on the monotonic clock of the machine."""

    first: dict[str, float] = field(default_factory=dict)
    last: dict[str, float] = field(default_factory=dict)
    late: float = 0.0
    """The most that a token was sent behind its time: then it is the provider, or the machine, that is slow."""

    def keep(self, where: dict[str, float], prompt: str, moment: float) -> None:
        where[prompt] = max(where.get(prompt, 0.0), moment)


def frame(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


class AnswerProtocol(asyncio.Protocol):
    def __init__(self, pace: Pace, noted: SentTokens) -> None:
        self._pace = pace
        self._noted = noted
        self._loop = asyncio.get_running_loop()
        self._received = b""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        del error
        if self._timer is not None:
            self._timer.cancel()

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found:
            return
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        if len(body) < int(fields.get(b"content-length", b"0")):
            return
        self._received = b""
        if b"GET /stats" in head:
            noted = json.dumps(
                {"first": self._noted.first, "last": self._noted.last, "late": self._noted.late}
            ).encode()
            self._transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(noted), noted))
        elif b"GET " in head[:4]:
            listed = b'{"object": "list", "data": []}'
            self._transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(listed), listed))
        else:
            self._begin(json.loads(body))

    def _begin(self, asked: dict[str, object]) -> None:
        messages = asked["messages"]
        assert isinstance(messages, list)
        self._prompt, model = str(messages[-1]["content"]), str(asked["model"])
        record = RecordedRequest(
            wire="openai",
            model=model,
            path="/v1/chat/completions",
            headers={},
            body=asked,
            turns=(Turn(Role.USER, self._prompt),),
            api_key="",
            stream=True,
            received_at=datetime.now(UTC),
        )
        reply = OpenAIWire().reply(Script(), record)
        self._transport.write(HEAD + frame(reply.opening()))
        moments, words = self._plan(model)
        usage = Usage(input_tokens=1, output_tokens=self._pace.tokens, cached_tokens=0, reasoning_tokens=0)
        self._end = frame(reply.closing(FinishReason.STOP, usage)) + b"0\r\n\r\n"
        self._frames, self._sent = [frame(reply.piece(TextDelta(word))) for word in words], 0
        now = self._loop.time()
        self._moments = [now + moment for moment in moments]
        self._due = self._moments[0]
        self._timer = self._loop.call_at(self._due, self._say)

    def _plan(self, model: str) -> tuple[list[float], list[str]]:
        """Return the times and texts of the answer, relative to now."""
        if model in self._pace.timings:
            said = draw_chunks(TIMINGS[self._pace.timings[model]], random.Random())  # noqa: S311
            return [moment for moment, _ in said], [model[-1] * size for _, size in said]
        first = self._pace.first.get(model, 0.0) + random.random() / self._pace.rate  # noqa: S311
        numbers = range(self._pace.tokens)
        return [first + number / self._pace.rate for number in numbers], [f" word{number}" for number in numbers]

    def _say(self) -> None:
        now = self._loop.time()
        self._noted.late = max(self._noted.late, now - self._due)
        self._transport.write(self._frames[self._sent])
        self._sent += 1
        if self._sent == 1:
            self._noted.keep(self._noted.first, self._prompt, time.monotonic())
        if self._sent == len(self._frames):
            self._noted.keep(self._noted.last, self._prompt, time.monotonic())
            self._transport.write(self._end)
            return
        self._due = self._moments[self._sent]
        self._timer = self._loop.call_at(self._due, self._say)


async def serve(pace: Pace) -> None:
    loop = asyncio.get_running_loop()
    noted, stop = SentTokens(), asyncio.Event()
    server = await loop.create_server(lambda: AnswerProtocol(pace, noted), "127.0.0.1", 0, backlog=2048)
    sys.stdout.write(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    loop.add_reader(sys.stdin, lambda: stop.set() if not sys.stdin.read(1) else None)
    await stop.wait()


if __name__ == "__main__":
    uvloop.run(serve(Pace(**json.loads(sys.argv[1]))))
