"""Re-encoding uploads in worker processes, because a hostile image may take over the process that reads it."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress

from llmbattler.core.errors import AppError

from ..errors import ImageBroken, ImagesBusy, ImagesUnreadable, ImageTooDemanding, ImageTooLarge, NotAnImage
from ..image_formats import AcceptedImage, recognize_format
from ..image_protocol import ANSWER, DIMENSIONS, MAX_STORED_BYTES, READY, REQUEST, Verdict
from ..limits import MAX_IMAGE_BYTES

WORKER = "llmbattler.library.image_worker"
WORKERS = 2
MAX_WAITING = 16
START_SECONDS = 20.0
# The worker limits the time itself; this is for a worker that hangs.
ANSWER_SECONDS = 15.0

_FAILURES: Mapping[int, type[AppError]] = {Verdict.BROKEN: ImageBroken, Verdict.TOO_MUCH: ImageTooDemanding}
_OWN_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}
_DIED = (asyncio.IncompleteReadError, ConnectionError)


class ImageReader:
    """A pool of worker processes. A worker starts with its first image, and again after it died."""

    def __init__(self, *, workers: int = WORKERS, waiting: int = MAX_WAITING) -> None:
        self._workers = [_Worker() for _ in range(workers)]
        # Last in, first out: a second worker is started only when the first one is busy.
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in reversed(self._workers):
            self._idle.put_nowait(worker)
        self._free_slots = workers + waiting

    async def accept_image(self, data: bytes) -> AcceptedImage:
        """Return a re-encoded copy of an image, or raise the named failure."""
        if len(data) > MAX_IMAGE_BYTES:
            raise ImageTooLarge
        form = recognize_format(data)
        if form is None:
            raise NotAnImage
        if self._free_slots <= 0:
            raise ImagesBusy(retry_after=5)
        self._free_slots -= 1
        try:
            worker = await self._idle.get()
            try:
                verdict, answer = await worker.ask(form, data)
            finally:
                self._idle.put_nowait(worker)
        finally:
            self._free_slots += 1
        if verdict != Verdict.FINE:
            raise _FAILURES.get(verdict, ImageBroken)
        return _read_answer(answer)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()


def _read_answer(answer: bytes) -> AcceptedImage:
    # A hostile file may have taken over the worker, so its answer is checked like an upload.
    data = answer[DIMENSIONS.size :]
    media_type = _OWN_TYPES.get(recognize_format(data) or "")
    if media_type is None:
        raise ImageBroken
    width, height = DIMENSIONS.unpack_from(answer)
    return AcceptedImage(data, media_type, width, height)


class _Worker:
    """One `image_worker` process, which reads one image at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._usable = False
        self._closed = False

    async def ask(self, form: str, data: bytes) -> tuple[int, bytes]:
        with suppress(*_DIED):  # the process may have died unnoticed since the last image
            return await self._ask_once(form, data)
        try:
            return await self._ask_once(form, data)
        except _DIED:
            raise ImagesUnreadable from None

    async def _ask_once(self, form: str, data: bytes) -> tuple[int, bytes]:
        process = self._process
        if process is None or not self._usable or process.returncode is not None:
            process = await self._start()
        # A worker whose answer was not read is killed, also after a canceled request: the next image would get it.
        self._usable = False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await _exchange(process, REQUEST.pack(form.encode(), len(data)), data)
            self._usable = True
        except TimeoutError:
            raise ImagesUnreadable from None
        finally:
            if not self._usable:
                _kill(process)
        return answer

    async def _start(self) -> Process:
        if self._closed:  # a request that is still running must not restart the worker
            raise ImagesUnreadable
        await self._stop()
        # An empty environment, because ours contains keys; a session of its own, so that one signal kills all children.
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
                self._usable = await _stdout(process).readline() == READY
        if not self._usable:
            raise ImagesUnreadable
        return process

    async def close(self) -> None:
        self._closed = True
        await self._stop()

    async def _stop(self) -> None:
        self._usable = False
        if self._process is not None:
            _kill(self._process)
            await self._process.wait()


async def _exchange(process: Process, head: bytes, data: bytes) -> tuple[int, bytes]:
    stdin, stdout = process.stdin, _stdout(process)
    assert stdin is not None  # noqa: S101 - always piped
    stdin.write(head)
    stdin.write(data)
    await stdin.drain()
    verdict, length = ANSWER.unpack(await stdout.readexactly(ANSWER.size))
    if length > MAX_STORED_BYTES:
        raise ConnectionError
    return verdict, await stdout.readexactly(length)


def _stdout(process: Process) -> asyncio.StreamReader:
    assert process.stdout is not None  # noqa: S101 - always piped
    return process.stdout


def _kill(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
