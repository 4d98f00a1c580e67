"""One confined process from start to end: fed, read, watched, and gone with all its children."""

import asyncio
import contextlib
import os
import signal
import time
import weakref
from asyncio import AbstractEventLoop, StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence

from ..contract import SandboxResult
from .limits import OUTPUT_BYTES, Limits
from .process_tree import kill_tree, measure_tree

# A dying family is reaped by the kernel in a moment; this only keeps a caller from waiting for ever.
_BURIAL_SECONDS = 10.0
# The launcher and the sandbox need a moment of their own before the program's time starts to matter.
_START_SECONDS = 1.0
_LOOK_EVERY = 0.05
_CORES = os.cpu_count() or 1
# The kernel ends a program at its limit of processor time by one of these, as the sandbox reports them.
_PROCESSOR_TIME_IS_UP = {128 + signal.SIGXCPU, 128 + signal.SIGKILL}

_turns: weakref.WeakKeyDictionary[AbstractEventLoop, asyncio.Semaphore] = weakref.WeakKeyDictionary()


def _turn() -> asyncio.Semaphore:
    """As many programs at once as there are cores; more would only make all of them late."""
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns[loop] = asyncio.Semaphore(_CORES)
    return _turns[loop]


class _TooMuchOutput(Exception):
    """The program wrote more than anybody will read."""


async def run_confined(
    command: Sequence[str | bytes],
    *,
    stdin: bytes,
    limits: Limits,
    pass_fds: Sequence[int] = (),
    bound: int,
) -> SandboxResult:
    """Run a command that confines itself; whatever happens here, nothing of it is left running.

    `bound` is a file that can be read once all of the command is bound to end with this process, which is what the
    command says itself. Only then it gets its input, without which it does nothing: were this process to die before,
    there would be nothing to leave behind.
    """
    async with _turn(), _start(command, pass_fds) as process:
        run = _Run(process, limits, bound)
        return await run.finish(stdin)


@contextlib.contextmanager
def open_pipe() -> Iterator[tuple[int, int]]:
    """Two ends, to read from and to write to; both are closed with the block."""
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


@contextlib.asynccontextmanager
async def _start(command: Sequence[str | bytes], pass_fds: Sequence[int]) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env={}, cwd="/", pass_fds=pass_fds, start_new_session=True
    )
    try:
        yield process
    finally:
        await asyncio.shield(_end(process))


async def _end(process: Process) -> None:
    """Kill what still runs and wait for it, also where the caller was cancelled."""
    kill_tree(process.pid, alive=process.returncode is None)
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_BURIAL_SECONDS):
            # Unread output would keep the pipes open.
            for stream in (process.stdout, process.stderr):
                while stream is not None and await stream.read(OUTPUT_BYTES):
                    pass
            await process.wait()


async def _until_readable(file: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(file, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(file)


class _TooMuchMemory(Exception):
    """The program and its children together filled more than they may."""


class _Run:
    """What is known of a program while it runs."""

    def __init__(self, process: Process, limits: Limits, bound: int) -> None:
        self._process = process
        self._limits = limits
        self._bound = bound
        self._started = time.monotonic()
        self._output = bytearray()
        self._errors = bytearray()

    async def finish(self, stdin: bytes) -> SandboxResult:
        stopped_for = await self._wait(stdin)
        if stopped_for is not None:
            return self._tell(None, stopped_for)
        code = self._process.returncode
        if code in _PROCESSOR_TIME_IS_UP and time.monotonic() - self._started > self._limits.seconds / _CORES:
            return self._tell(None, "time")
        if code != 0 and self._errors.rstrip().endswith(b"MemoryError"):
            return self._tell(code, "memory")
        return self._tell(code, None)

    def _tell(self, code: int | None, stopped_for: str | None) -> SandboxResult:
        return SandboxResult(
            self._output.decode("utf-8", "replace"), self._errors.decode("utf-8", "replace"), code, stopped_for
        )

    async def _wait(self, stdin: bytes) -> str | None:
        """Wait for its end; the answer names the limit that came first."""
        reason: str | None = None
        try:
            async with asyncio.timeout(self._limits.seconds + _START_SECONDS), asyncio.TaskGroup() as group:
                feeding = group.create_task(self._feed(stdin))
                watching = group.create_task(self._watch())
                await asyncio.gather(
                    group.create_task(self._read(self._process.stdout, self._output)),
                    group.create_task(self._read(self._process.stderr, self._errors)),
                )
                await self._process.wait()
                watching.cancel()
                feeding.cancel()
        except* TimeoutError:
            reason = "time"
        except* _TooMuchOutput:
            reason = "output"
        except* _TooMuchMemory:
            reason = "memory"
        return reason

    async def _feed(self, stdin: bytes) -> None:
        if self._process.stdin is None:
            return
        await _until_readable(self._bound)
        # A program may end without reading what it was given.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._process.stdin.write(stdin)
            await self._process.stdin.drain()
        self._process.stdin.close()

    async def _read(self, stream: StreamReader | None, kept: bytearray) -> None:
        while stream is not None and (part := await stream.read(OUTPUT_BYTES)):
            kept += part[: OUTPUT_BYTES - len(kept)]
            if len(kept) >= OUTPUT_BYTES:
                raise _TooMuchOutput

    async def _watch(self) -> None:
        """End a family whose members together hold more than one of them may."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if measure_tree(self._process.pid) > self._limits.memory_bytes:
                raise _TooMuchMemory
