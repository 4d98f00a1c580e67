"""Images that people send: recognised by content, read in a process of their own, kept as fresh copies."""

import asyncio
import os
import signal
import struct
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

from llmbattler.core.errors import AppError, Invalid, TooLarge, Unavailable, Unsupported

WORKER = "llmbattler.arena.image_worker"
MAX_BYTES = 10_000_000
# What comes back is small enough for every provider, also as base64.
MAX_STORED_BYTES = 3_600_000
WORKERS = 2
MAX_WAITING = 16
START_SECONDS = 20.0
# The worker ends a slow image itself; this is for a worker that does not.
ANSWER_SECONDS = 15.0

REQUEST = struct.Struct("!4sI")
ANSWER = struct.Struct("!BI")
DIMENSIONS = struct.Struct("!HH")
READY = b"ready\n"


class Verdict(IntEnum):
    """How reading an image ended; also the exit code of the process that read it."""

    FINE = 0
    BROKEN = 1
    TOO_MUCH = 2


class NotAnImage(Unsupported):
    """Only PNG, JPEG, WebP and GIF images are accepted."""


class ImageTooLarge(TooLarge):
    """An image may have at most 10 MB."""


class ImageBroken(Invalid):
    """This image is damaged and cannot be read; saving it anew as PNG or JPEG may help."""


class ImageTooDemanding(Invalid):
    """This image has too many pixels or frames to be read; please send a smaller one."""


class ImagesBusy(Unavailable):
    """Many images are being read right now; please try again shortly."""


class ImagesUnreadable(Unavailable):
    """Images cannot be read right now; please try again shortly."""


_FAILURES: Mapping[int, type[AppError]] = {Verdict.BROKEN: ImageBroken, Verdict.TOO_MUCH: ImageTooDemanding}
_OWN_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}
_DIED = (asyncio.IncompleteReadError, ConnectionError)


@dataclass(frozen=True, slots=True)
class AcceptedImage:
    """A fresh copy: upright, at most 2048 pixels long, sRGB, and nothing in it but pixels."""

    data: bytes
    media_type: str
    width: int
    height: int


def recognise(data: bytes) -> str | None:
    """Name the format by the first bytes, whatever a name or a header said; None for all that is not accepted."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return None


class ImageReader:
    """Opened once for a process. Its workers start at their first image, and again when one died."""

    def __init__(self, *, workers: int = WORKERS, waiting: int = MAX_WAITING) -> None:
        self._workers = [_Worker() for _ in range(workers)]
        # Last in, first out: a second worker is started only when the first one is busy.
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in reversed(self._workers):
            self._idle.put_nowait(worker)
        self._places = workers + waiting

    async def accept_image(self, data: bytes) -> AcceptedImage:
        """Give a clean copy of an image, or say by a named failure why there is none."""
        if len(data) > MAX_BYTES:
            raise ImageTooLarge
        form = recognise(data)
        if form is None:
            raise NotAnImage
        if self._places <= 0:
            raise ImagesBusy(retry_after=5)
        self._places -= 1
        try:
            worker = await self._idle.get()
            try:
                verdict, answer = await worker.ask(form, data)
            finally:
                self._idle.put_nowait(worker)
        finally:
            self._places += 1
        if verdict != Verdict.FINE:
            raise _FAILURES.get(verdict, ImageBroken)
        return _read_answer(answer)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()


def _read_answer(answer: bytes) -> AcceptedImage:
    # A hostile file may have taken over the process that read it, so its answer is looked at like an upload.
    data = answer[DIMENSIONS.size :]
    media_type = _OWN_TYPES.get(recognise(data) or "")
    if media_type is None:
        raise ImageBroken
    width, height = DIMENSIONS.unpack_from(answer)
    return AcceptedImage(data, media_type, width, height)


class _Worker:
    """One `image_worker` process, asked one image at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._fit = False
        self._closed = False

    async def ask(self, form: str, data: bytes) -> tuple[int, bytes]:
        with suppress(*_DIED):  # perhaps long ago, and unnoticed until now
            return await self._ask_once(form, data)
        try:
            return await self._ask_once(form, data)
        except _DIED:
            raise ImagesUnreadable from None

    async def _ask_once(self, form: str, data: bytes) -> tuple[int, bytes]:
        process = self._process
        if process is None or not self._fit or process.returncode is not None:
            process = await self._start()
        # Until it has answered, and also after a cancelled request: an answer that nobody read would be taken for
        # the next one's.
        self._fit = False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                said = await _exchange(process, REQUEST.pack(form.encode(), len(data)), data)
            self._fit = True
        except TimeoutError:
            raise ImagesUnreadable from None
        finally:
            if not self._fit:
                _kill(process)
        return said

    async def _start(self) -> Process:
        if self._closed:  # an image that was being read meanwhile must not bring the worker back
            raise ImagesUnreadable
        await self._stop()
        # A fresh environment, because ours holds keys, and a session of its own, so that one signal ends all of it.
        paths = os.pathsep.join(path for path in sys.path if path)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", WORKER),
            env={"PYTHONPATH": paths},
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
        self._process = process
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                self._fit = await _stdout(process).readline() == READY
        if not self._fit:
            raise ImagesUnreadable
        return process

    async def close(self) -> None:
        self._closed = True
        await self._stop()

    async def _stop(self) -> None:
        self._fit = False
        if self._process is not None:
            _kill(self._process)
            await self._process.wait()


async def _exchange(process: Process, head: bytes, data: bytes) -> tuple[int, bytes]:
    stdin, stdout = process.stdin, _stdout(process)
    assert stdin is not None  # noqa: S101 - asked for at the start
    stdin.write(head)
    stdin.write(data)
    await stdin.drain()
    verdict, length = ANSWER.unpack(await stdout.readexactly(ANSWER.size))
    if length > MAX_STORED_BYTES:
        raise ConnectionError
    return verdict, await stdout.readexactly(length)


def _stdout(process: Process) -> asyncio.StreamReader:
    assert process.stdout is not None  # noqa: S101 - asked for at the start
    return process.stdout


def _kill(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
