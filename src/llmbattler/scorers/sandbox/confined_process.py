"""Runs one confined process: writes its input, reads its output, enforces limits, and kills all its children."""

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

# The kernel reaps killed processes quickly; this only limits how long a caller waits.
_EXIT_SECONDS = 10.0
# Start-up time of the sandbox and the launcher, added to the program's time limit.
_START_SECONDS = 1.0
_MEMORY_CHECK_SECONDS = 0.05
_CORES = os.cpu_count() or 1
# Exit codes of a program that the kernel killed at its CPU time limit.
_CPU_TIME_EXIT_CODES = {128 + signal.SIGXCPU, 128 + signal.SIGKILL}

_slots: weakref.WeakKeyDictionary[AbstractEventLoop, asyncio.Semaphore] = weakref.WeakKeyDictionary()


def _slot() -> asyncio.Semaphore:
    """Limit concurrent programs to the number of cores; more would only slow each other down."""
    loop = asyncio.get_running_loop()
    if loop not in _slots:
        _slots[loop] = asyncio.Semaphore(_CORES)
    return _slots[loop]


class _TooMuchOutput(Exception):
    """The program exceeded its output limit."""


async def run_confined(
    command: Sequence[str | bytes],
    *,
    stdin: bytes,
    limits: Limits,
    pass_fds: Sequence[int] = (),
    bound: int,
) -> SandboxResult:
    """Run a command that confines itself, and leave none of its processes running.

    `bound` is a file descriptor that becomes readable once all processes of the command die with this process. The
    input is written only then, and without input the command does nothing. So nothing is left running if this process
    dies earlier.
    """
    async with _slot(), _start(command, pass_fds) as process:
        run = _Run(process, limits, bound)
        return await run.finish(stdin)


@contextlib.contextmanager
def open_pipe() -> Iterator[tuple[int, int]]:
    """A pipe's reading and writing ends, closed at the end of the block."""
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
    """Kill what still runs and wait for it, also if the caller was canceled."""
    kill_tree(process.pid, alive=process.returncode is None)
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_EXIT_SECONDS):
            # Unread output keeps the pipes open.
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
    """The program and its children exceeded the memory limit together."""


class _Run:
    """The state of a running program."""

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
            return self._make_result(None, stopped_for)
        code = self._process.returncode
        if code in _CPU_TIME_EXIT_CODES and time.monotonic() - self._started > self._limits.seconds / _CORES:
            return self._make_result(None, "time")
        if code != 0 and self._errors.rstrip().endswith(b"MemoryError"):
            return self._make_result(code, "memory")
        return self._make_result(code, None)

    def _make_result(self, code: int | None, stopped_for: str | None) -> SandboxResult:
        return SandboxResult(
            self._output.decode("utf-8", "replace"), self._errors.decode("utf-8", "replace"), code, stopped_for
        )

    async def _wait(self, stdin: bytes) -> str | None:
        """Wait for the end of the program. Returns the limit that was exceeded, if any."""
        reason: str | None = None
        try:
            async with asyncio.timeout(self._limits.seconds + _START_SECONDS), asyncio.TaskGroup() as group:
                writer = group.create_task(self._write_input(stdin))
                monitor = group.create_task(self._monitor_memory())
                await asyncio.gather(
                    group.create_task(self._read(self._process.stdout, self._output)),
                    group.create_task(self._read(self._process.stderr, self._errors)),
                )
                await self._process.wait()
                monitor.cancel()
                writer.cancel()
        except* TimeoutError:
            reason = "time"
        except* _TooMuchOutput:
            reason = "output"
        except* _TooMuchMemory:
            reason = "memory"
        return reason

    async def _write_input(self, stdin: bytes) -> None:
        if self._process.stdin is None:
            return
        await _until_readable(self._bound)
        # A program may end without reading its input.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._process.stdin.write(stdin)
            await self._process.stdin.drain()
        self._process.stdin.close()

    async def _read(self, stream: StreamReader | None, kept: bytearray) -> None:
        while stream is not None and (part := await stream.read(OUTPUT_BYTES)):
            kept += part[: OUTPUT_BYTES - len(kept)]
            if len(kept) >= OUTPUT_BYTES:
                raise _TooMuchOutput

    async def _monitor_memory(self) -> None:
        """Enforce the memory limit on the sum of all processes; the kernel enforces it only on each of them."""
        while True:
            await asyncio.sleep(_MEMORY_CHECK_SECONDS)
            if measure_tree(self._process.pid) > self._limits.memory_bytes:
                raise _TooMuchMemory
