"""Jobs in PostgreSQL, run by Procrastinate. Slices declare them; only the worker runs them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NewType, TypeAlias

import procrastinate
from procrastinate import JobContext, PsycopgConnector, RetryStrategy
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import Job as StalledJob
from procrastinate.jobs import Status
from procrastinate.manager import JobManager
from procrastinate.worker import Worker

from .db import Session, raw_connection
from .db.engine import DatabaseAddress
from .db.failures import DriverError, RaisedByFunction, translate
from .db.notifications import ListenConnection
from .db.pool_checks import CheckedPool
from .logs import get_logger
from .resources import Resources

_log = get_logger(__name__)

JobFunction: TypeAlias = Callable[..., Awaitable[None]]
JobName = NewType("JobName", str)
"""Name of a job that is deferred; one constant that the sender and the job share."""

DEFAULT_QUEUE = "default"
HEARTBEAT_SECONDS = 10
STALLED_SECONDS = 30
RESTART_SECONDS = 1.0
ABORT_SECONDS = 0.5
"""After this time a `QueueWorker` that lost the database cancels its handlers."""


@dataclass(frozen=True, slots=True)
class Job:
    """One kind of job. Its name is stored with waiting jobs, so it stays; the function may move."""

    name: str
    run: JobFunction
    cron: str | None
    attempts: int


_declared: dict[str, Job] = {}


def job(name: str, *, cron: str | None = None, attempts: int = 1) -> Callable[[JobFunction], JobFunction]:
    """Declare a job. The function receives the process's `Resources`, then the arguments it was deferred with."""

    def declare(function: JobFunction) -> JobFunction:
        if name in _declared and _declared[name].run is not function:
            raise ValueError(f"Two jobs are named {name!r}.")
        _declared[name] = Job(name, function, cron, attempts)
        return function

    return declare


class JobQueue:
    """The job tables of one database."""

    def __init__(self, address: DatabaseAddress) -> None:
        self.app = procrastinate.App(
            connector=PsycopgConnector(
                pool_factory=CheckedPool,
                conninfo=address.direct_url,
                connection_class=ListenConnection,
                min_size=1,
                max_size=6,
                kwargs={"application_name": "llmbattler-jobs", "connect_timeout": 5},
            )
        )

    async def open(self) -> None:
        await self.app.open_async()

    async def close(self) -> None:
        await self.app.close_async()

    async def defer(self, name: JobName, *, lock: str | None = None, **arguments: Any) -> None:  # noqa: ANN401
        """Enqueue outside any transaction. With a lock, enqueue nothing when a job already waits under it.

        Raises `Unavailable` when the database is away.
        """
        try:
            async with _translated_errors():
                await self.app.configure_task(name, queueing_lock=lock).defer_async(**arguments)
        except AlreadyEnqueued:
            _log.debug("job already waits", job=name, lock=lock)

    async def run(self, resources: Resources, *, concurrency: int, grace: float) -> None:
        """Run jobs until cancelled; then wait for running jobs, at most `grace` seconds."""
        self._register(resources)
        me = asyncio.current_task()
        while me is None or not me.cancelling():
            try:
                await self._work(concurrency, grace)
            except (ConnectorException, DriverError) as error:
                _log.warning("the worker lost the database; it starts again", reason=type(error).__name__)
            # Procrastinate's worker returns without an error when its connection ends.
            await asyncio.sleep(RESTART_SECONDS)

    async def _work(self, concurrency: int, grace: float) -> None:
        await self.app.run_worker_async(
            queues=[DEFAULT_QUEUE],
            concurrency=concurrency,
            install_signal_handlers=False,
            shutdown_graceful_timeout=grace,
            update_heartbeat_interval=HEARTBEAT_SECONDS,
            stalled_worker_timeout=STALLED_SECONDS,
            delete_jobs="successful",
        )

    def _register(self, resources: Resources) -> None:
        for declared in _declared.values():
            if declared.name not in self.app.tasks:
                self._register_one(declared, resources)

    def _register_one(self, declared: Job, resources: Resources) -> None:
        async def run(_context: JobContext, /, timestamp: int | None = None, **arguments: Any) -> None:  # noqa: ANN401, ARG001
            await declared.run(resources, **arguments)

        task = self.app.task(
            name=declared.name,
            pass_context=True,
            retry=RetryStrategy(max_attempts=declared.attempts - 1, exponential_wait=2)
            if declared.attempts > 1
            else False,
            queueing_lock=declared.name if declared.cron else None,
        )(run)
        if declared.cron is not None:
            self.app.periodic(cron=declared.cron)(task)


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    id: int
    stalled: int
    """How many workers died or lost the database while they held it."""
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueTimings:
    beat: float
    """Seconds between two heartbeats of a worker."""
    stalled: float
    """A worker without a heartbeat for this many seconds is dead."""
    poll: float
    """Seconds between two looks for jobs that were not announced: those of dead workers."""


