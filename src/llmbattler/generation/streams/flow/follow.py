"""Follow a generation of another process, or one that has ended."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from .. import repository
from ..chunks import StoredChunk, join_chunks
from ..contract import Ended, Failure, GenerationKey, GenerationOwner, StoredEnd
from ..running_generation import KeepAlive, Offset, Piece, Progress, ShuttingDown

LOOK_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class _State:
    chunks: list[StoredChunk]
    end: StoredEnd | None = None


async def follow_stored(
    database: Database,
    owner: GenerationOwner,
    key: GenerationKey,
    seen: Offset,
    *,
    ping_seconds: float,
    is_leaving: Callable[[], bool],
) -> AsyncIterator[Progress]:
    """Yield everything after this as it is stored, then the end."""
    clock = asyncio.get_running_loop().time
    shown: tuple[str, ...] = ("",) * len(seen)
    quiet_since = clock()
    while True:
        state = await _look(database, owner, key, after=sum(map(len, shown)) - 1)
        if state.chunks:
            longer = join_chunks(shown, state.chunks)
            # Chunks that were lost and written again may be split differently: start over.
            shown = ("",) * len(seen) if longer == shown else longer
        texts = shown if state.end is None or state.end.texts is None else state.end.texts
        piece = _cut(texts, seen)
        if piece is not None:
            seen, quiet_since = piece.upto, clock()
            yield piece
        if state.end is not None:
            yield state.end.ended
            return
        if is_leaving():
            yield ShuttingDown()
            return
        if clock() >= quiet_since + ping_seconds:
            quiet_since = clock()
            yield KeepAlive()
        await asyncio.sleep(LOOK_SECONDS)


async def _look(database: Database, owner: GenerationOwner, key: GenerationKey, *, after: int) -> _State:
    try:
        async with database.unit() as session:
            chunks = await repository.list_chunks(session, key, after)
            if chunks is not None:
                return _State(chunks)
            end = await owner.find_end(session, key)
            return _State([], end or StoredEnd(Ended(Failure.FAILED)))
    except Unavailable:
        return _State([])  # the answering process continues, and so does this stream


def _cut(texts: tuple[str, ...], seen: Offset) -> Piece | None:
    new = tuple([text[start:] for text, start in zip(texts, seen, strict=True)])
    if not any(new):
        return None
    return Piece(new, tuple([start + len(text) for text, start in zip(new, seen, strict=True)]))
