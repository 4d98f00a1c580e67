"""Send a scripted answer to one client, byte by byte if the script says so."""

import asyncio
import socket
import struct
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from aiohttp import web

from llmbattler.connectors.contract import ReasoningDelta, Usage
from llmbattler.connectors.errors import FailureKind

from .records import RecordedRequest
from .scripts import Piece, Script
from .wires.base import Reply

_COMMENT = b": keep-alive\n\n"
_WINDOW = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
_LINGER_ZERO = struct.pack("ii", 1, 0)


class ScriptedCut(ConnectionResetError):
    """The script closed the connection; aiohttp treats this like a client that disconnected."""


class _Ended(Exception):
    """The script is over and the body ends normally."""


class PlayerHost(Protocol):
    """What the player needs from the server."""

    async def pass_gate(self, model: str, chunk: int) -> None: ...

    def changed(self) -> None: ...


class ResponseBody:
    """The body of one streamed response, compressed and split as scripted."""

    def __init__(self, request: web.Request, response: web.StreamResponse, script: Script) -> None:
        self._request = request
        self._response = response
        self._step = script.split_bytes
        self._delay = script.split_delay
        self._compressor = zlib.compressobj(wbits=_WINDOW[script.compress]) if script.compress else None
        self._buffered: list[bytes] | None = [] if script.at_once else None

    async def write(self, frame: bytes) -> None:
        if self._compressor is not None:
            # A sync flush per frame, as servers that stream compressed answers do.
            frame = self._compressor.compress(frame) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        if self._buffered is not None:
            self._buffered.append(frame)
            return
        step = self._step or len(frame) or 1
        for start in range(0, len(frame), step):
            await self._response.write(frame[start : start + step])
            # Also lets the reader run, which may be on the same event loop.
            await asyncio.sleep(self._delay)

    async def finish(self) -> None:
        rest = [*(self._buffered or ()), self._compressor.flush() if self._compressor is not None else b""]
        await self._response.write_eof(b"".join(rest))

    def cut(self, *, abruptly: bool) -> ScriptedCut:
        """Close the connection in the middle of the body; a reset also drops unsent bytes."""
        transport = self._request.transport
        if transport is not None and abruptly:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_ZERO)
            transport.abort()
        elif transport is not None:
            transport.close()
        return ScriptedCut()


class Player:
    def __init__(self, host: PlayerHost, script: Script, reply: Reply, record: RecordedRequest) -> None:
        self._host = host
        self._script = script
        self._reply = reply
        self._record = record

    async def stream(self, request: web.Request, headers: Mapping[str, str]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Cache-Control": "no-cache", **headers})
        response.content_type = self._script.content_type or "text/event-stream"
        if self._script.compress:
            response.headers["Content-Encoding"] = self._script.compress
        await response.prepare(request)
        body = ResponseBody(request, response, self._script)
        if self._script.garbage:
            await body.write(self._script.garbage)
        else:
            with suppress(_Ended):
                await self._play(body)
        await body.finish()
        return response

    def full_response(self) -> Mapping[str, object]:
        said = tuple(self._script.pieces(self._record))
        self._record.chunks_sent = len(said)
        return self._reply.full_response(
            said, self._script.finish_reason(), self._usage(len(said), count_reasoning(said))
        )

    async def _play(self, body: ResponseBody) -> None:
        await self._idle(body, self._script.first_delay)
        await self._reach(body, 0)
        await body.write(self._reply.opening())
        reasoning = 0
        for number, piece in enumerate(self._script.pieces(self._record)):
            if number:
                await self._idle(body, self._script.chunk_delay)
            await body.write(self._reply.piece(piece))
            reasoning += isinstance(piece, ReasoningDelta)
            self._record.chunks_sent += 1
            self._host.changed()
            await self._reach(body, self._record.chunks_sent)
        usage = self._usage(self._record.chunks_sent, reasoning)
        await body.write(self._reply.closing(self._script.finish_reason(), usage))

    async def _reach(self, body: ResponseBody, chunk: int) -> None:
        """Apply what the script says about this position."""
        await self._host.pass_gate(self._record.model, chunk)
        if chunk == self._script.stall_after:
            await self._idle(body, None)
        if chunk == self._script.truncate_after:
            raise body.cut(abruptly=self._script.cut_abruptly)
        if chunk == self._script.error_after:
            await body.write(self._reply.error(self._script.failure or FailureKind.OVERLOADED))
            raise _Ended

    async def _idle(self, body: ResponseBody, seconds: float | None) -> None:
        """Make no progress for this long, or forever."""
        if seconds == 0:
            return
        try:
            async with asyncio.timeout(seconds):
                await self._keep_alive(body)
        except TimeoutError:
            return

    async def _keep_alive(self, body: ResponseBody) -> None:
        while True:
            if self._script.keepalive_comments is None:
                await asyncio.Event().wait()
            else:
                await asyncio.sleep(self._script.keepalive_comments)
                await body.write(_COMMENT)

    def _usage(self, chunks: int, reasoning: int) -> Usage:
        return self._script.usage or Usage(
            input_tokens=self._record.input_tokens,
            output_tokens=chunks,
            cached_tokens=0,
            reasoning_tokens=reasoning,
            cache_write_tokens=0,
        )


def count_reasoning(pieces: Iterable[Piece]) -> int:
    return sum(isinstance(piece, ReasoningDelta) for piece in pieces)


def send_raw(request: web.Request, raw: bytes) -> ScriptedCut:
    """Write bytes to the socket directly, then close it."""
    transport = request.transport
    if transport is not None:
        transport.write(raw)
        transport.close()
    return ScriptedCut()
