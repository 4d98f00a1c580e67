"""Pieces of shown text as they are stored for other processes."""

from collections.abc import Iterable
from uuid import UUID

import msgspec


class Chunk(msgspec.Struct, frozen=True):
    """A piece of one generation, as it is written."""

    subject_id: UUID
    part: str
    seq: int
    """The number of characters of all streams before it."""
    texts: tuple[str, ...]


class StoredChunk(msgspec.Struct, frozen=True):
    """A piece of one generation, as it is read."""

    seq: int
    texts: tuple[str, ...]


def join_chunks(shown: tuple[str, ...], chunks: Iterable[StoredChunk]) -> tuple[str, ...]:
    """Append the chunks that continue the shown text; skip older ones and ones after a gap."""
    for chunk in chunks:
        if chunk.seq == sum(map(len, shown)):
            before = shown or ("",) * len(chunk.texts)
            shown = tuple([text + more for text, more in zip(before, chunk.texts, strict=True)])
    return shown
