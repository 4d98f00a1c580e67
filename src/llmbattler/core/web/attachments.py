"""Files that are written on request and sent as downloads."""

import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import IO

from starlette.responses import StreamingResponse

MAX_MEMORY_BYTES = 1024 * 1024
CHUNK_BYTES = 64 * 1024


async def attach(write: Callable[[IO[bytes]], Awaitable[str]], *, media_type: str) -> StreamingResponse:
    """Write a file with `write`, which returns its name, and send it.

    The file is complete before the first byte is sent: a failure halfway would look like a whole file, and a slow
    reader must hold no other resource.
    """
    with ExitStack() as open_files:
        file = open_files.enter_context(tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES))
        name = await write(file)
        open_files.pop_all()  # `_read` closes it after sending
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_read(file), media_type=media_type, headers=headers)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while chunk := file.read(CHUNK_BYTES):
            yield chunk
