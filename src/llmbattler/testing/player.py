"""Plays a script to one client, byte by byte where the script wants it so."""

import asyncio
import socket
import struct
import zlib
from collections.abc import Iterator, Mapping
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
    """The script closed the connection; aiohttp treats this like a client that went away."""


class _Ended(Exception):
    """The script says no more, and the body ends as it should."""


class Stage(Protocol):
    """What the player needs of the server it plays on."""

    async def pass_gate(self, model: str, chunk: int) -> None: ...

    def changed(self) -> None: ...


class Pipe:
    """The body of one streamed response, compressed and cut up as scripted."""

    def __init__(self, request: web.Request, response: web.StreamResponse, script: Script) -> None:
        self._request = request
        self._response = response
        self._step = script.split_bytes
        self._delay = script.split_delay
        self._squeeze = zlib.compressobj(wbits=_WINDOW[script.compress]) if script.compress else None
        self._kept: list[bytes] | None = [] if script.at_once else None

    async def write(self, frame: bytes) -> None:
        if self._squeeze is not None:
            # A sync flush per frame, as servers that stream compressed answers do.
            frame = self._squeeze.compress(frame) + self._squeeze.flush(zlib.Z_SYNC_FLUSH)
        if self._kept is not None:
            self._kept.append(frame)
            return
        step = self._step or len(frame) or 1
        for start in range(0, len(frame), step):
            await self._response.write(frame[start : start + step])
            # Also lets the reader run, who may live on the same event loop.
            await asyncio.sleep(self._delay)

    async def finish(self) -> None:
        rest = [*(self._kept or ()), self._squeeze.flush() if self._squeeze is not None else b""]
        await self._response.write_eof(b"".join(rest))

    def cut(self, *, abruptly: bool) -> ScriptedCut:
        """Drop the connection in the middle of the body; a reset also drops what is still on its way."""
        transport = self._request.transport
        if transport is not None and abruptly:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_ZERO)
            transport.abort()
        elif transport is not None:
            transport.close()
        return ScriptedCut()


class Player:
    def __init__(self, stage: Stage, script: Script, reply: Reply, record: RecordedRequest) -> None:
        self._stage = stage
        self._script = script
        self._reply = reply
        self._record = record

    async def stream(self, request: web.Request, headers: Mapping[str, str]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Cache-Control": "no-cache", **headers})
        response.content_type = self._script.content_type or "text/event-stream"
        if self._script.compress:
            response.headers["Content-Encoding"] = self._script.compress
        await response.prepare(request)
        pipe = Pipe(request, response, self._script)
        if self._script.garbage:
            await pipe.write(self._script.garbage)
        else:
            with suppress(_Ended):
                await self._play(pipe)
        await pipe.finish()
        return response

    def whole(self) -> Mapping[str, object]:
        said = tuple(self._script.pieces(self._record))
        self._record.chunks_sent = len(said)
        return self._reply.whole(said, self._script.finish_reason(), self._usage(len(said), thoughts(iter(said))))

    async def _play(self, pipe: Pipe) -> None:
        await self._idle(pipe, self._script.first_delay)
        await self._reach(pipe, 0)
        await pipe.write(self._reply.opening())
        thought = 0
        for number, piece in enumerate(self._script.pieces(self._record)):
            if number:
                await self._idle(pipe, self._script.chunk_delay)
            await pipe.write(self._reply.piece(piece))
            thought += isinstance(piece, ReasoningDelta)
            self._record.chunks_sent += 1
            self._stage.changed()
            await self._reach(pipe, self._record.chunks_sent)
        usage = self._usage(self._record.chunks_sent, thought)
        await pipe.write(self._reply.closing(self._script.finish_reason(), usage))

    async def _reach(self, pipe: Pipe, chunk: int) -> None:
        """Do what the script has in store after so many chunks."""
        await self._stage.pass_gate(self._record.model, chunk)
        if chunk == self._script.stall_after:
            await self._idle(pipe, None)
        if chunk == self._script.truncate_after:
            raise pipe.cut(abruptly=self._script.cut_abruptly)
        if chunk == self._script.error_after:
            await pipe.write(self._reply.error(self._script.failure or FailureKind.OVERLOADED))
            raise _Ended

    async def _idle(self, pipe: Pipe, seconds: float | None) -> None:
        """Make no progress for a time, or for ever."""
        if seconds == 0:
            return
        try:
            async with asyncio.timeout(seconds):
                await self._keep_alive(pipe)
        except TimeoutError:
            return

    async def _keep_alive(self, pipe: Pipe) -> None:
        while True:
            if self._script.keepalive_comments is None:
                await asyncio.Event().wait()
            else:
                await asyncio.sleep(self._script.keepalive_comments)
                await pipe.write(_COMMENT)

    def _usage(self, chunks: int, thought: int) -> Usage:
        return self._script.usage or Usage(
            input_tokens=self._record.input_tokens, output_tokens=chunks, cached_tokens=0, reasoning_tokens=thought
        )


def thoughts(pieces: Iterator[Piece]) -> int:
    return sum(isinstance(piece, ReasoningDelta) for piece in pieces)


def send_raw(request: web.Request, raw: bytes) -> ScriptedCut:
    """Put bytes on the socket past the HTTP server, then close it."""
    transport = request.transport
    if transport is not None:
        transport.write(raw)
        transport.close()
    return ScriptedCut()
