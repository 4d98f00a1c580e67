"""What other processes learn of the turns of this one: what was shown so far, and that somebody still answers."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import msgspec

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from . import repository
from .limits import LEASE
from .running import Piece, RunningTurn

_ADD_CHUNKS = """
INSERT INTO live_chunks (battle_id, seq, "left", "right")
SELECT battle_id, seq, "left", "right"
FROM json_to_recordset(%(chunks)s) AS new (battle_id uuid, seq integer, "left" text, "right" text)
ON CONFLICT DO NOTHING
"""
_ADD_AND_RENEW = f"""
WITH added AS ({_ADD_CHUNKS})
UPDATE live_turns SET leased_at = now() WHERE process = %(process)s AND battle_id = ANY(%(battles)s)
RETURNING battle_id, stop_requested
"""  # noqa: S608 - the statement above
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

    def __init__(self, database: Database, ticker: Ticker, process: UUID) -> None:
        self._database = database
        self._process = process
        self._connection = database.open_statement_connection(ticker.after_tick)

    async def write(self, running: Mapping[UUID, RunningTurn], *, renew: bool) -> list[UUID]:
        """Add what was shown since the last time; the same again next time when nobody knows whether it was written.

        With `renew` say too that this process still answers these, and give those that somebody asked to stop.
        """
        due = [(turn, piece) for turn in running.values() if (piece := turn.next_checkpoint())]
        if not due and not (renew and running):
            return []
        chunks = [_Chunk(turn.plan.battle_id, piece.begins, piece.left, piece.right) for turn, piece in due]
        values: dict[str, Any] = {"chunks": msgspec.json.encode(chunks).decode()}
        try:
            if not renew:
                await self._connection.run(_ADD_CHUNKS, values)
                _keep(due)
                return []
            values |= {"process": self._process, "battles": list(running)}
            leases: dict[UUID, bool] = dict(await self._connection.run(_ADD_AND_RENEW, values))
            _keep(due)
            await self._restore({battle_id: turn for battle_id, turn in running.items() if battle_id not in leases})
        except Unavailable:
            return []
        return [battle_id for battle_id, stop in leases.items() if stop]

    async def is_anything_left(self) -> bool:
        """Whether it is worth looking for what dead processes left behind; mostly there is nothing."""
        [[left]] = await self._database.statement_connection.run(_LEFT_BEHIND, {"lease": LEASE})
        return bool(left)

    async def close(self) -> None:
        await self._connection.close()

    async def _restore(self, lost: Mapping[UUID, RunningTurn]) -> None:
        if not lost:
            return
        async with self._database.unit() as session:
            numbers = {battle_id: turn.plan.turn for battle_id, turn in lost.items()}
            restored = await repository.restore_live_turns(session, self._process, numbers)
        for battle_id in restored:
            lost[battle_id].forget_checkpoints()


def _keep(written: Iterable[tuple[RunningTurn, Piece]]) -> None:
    for turn, piece in written:
        turn.keep_checkpoint(piece)


class _Chunk(msgspec.Struct, frozen=True):
    battle_id: UUID
    seq: int
    left: str
    right: str
