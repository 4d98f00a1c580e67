"""Writing results down: at once into memory, and all of the last moment in one transaction."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ...topics import topic_of
from .. import repository
from ..rows import AnswerRow, ResultRow

EVERY = 0.05
MOST_AT_ONCE = 1_000
MOST_WAITING = 4_000
"""With more than this no further question is asked, until the database has taken some."""
TELL_SECONDS = 0.5
"""Pages of a run hear of news at most so often."""
RETRY_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0)

_log = get_logger(__name__)

ChunkKey = tuple[UUID, int]


class ResultWriter:
    """Takes what is finished without making anybody wait. While the database is away it keeps and tries again."""

    def __init__(self, database: Database, worker: UUID, *, emptied: Callable[[set[UUID]], None]) -> None:
        self._database = database
        self._worker = worker
        self._emptied = emptied
        """Called with the runs of which pieces were finished."""
        self._rows: list[ResultRow] = []
        self._answers: list[AnswerRow] = []
        self._done: list[ChunkKey] = []
        self.finishing: set[ChunkKey] = set()
        """Pieces that are still in the table although all their results are there or on their way."""
        self._writing = 0
        self._added = self._stored = 0
        self._woken = asyncio.Event()
        self._hurried = asyncio.Event()
        self._written = asyncio.Condition()
        self._told: dict[UUID, float] = {}
        self._untold: set[UUID] = set()
        self._room: Callable[[], None] = lambda: None

    def when_room(self, call: Callable[[], None]) -> None:
        self._room = call

    @property
    def has_room(self) -> bool:
        return len(self._rows) + self._writing < MOST_WAITING

    @property
    def is_empty(self) -> bool:
        return not (self._rows or self._done or self._answers or self._writing)

    def add(self, row: ResultRow, answer: AnswerRow | None = None) -> None:
        self._rows.append(row)
        self._added += 1
        if answer is not None:
            self._answers.append(answer)
        self._woken.set()

    def keep(self, answer: AnswerRow) -> None:
        """Keep an answer that has no result yet."""
        self._answers.append(answer)
        self._woken.set()

    def hurry(self) -> None:
        """Nothing is on its way that could go with the next transaction, so it need not wait."""
        self._hurried.set()

    def finish_chunk(self, chunk: ChunkKey) -> None:
        """All results of this piece were added before; it goes with the last of them."""
        self._done.append(chunk)
        self.finishing.add(chunk)
        self._woken.set()

    async def flush(self) -> None:
        """Return when every result added so far is written."""
        wanted = self._added
        async with self._written:
            await self._written.wait_for(lambda: self._stored >= wanted)

    async def empty(self) -> None:
        """Return when nothing is left to write."""
        async with self._written:
            await self._written.wait_for(lambda: self.is_empty)

    async def run(self) -> None:
        """Write until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await self._woken.wait()
            began = loop.time()
            self._hurried.clear()
            await self._write_some()
            if self.is_empty:
                self._woken.clear()
            # Whatever finishes meanwhile goes with the next transaction, unless nothing more can finish.
            with suppress(TimeoutError):
                async with asyncio.timeout_at(began + EVERY):
                    await self._hurried.wait()

    async def _write_some(self) -> None:
        rows, self._rows = self._rows[:MOST_AT_ONCE], self._rows[MOST_AT_ONCE:]
        answers, self._answers = self._answers, []
        # A piece is finished only with its last result.
        done, self._done = ([], self._done) if self._rows else (self._done, [])
        self._writing = len(rows) + len(done) + len(answers)
        try:
            await self._write_until_done(rows, answers, done)
        except asyncio.CancelledError:
            self._rows = [*rows, *self._rows]
            self._answers = [*answers, *self._answers]
            self._done = [*done, *self._done]
            raise
        finally:
            self._writing = 0
        self._stored += len(rows)
        async with self._written:
            self._written.notify_all()
        self._room()
        if done:
            self.finishing.difference_update(done)
            self._emptied({run_id for run_id, _ in done})

    async def _write_until_done(self, rows: list[ResultRow], answers: list[AnswerRow], done: list[ChunkKey]) -> None:
        failures = 0
        # The last word on a sample counts, where it failed and was answered within one moment.
        newest = list({row.key: row for row in rows}.values())
        while True:
            try:
                async with self._database.unit() as session:
                    await self._write(session, newest, answers, done)
            except Unavailable as error:
                if not failures:
                    _log.warning("results wait for the database", results=len(rows), reason=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1
            else:
                return

    async def _write(
        self, session: Session, rows: list[ResultRow], answers: list[AnswerRow], done: list[ChunkKey]
    ) -> None:
        runs = {row.run_id for row in rows}
        if rows:
            await repository.add_results(session, rows, runs)
        if answers:
            await repository.add_answers(session, answers)
        if done:
            await repository.delete_chunks(session, done, self._worker)
        told = self._choose_told(runs)
        if told:
            await publish_all(session, *(Changed(topic_of(run_id), str(run_id)) for run_id in told))

    def _choose_told(self, runs: set[UUID]) -> set[UUID]:
        now = asyncio.get_running_loop().time()
        self._untold |= runs
        told = {run_id for run_id in self._untold if now - self._told.get(run_id, 0.0) >= TELL_SECONDS}
        self._untold -= told
        self._told.update(dict.fromkeys(told, now))
        return told

    async def tell_rest(self) -> None:
        """Tell pages of what came too soon after the last news."""
        now = asyncio.get_running_loop().time()
        due = {run_id for run_id in self._untold if now - self._told.get(run_id, 0.0) >= TELL_SECONDS}
        if not due:
            self._told = {run_id: at for run_id, at in self._told.items() if now - at < TELL_SECONDS}
            return
        async with self._database.unit() as session:
            await publish_all(session, *(Changed(topic_of(run_id), str(run_id)) for run_id in self._choose_told(set())))
