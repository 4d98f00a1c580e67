"""The worker process: runs jobs and the loops of all slices."""

import asyncio
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress

from llmbattler.core.gc_thresholds import tune_garbage_collector
from llmbattler.core.jobs import JobQueue
from llmbattler.core.logs import get_logger
from llmbattler.core.manifests import import_jobs, list_loops, list_worker_starts
from llmbattler.core.process import open_site
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.tasks import cancel_tasks

from .heartbeat import keep_beating, open_heartbeat

_log = get_logger(__name__)


class WorkerEnded(Exception):
    """A part of the worker ended without being cancelled."""


async def work(resources: Resources) -> None:
    """Run jobs, and the loops of all slices, until this task is cancelled."""
    import_jobs()
    settings = resources.get(Settings)
    jobs = resources.get(JobQueue).run(
        resources, concurrency=settings.worker_concurrency, grace=settings.shutdown_grace
    )
    async with asyncio.TaskGroup() as group:
        group.create_task(_run_forever(jobs, "jobs"), name="jobs")
        for name, loop in list_loops().items():
            group.create_task(_run_forever(loop(resources), name), name=name)
        for start in list_worker_starts():
            group.create_task(start(resources))


async def _run_forever(part: Coroutine[None, None, None], name: str) -> None:
    """Raise `WorkerEnded` if a part ends without being cancelled: the task group would continue without it."""
    me = asyncio.current_task()
    try:
        await part
    finally:
        if me is not None and not me.cancelling():
            raise WorkerEnded(name)


@asynccontextmanager
async def _beating(settings: Settings) -> AsyncIterator[None]:
    with open_heartbeat(settings.data_dir) as path:
        task = asyncio.create_task(keep_beating(path), name="heartbeat")
        try:
            yield
        finally:
            await cancel_tasks([task])


async def run_worker(settings: Settings) -> None:
    """Open the site and run jobs until a signal arrives."""
    async with _beating(settings), open_site(settings) as resources:
        task = asyncio.create_task(work(resources), name="worker")
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        tune_garbage_collector()
        _log.info("worker ready", concurrency=settings.worker_concurrency)
        with suppress(asyncio.CancelledError):
            await task
        _log.info("worker stopped")
