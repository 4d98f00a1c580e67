from typing import IO

import pytest

from llmbattler.core.web.attachments import CHUNK_BYTES, MAX_MEMORY_BYTES, attach

TEXT = b"0123456789abcdef" * (MAX_MEMORY_BYTES // 8)


async def test_a_file_is_sent_in_pieces_and_closed() -> None:
    files: list[IO[bytes]] = []

    async def write(file: IO[bytes]) -> str:
        files.append(file)
        file.write(TEXT)
        return "all.txt"

    answer = await attach(write, media_type="text/plain")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="all.txt"'
    assert (answer.headers["Cache-Control"], answer.media_type) == ("no-store", "text/plain")
    pieces = [piece async for piece in answer.body_iterator]
    assert {len(piece) for piece in pieces} == {CHUNK_BYTES}
    assert b"".join(bytes(piece) for piece in pieces if not isinstance(piece, str)) == TEXT
    assert files[0].closed


async def test_a_file_that_cannot_be_written_is_closed_too() -> None:
    files: list[IO[bytes]] = []

    async def write(file: IO[bytes]) -> str:
        files.append(file)
        raise LookupError

    with pytest.raises(LookupError):
        await attach(write, media_type="text/plain")
    assert files[0].closed