class QueueWorker:
    """Runs the jobs of one queue with one handler, beside the worker of all other jobs.

    A handler that is cancelled must end soon; its job counts as done.
    """

    def __init__(
        self,
        jobs: JobQueue,
        *,
        queue: str,
        name: JobName,
        handle: Callable[[ClaimedJob], Awaitable[None]],
        concurrency: int,
        timings: QueueTimings,
    ) -> None:
        self._queue = queue
        self._concurrency = concurrency
        self._timings = timings
        self._app = procrastinate.App(connector=jobs.app.connector)
        self._worker: Worker | None = None
        self._stopping = False

        async def run(context: JobContext, /, **arguments: Any) -> None:  # noqa: ANN401
            assert context.job.id is not None  # noqa: S101 - it was fetched
            await handle(ClaimedJob(context.job.id, context.job.attempts, arguments))

        self._app.task(name=name, queue=queue, pass_context=True)(run)

    @property
    def worker_id(self) -> int | None:
        """The id that Procrastinate gave this worker; `None` before it starts."""
        return None if self._worker is None else self._worker.worker_id

    async def run(self) -> None:
        """Run jobs until `stop` was called and all handlers have ended."""
        while not self._stopping:
            self._worker = worker = _SingleQueueWorker(
                self._app,
                queues=[self._queue],
                concurrency=self._concurrency,
                install_signal_handlers=False,
                shutdown_graceful_timeout=ABORT_SECONDS,
                fetch_job_polling_interval=self._timings.poll,
                update_heartbeat_interval=self._timings.beat,
                stalled_worker_timeout=max(STALLED_SECONDS, self._timings.stalled),
                delete_jobs="successful",
            )
            try:
                await worker.run()  # type: ignore[no-untyped-call]
            except (ConnectorException, DriverError) as error:
                _log.warning("the worker lost the database; it starts again", reason=type(error).__name__)
            if not self._stopping:
                await asyncio.sleep(RESTART_SECONDS)

    def stop(self, grace: float) -> None:
        """Claim nothing more. `run` returns when the handlers have ended; they are cancelled after `grace` seconds."""
        self._stopping = True
        if self._worker is not None:
            self._worker.shutdown_graceful_timeout = grace
            self._worker.stop()  # type: ignore[no-untyped-call]

    async def retry_stalled(self) -> None:
        """Put the jobs of dead workers back into the queue."""
        async with _translated_errors():
            await _retry_stalled(self._app.job_manager, self._timings.stalled, self._queue)

    async def list_claims(self) -> list[tuple[int | None, Mapping[str, Any]]]:
        """The worker and the arguments of each job of the queue that is claimed."""
        async with _translated_errors():
            found = await self._app.job_manager.list_jobs_async(queue=self._queue, status=Status.DOING.value)
        return [(job.worker_id, job.task_kwargs) for job in found]

    async def list_ids(self) -> set[int]:
        """The jobs of the queue that wait or are claimed."""
        async with _translated_errors():
            found = await self._app.job_manager.list_jobs_async(queue=self._queue)
        return {job.id for job in found if job.id is not None and job.status in _UNFINISHED}


