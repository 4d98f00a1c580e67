"""The included model, SmolLM2, on this machine's processor: no key, no network."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path

from ..contract import Abilities, Delta, ListedModel, Message, Params, Place, Role
from ..errors import Overloaded
from ..transport import Transport
from ..weights import find_weights
from .openai import OpenAIConnector

SERVER = "llmbattler.connectors.builtin.llama_server"
LOAD_SECONDS = 60.0
STOP_SECONDS = 5.0
# Without a system prompt the model's own template puts one in front that makes it answer worse.
MANNER = Message.system("You are a helpful assistant.")


class EmbeddedConnector:
    """Starts one server for each weights file at its first use and then speaks the OpenAI-compatible wire to it."""

    def __init__(self, transport: Transport) -> None:
        self._wire = OpenAIConnector(transport)
        self._servers: dict[Path, LlamaServer] = {}

    async def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        address = await self._server(place).address()
        if not messages or messages[0].role is not Role.SYSTEM:
            messages = [MANNER, *messages]
        # The server hangs up on idle connections without a word, so none is kept.
        there = replace(place, base_url=f"{address}/v1", headers={"Connection": "close"})
        async with aclosing(self._wire.stream(there, messages, params)) as deltas:
            async for delta in deltas:
                yield delta

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        weights = _weights(place)
        return [ListedModel(place.model or "smollm2", weights.stem, context_length=2048, abilities=Abilities())]

    async def close(self) -> None:
        while self._servers:
            _, server = self._servers.popitem()
            await server.stop()

    def _server(self, place: Place) -> "LlamaServer":
        weights = _weights(place)
        return self._servers.setdefault(weights, LlamaServer(weights))


def _weights(place: Place) -> Path:
    return find_weights(Path(place.base_url) if place.base_url else None)


class LlamaServer:
    """One llama.cpp process; started at the first call, started again when it died."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights
        self._lock = asyncio.Lock()
        self._process: Process | None = None
        self._address = ""

    async def address(self) -> str:
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                await self._start()
        return self._address

    async def _start(self) -> None:
        # A session of its own: Ctrl-C is for the parent, which then closes standard input.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", SERVER, str(self._weights), stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        self._process = process
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                said = await process.stdout.readline() if process.stdout else b""
        except TimeoutError:
            said = b""
        if not said:
            await self.stop()
            raise Overloaded(f"{self._weights.name} could not be loaded.")
        self._address = said.decode().strip()

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
