"""Watching a turn: from memory where it runs, from what is written down everywhere else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from .conversation import Attempt
from .flow import CHECKPOINT_SECONDS, PING_SECONDS, Arena
from .running import Done, Leaving, Offset, Piece, Quiet, Shown, Voided
from .service.watching import Chunk, TurnState, read_turn


def follow_turn(
    arena: Arena, database: Database, *, battle_id: UUID, attempt: Attempt, seen: Offset
) -> AsyncIterator[Shown]:
    """Follow a turn wherever it runs: in this process from memory, elsewhere from what is written down."""
    running = arena.find(battle_id, attempt)
    if running is not None:
        return running.follow(seen)
    return _follow_stored(arena, database, battle_id=battle_id, attempt=attempt, seen=seen)


async def _follow_stored(
    arena: Arena, database: Database, *, battle_id: UUID, attempt: Attempt, seen: Offset
) -> AsyncIterator[Shown]:
    shown = ("", "")
    clock = asyncio.get_running_loop().time
    quiet_since = clock()
    state = TurnState()
    while True:
        after = sum(map(len, shown)) - 1
        state = await _look(database, battle_id=battle_id, attempt=attempt, after=after, as_of=state.as_of)
        if state.chunks:
            longer = _join(shown, state.chunks)
            # Nothing fits when the database lost some and they were written anew in other portions: all over then.
            shown = ("", "") if longer == shown else longer
        text = state.final or shown
        left, right = text[0][seen.left :], text[1][seen.right :]
        if left or right:
            seen = Offset(max(seen.left, len(text[0])), max(seen.right, len(text[1])))
            quiet_since = clock()
            yield Piece(left, right, seen)
        if state.final is not None:
            yield Done()
            return
        if state.void is not None:
            yield Voided(state.void)
            return
        if arena.leaving:
            yield Leaving()
            return
        if clock() >= quiet_since + PING_SECONDS:
            quiet_since = clock()
            yield Quiet()
        await asyncio.sleep(CHECKPOINT_SECONDS)


async def _look(
    database: Database, *, battle_id: UUID, attempt: Attempt, after: int, as_of: datetime | None
) -> TurnState:
    try:
        async with database.unit() as session:
            return await read_turn(session, battle_id=battle_id, attempt=attempt, after=after, as_of=as_of)
    except Unavailable:
        return TurnState()  # whoever answers goes on meanwhile, and so does this stream


def _join(shown: tuple[str, str], chunks: Sequence[Chunk]) -> tuple[str, str]:
    left, right = shown
    for chunk in chunks:
        if chunk.seq == len(left) + len(right):
            left, right = left + chunk.left, right + chunk.right
    return left, right
