"""Collects results in memory and writes all results of the last moment in one transaction."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger
from llmbattler.generation.response_cache import service as response_cache
from llmbattler.generation.response_cache.service import NewResponse

from ...topics import topic_of
from .. import repository
from ..claims import EnqueuedChunk
from ..rows import ResultRow
from ..service import close_chunks

INTERVAL = 0.05
MAX_ROWS = 1_000
"""Rows in one transaction."""
MAX_WAITING = 4_000
"""With more rows than this no further item is started until the database has taken some."""
PUBLISH_SECONDS = 0.5
"""The least time between two notifications about one run."""
RETRY_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0)

_log = get_logger(__name__)


class ResultWriter:
    """Takes results without making anybody wait. While the database is unavailable it keeps them and tries again."""

    def __init__(
        self, database: Database, *, on_chunks_closed: Callable[[list[EnqueuedChunk], set[UUID]], None]
    ) -> None:
        """`on_chunks_closed` is called with chunks that were finished or released, and runs that may have ended."""
        self._database = database
        self._on_chunks_closed = on_chunks_closed
        self._rows: list[ResultRow] = []
        self._answers: list[NewResponse] = []
        self._done: list[EnqueuedChunk] = []
        self._released: list[EnqueuedChunk] = []
        self._writing = 0
        self._added = self._stored = 0
        self._pending = asyncio.Event()
        self._urgent = asyncio.Event()
        self._written = asyncio.Condition()
        self._published_at: dict[UUID, float] = {}
        self._unpublished: set[UUID] = set()
        self._on_room: Callable[[], None] = lambda: None

    def call_when_room(self, call: Callable[[], None]) -> None:
        self._on_room = call

    @property
    def has_room(self) -> bool:
        return len(self._rows) + self._writing < MAX_WAITING

    @property
    def is_empty(self) -> bool:
        return not (self._rows or self._done or self._released or self._answers or self._writing)

    def add(self, row: ResultRow, answer: NewResponse | None = None) -> None:
        self._rows.append(row)
        self._added += 1
        if answer is not None:
            self._answers.append(answer)
        self._pending.set()

    def add_answer(self, answer: NewResponse) -> None:
        """Cache an answer that has no result yet."""
        self._answers.append(answer)
        self._pending.set()

    def write_now(self) -> None:
        """Skip the interval."""
        self._urgent.set()

    def finish_chunk(self, chunk: EnqueuedChunk) -> None:
        """Delete a chunk together with its last result. All its results must have been added before."""
        self._done.append(chunk)
        self._pending.set()

    def release_chunk(self, chunk: EnqueuedChunk) -> None:
        """Give a chunk back together with its last result."""
        self._released.append(chunk)
        self._pending.set()

    async def flush(self) -> None:
        """Return when every result added so far is written."""
        wanted = self._added
        async with self._written:
            await self._written.wait_for(lambda: self._stored >= wanted)

    async def wait_until_empty(self) -> None:
        async with self._written:
            await self._written.wait_for(lambda: self.is_empty)

    async def run(self) -> None:
        """Write until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await self._pending.wait()
            began = loop.time()
            self._urgent.clear()
            await self._write_batch()
            if self.is_empty:
                self._pending.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(began + INTERVAL):
                    await self._urgent.wait()

    async def _write_batch(self) -> None:
        rows, self._rows = self._rows[:MAX_ROWS], self._rows[MAX_ROWS:]
        answers, self._answers = self._answers, []
        # A chunk is closed only together with its last result.
        done: list[EnqueuedChunk] = []
        released: list[EnqueuedChunk] = []
        if not self._rows:
            done, self._done = self._done, done
            released, self._released = self._released, released
        batch = _Batch(rows, answers, done, released)
        self._writing = len(rows) + len(done) + len(released) + len(answers)
        try:
            emptied = await self._write_with_retries(batch)
        except asyncio.CancelledError:
            self._rows = [*rows, *self._rows]
            self._answers = [*answers, *self._answers]
            self._done = [*done, *self._done]
            self._released = [*released, *self._released]
            raise
        finally:
            self._writing = 0
        self._stored += len(rows)
        async with self._written:
            self._written.notify_all()
        self._on_room()
        if done or released:
            self._on_chunks_closed([*done, *released], emptied)

    async def _write_with_retries(self, batch: "_Batch") -> set[UUID]:
        failures = 0
        while True:
            try:
                async with self._database.unit() as session:
                    return await self._write(session, batch)
            except Unavailable as error:
                if not failures:
                    _log.warning("results wait for the database", results=len(batch.rows), reason=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    async def _write(self, session: Session, batch: "_Batch") -> set[UUID]:
        """Return the runs of which nothing more was enqueued."""
        # An item that failed and then succeeded within one batch has two rows; the last one counts.
        rows = list({row.key: row for row in batch.rows}.values())
        runs = {row.run_id for row in rows}
        if rows:
            await repository.add_results(session, rows, runs)
        if batch.answers:
            await response_cache.add_responses(session, rows=batch.answers)
        emptied: set[UUID] = set()
        if batch.done or batch.released:
            emptied = await close_chunks(session, done=batch.done, released=batch.released)
        await _publish(session, self._take_publishable(runs))
        return emptied

    def _take_publishable(self, runs: set[UUID]) -> set[UUID]:
        """Add these runs to the unpublished ones and take out those that may be published now."""
        now = asyncio.get_running_loop().time()
        self._unpublished |= runs
        due = self._list_due(now)
        self._unpublished -= due
        self._published_at.update(dict.fromkeys(due, now))
        return due

    def _list_due(self, now: float) -> set[UUID]:
        return {run_id for run_id in self._unpublished if now - self._published_at.get(run_id, 0.0) >= PUBLISH_SECONDS}

    async def publish_delayed(self) -> None:
        """Publish changes that came too soon after the previous notification."""
        now = asyncio.get_running_loop().time()
        if not self._list_due(now):
            self._published_at = {run_id: at for run_id, at in self._published_at.items() if now - at < PUBLISH_SECONDS}
            return
        async with self._database.unit() as session:
            await _publish(session, self._take_publishable(set()))


@dataclass(frozen=True, slots=True)
class _Batch:
    rows: list[ResultRow]
    answers: list[NewResponse]
    done: list[EnqueuedChunk]
    released: list[EnqueuedChunk]


async def _publish(session: Session, runs: set[UUID]) -> None:
    if runs:
        await publish_all(session, *(Changed(topic_of(run_id), str(run_id)) for run_id in runs))
