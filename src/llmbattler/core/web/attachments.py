"""Files that are made for whoever asks."""

import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import IO

from starlette.responses import StreamingResponse

IN_MEMORY = 1024 * 1024
PIECE = 64 * 1024


async def attach(write: Callable[[IO[bytes]], Awaitable[str]], *, media_type: str) -> StreamingResponse:
    """Have a file written, and send it under the name that `write` gives.

    It is on the disk before the first byte goes out: a file that breaks off halfway would look whole, and whoever reads
    slowly must hold nothing but the file.
    """
    with ExitStack() as open_files:
        file = open_files.enter_context(tempfile.SpooledTemporaryFile(IN_MEMORY))
        name = await write(file)
        open_files.pop_all()  # from here on it is closed when it was sent
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_read(file), media_type=media_type, headers=headers)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece
