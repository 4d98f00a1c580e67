"""The built-in model, SmolLM2, on this machine's processor: no key, no network."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path

from ..contract import Abilities, Delta, Feature, Features, ListedModel, Message, Params, Place, Role
from ..errors import Overloaded
from ..transport import Transport
from ..weights import find_weights
from .openai import OpenAIConnector

SERVER = "llmbattler.connectors.builtin.llama_server"
LOAD_SECONDS = 60.0
STOP_SECONDS = 5.0
# Without a system prompt, the template of the model adds one that makes its answers worse.
DEFAULT_SYSTEM_PROMPT = Message.system("You are a helpful assistant.")


class EmbeddedConnector:
    """Starts one server for each weights file at its first use and calls it on the OpenAI-compatible wire.

    The server ignores tools and the reasoning effort without an error, so they are not supported here.
    """

    features = Features(
        frozenset(
            {
                Feature.JSON_OBJECT,
                Feature.JSON_SCHEMA,
                Feature.CHOICES,
                Feature.LOGPROBS,
                Feature.TOP_LOGPROBS,
                Feature.CACHE_READ_TOKENS,
            }
        )
    )

    def __init__(self, transport: Transport) -> None:
        self._wire = OpenAIConnector(transport)
        self._servers: dict[Path, LlamaServer] = {}

    async def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        address = await self._server(place).address()
        if not messages or messages[0].role is not Role.SYSTEM:
            messages = [DEFAULT_SYSTEM_PROMPT, *messages]
        # The server closes idle connections at any time, so none is kept.
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
    """One llama.cpp process; started at the first call and restarted if it died."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights
        self._loading: asyncio.Task[str] | None = None
        self._process: Process | None = None

    async def address(self) -> str:
        if self._loading is None or (self._loading.done() and not self._is_running()):
            self._loading = asyncio.create_task(self._load(), name=f"loading {self._weights.name}")
            self._loading.add_done_callback(_retrieve_exception)
        # One caller may be cancelled; the others still wait for the model.
        return await asyncio.shield(self._loading)

    def _is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def _load(self) -> str:
        # A separate task: cancelling the start of a process would leave the process behind.
        starting = asyncio.create_task(self._start())
        said = b""
        # Only `stop` cancels this task; callers that still wait get `Overloaded`.
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(LOAD_SECONDS):
                output = (await asyncio.shield(starting)).stdout
                said = await output.readline() if output else b""
        process = await starting
        if not said:
            await _end(process)
            raise Overloaded(f"{self._weights.name} could not be loaded.")
        self._process = process
        return said.decode().strip()

    async def _start(self) -> Process:
        # A separate session: Ctrl-C reaches only the parent, which then closes standard input.
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", SERVER, str(self._weights), stdin=PIPE, stdout=PIPE, start_new_session=True
        )

    async def stop(self) -> None:
        loading, self._loading = self._loading, None
        if loading is not None:
            loading.cancel()
            await asyncio.wait([loading])
        process, self._process = self._process, None
        if process is not None:
            await _end(process)


def _retrieve_exception(loading: asyncio.Task[str]) -> None:
    """Retrieve the exception, since every caller may have left; asyncio would log it otherwise."""
    if not loading.cancelled():
        loading.exception()


async def _end(process: Process) -> None:
    if process.returncode is not None:
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
