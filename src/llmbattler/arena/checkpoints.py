"""What other processes learn of the turns of this one: what was shown so far, and that somebody still answers."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from uuid import UUID

import msgspec

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from . import repository
from .limits import LEASE
from .running import RunningTurn

_ADD_CHUNKS = """
INSERT INTO live_chunks (battle_id, seq, "left", "right")
SELECT battle_id, seq, "left", "right"
FROM json_to_recordset(%(chunks)s) AS new (battle_id uuid, seq integer, "left" text, "right" text)
ON CONFLICT DO NOTHING
"""
_RENEW = """
UPDATE live_turns SET leased_at = now() WHERE process = %(process)s AND battle_id = ANY(%(battles)s)
RETURNING battle_id, stop_requested
"""
_LEFT_BEHIND = """
SELECT EXISTS (
    SELECT FROM battles WHERE status = 'generating' AND updated_at < now() - %(lease)s AND NOT EXISTS (
        SELECT FROM live_turns WHERE live_turns.battle_id = battles.battle_id AND leased_at > now() - %(lease)s)
) OR EXISTS (
    SELECT FROM live_chunks WHERE NOT EXISTS (SELECT FROM live_turns WHERE live_turns.battle_id = live_chunks.battle_id)
)
"""


class Checkpoints:
    """One writer for all turns of a process."""

    def __init__(self, database: Database, process: UUID) -> None:
        self._database = database
        self._process = process

    async def write(self, turns: Iterable[RunningTurn]) -> None:
        """Add what was shown since the last time; the same again next time when nobody knows whether it was written."""
        due = [(turn, piece) for turn in turns if (piece := turn.next_checkpoint())]
        if not due:
            return
        chunks = [_Chunk(turn.plan.battle_id, piece.begins, piece.left, piece.right) for turn, piece in due]
        with suppress(Unavailable):
            await self._database.line.run(_ADD_CHUNKS, {"chunks": msgspec.json.encode(chunks).decode()})
            for turn, piece in due:
                turn.keep_checkpoint(piece)

    async def renew_leases(self, running: Mapping[UUID, RunningTurn]) -> list[UUID]:
        """Say that this process still answers these, and give those that somebody asked to stop."""
        try:
            rows = await self._database.line.run(_RENEW, {"process": self._process, "battles": list(running)})
            leases: dict[UUID, bool] = dict(rows)
            await self._restore({id_: turn for id_, turn in running.items() if id_ not in leases})
        except Unavailable:
            return []
        return [battle_id for battle_id, stop in leases.items() if stop]

    async def is_anything_left(self) -> bool:
        """Whether it is worth looking for what dead processes left behind; mostly there is nothing."""
        [[left]] = await self._database.line.run(_LEFT_BEHIND, {"lease": LEASE})
        return bool(left)

    async def _restore(self, lost: Mapping[UUID, RunningTurn]) -> None:
        if not lost:
            return
        async with self._database.unit() as session:
            numbers = {battle_id: turn.plan.turn for battle_id, turn in lost.items()}
            restored = await repository.restore_live_turns(session, self._process, numbers)
        for battle_id in restored:
            lost[battle_id].forget_checkpoints()


class _Chunk(msgspec.Struct, frozen=True):
    battle_id: UUID
    seq: int
    left: str
    right: str