_UNFINISHED = (Status.TODO.value, Status.DOING.value)


class _SingleQueueWorker(Worker):
    async def _periodic_deferrer(self) -> None:
        # Procrastinate watches its heartbeat and its listener only until the first of its loops ends, and without
        # periodic jobs this one ends at once.
        await asyncio.Event().wait()


# Never opened: a job deferred in a transaction uses the connection of that transaction.
_transactional = procrastinate.App(connector=PsycopgConnector())


async def defer(session: Session, name: JobName, *, lock: str | None = None, **arguments: Any) -> None:  # noqa: ANN401
    """Enqueue in the transaction of this session: the job exists if and only if the transaction commits.

    With a lock, enqueue nothing when a job already waits under it. Keep such jobs out of hot transactions.
    """
    try:
        # Nested, since a refused duplicate would abort the whole transaction.
        async with session.begin_nested(), raw_connection(session) as raw, _driver_errors():
            deferrer = _transactional.configure_task(name, queueing_lock=lock, connection=raw)
            await deferrer.defer_async(**arguments)
    except AlreadyEnqueued:
        _log.debug("job already waits", job=name, lock=lock)


async def defer_batch(
    session: Session, name: JobName, *, queue: str, arguments: Sequence[Mapping[str, Any]]
) -> list[int]:
    """Enqueue several jobs in the transaction of this session. Return their ids, in the same order."""
    async with raw_connection(session) as raw, _driver_errors():
        deferrer = _transactional.configure_task(name, queue=queue, connection=raw)
        return await deferrer.batch_defer_async(*(dict(one) for one in arguments))


@asynccontextmanager
async def _translated_errors() -> AsyncIterator[None]:
    """Raise `Unavailable` when the database is away."""
    try:
        async with _driver_errors():
            yield
    except DriverError as error:
        named = translate(error)
        if named is error:
            raise
        raise named from error


@asynccontextmanager
async def _driver_errors() -> AsyncIterator[None]:
    """Raise the driver's error in place of Procrastinate's, which wraps it."""
    try:
        yield
    except ConnectorException as error:
        if isinstance(error.__cause__, DriverError):
            raise error.__cause__ from None
        raise


@job("core.retry_stalled", cron="* * * * *")
async def retry_stalled(resources: Resources) -> None:
    """Put the jobs of dead workers back into the queue; without this they stay `doing` forever."""
    await _retry_stalled(resources.get(JobQueue).app.job_manager, STALLED_SECONDS, DEFAULT_QUEUE)


async def _retry_stalled(manager: JobManager, seconds: float, queue: str) -> None:
    for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=seconds, queue=queue):
        _log.warning("a worker died; its job runs again", job=stalled.task_name, job_id=stalled.id)
        try:
            await _put_back(manager, stalled)
        except ConnectorException as error:
            if not isinstance(error.__cause__, RaisedByFunction):
                raise
            _log.debug("another worker put the job back first", job_id=stalled.id)


async def _put_back(manager: JobManager, stalled: StalledJob) -> None:
    try:
        await manager.retry_job(stalled)
    except UniqueViolation:
        # The same job already waits under its lock; delete this one, so that the loop goes on to the other dead jobs.
        await manager.finish_job(stalled, status=Status.FAILED, delete_job=True)


@job("core.forget_old_jobs", cron="17 3 * * *")
async def delete_old_jobs(resources: Resources) -> None:
    """Delete finished jobs after a week, so that the table stays small."""
    hours = int(timedelta(days=7).total_seconds() // 3600)
    await resources.get(JobQueue).app.job_manager.delete_old_jobs(
        nb_hours=hours, include_failed=True, include_cancelled=True, include_aborted=True
    )
