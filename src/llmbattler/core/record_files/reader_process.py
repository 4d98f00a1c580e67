"""Read a file of a stranger in a child process, which has little memory and time and holds none of our secrets."""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import IO, Any

import msgspec

from .factory import GZIP
from .formats import BadLine, Record, UnreadableFile, find_extension

WORKER = "llmbattler.core.record_files.reader_worker"
SECONDS = 60.0


class FileTooDemanding(UnreadableFile):
    """Reading this file takes too much memory or time. Split it into smaller files."""


@asynccontextmanager
async def read_in_child(
    body: bytes, name: str, *, most_rows: int, most_bytes: int
) -> AsyncIterator[Iterator[Record | BadLine]]:
    """Yield the rows of a file, whose values are JSON types. Raises `UnreadableFile`, also while they are iterated.

    `most_bytes` limits the decompressed file as well as its values as JSON.
    """
    lower = name.lower()
    # Only the extension becomes an argument, one of a few: arguments are visible to everybody on the machine.
    plain = f"file{find_extension(lower.removesuffix(GZIP))}{GZIP if lower.endswith(GZIP) else ''}"
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as found:
        await asyncio.to_thread(_write, given, body)
        await _run([plain, str(most_rows), str(most_bytes)], given, found)
        found.seek(0)
        yield _decode(found)


def _write(file: IO[bytes], body: bytes) -> None:
    file.write(body)
    file.seek(0)


async def _run(arguments: list[str], given: IO[bytes], found: IO[bytes]) -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", WORKER, *arguments),
        # Arrow's own allocators reserve more address space than the child may have.
        env={"PYTHONPATH": paths, "ARROW_DEFAULT_MEMORY_POOL": "system", "OMP_NUM_THREADS": "1"},
        stdin=given,
        stdout=found,
        stderr=DEVNULL,
        start_new_session=True,
    )
    code = -signal.SIGKILL
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                code = await process.wait()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    if code != 0:
        raise FileTooDemanding


def _decode(file: IO[bytes]) -> Iterator[Record | BadLine]:
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
    for line in file:
        match decoder.decode(line):
            case [int() as number, dict() as values]:
                yield Record(number, values)
            case [int() as number, str() as reason, int() as lost]:
                yield BadLine(number, reason, lost)
            case problem:
                raise UnreadableFile(str(problem))
