"""Pieces of shown text as they are stored for other processes."""

from collections.abc import Iterable
from uuid import UUID

import msgspec


class Chunk(msgspec.Struct, frozen=True):
    """What is written: a piece of one generation."""

    subject_id: UUID
    part: str
    seq: int
    """How many characters of all streams together come before it."""
    texts: tuple[str, ...]


class StoredChunk(msgspec.Struct, frozen=True):
    """What is read back."""

    seq: int
    texts: tuple[str, ...]


def join_chunks(shown: tuple[str, ...], chunks: Iterable[StoredChunk]) -> tuple[str, ...]:
    """Append the chunks that continue what was shown; others are older than it, or too new."""
    for chunk in chunks:
        if chunk.seq == sum(map(len, shown)):
            before = shown or ("",) * len(chunk.texts)
            shown = tuple([text + more for text, more in zip(before, chunk.texts, strict=True)])
    return shown
