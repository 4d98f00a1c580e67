"""Checkpoints: stores what was shown, and renews leases, for other processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from .. import repository
from ..chunks import Chunk
from ..running_generation import Piece, RunningGeneration


@dataclass(frozen=True, slots=True)
class Renewal:
    """The result of renewing the leases."""

    stop: Sequence[RunningGeneration] = ()
    """Generations that should stop."""
    lost: Sequence[RunningGeneration] = ()
    """Generations that another process ended, or whose subject was deleted."""


class Checkpoints:
    """Writes the checkpoints of all generations of a process with one statement on its own connection."""

    def __init__(self, database: Database, ticker: Ticker, process: UUID) -> None:
        self._process = process
        self._connection = database.open_statement_connection(ticker.after_tick)
        self._confirmed = True

    async def write(self, running: Sequence[RunningGeneration], *, renew: bool) -> Renewal:
        """Store what was shown since the last time. With `renew` also extend the leases of these generations.

        After a failure nobody knows what is stored (a crash of the database empties the table), so all of it is
        written again.
        """
        if not self._confirmed:
            for run in running:
                run.reset_checkpoints()
        due = [(run, piece) for run in running if not run.storing and (piece := run.next_checkpoint())]
        if not due and not (renew and running):
            return Renewal()
        self._confirmed = False
        try:
            renewal = await self._store(due, running if renew else ())
        except Unavailable:
            return Renewal()
        self._confirmed = True
        for run, piece in due:
            run.confirm_checkpoint(piece)
        return renewal

    async def _store(
        self, due: Sequence[tuple[RunningGeneration, Piece]], renewed: Sequence[RunningGeneration]
    ) -> Renewal:
        chunks = [Chunk(run.key.subject_id, run.key.part, piece.begins, piece.texts) for run, piece in due]
        if not renewed:
            await repository.add_chunks(self._connection, chunks)
            return Renewal()
        leases = await repository.update_leases(
            self._connection, chunks, process=self._process, keys=[run.key for run in renewed]
        )
        found = [(run, leases.get((run.key.subject_id, run.key.part))) for run in renewed]
        return Renewal([run for run, stop in found if stop], [run for run, stop in found if stop is None])

    async def close(self) -> None:
        await self._connection.close()
