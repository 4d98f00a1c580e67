"""Running jobs until told to stop."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress

from llmbattler.accounts.entering import jobs as entering_jobs
from llmbattler.arena import jobs as arena_jobs
from llmbattler.arena.counting import jobs as counting_jobs
from llmbattler.arena.integrity import jobs as integrity_jobs
from llmbattler.arena.judging import jobs as judging_jobs
from llmbattler.arena.moderation import jobs as moderation_jobs
from llmbattler.arena.owning import service as arena_owning
from llmbattler.arena.sealing import jobs as sealing_jobs
from llmbattler.benchmarks.runs import jobs as bench_run_jobs
from llmbattler.benchmarks.runs.engine.pump import Pump
from llmbattler.benchmarks.suites import jobs as bench_suite_jobs
from llmbattler.benchmarks.suites.flow import include_suites
from llmbattler.catalog import jobs as catalog_jobs
from llmbattler.catalog.budgets import jobs as budget_jobs
from llmbattler.catalog.owning import service as catalog_owning
from llmbattler.core import idempotency as core_idempotency
from llmbattler.core.db import Database
from llmbattler.core.gc_tuning import tune_garbage_collector
from llmbattler.core.jobs import JobQueue
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from .runtime import open_site

__all__ = [
    "arena_jobs",
    "arena_owning",
    "bench_run_jobs",
    "bench_suite_jobs",
    "budget_jobs",
    "catalog_jobs",
    "catalog_owning",
    "core_idempotency",
    "counting_jobs",
    "entering_jobs",
    "integrity_jobs",
    "judging_jobs",
    "moderation_jobs",
    "run_worker",
    "sealing_jobs",
    "work",
]

_log = get_logger(__name__)


class WorkerEnded(Exception):
    """A part of the worker ended though nobody stopped it."""


async def work(resources: Resources) -> None:
    """Run jobs, and the runs of benchmarks, until this task is cancelled."""
    settings = resources.get(Settings)
    jobs = resources.get(JobQueue).run(
        resources, concurrency=settings.worker_concurrency, grace=settings.shutdown_grace
    )
    async with asyncio.TaskGroup() as group:
        group.create_task(_go_on(jobs, "jobs"), name="jobs")
        group.create_task(_go_on(Pump(resources).run(), "runs"), name="runs")
        group.create_task(include_suites(resources.get(Database)), name="included suites")


async def _go_on(part: Coroutine[None, None, None], name: str) -> None:
    """Run what may end only when it is told to: a group would go on without a part that ends quietly."""
    me = asyncio.current_task()
    try:
        await part
    finally:
        if me is not None and not me.cancelling():
            raise WorkerEnded(name)


async def run_worker(settings: Settings) -> None:
    """The whole life of a worker process."""
    async with open_site(settings) as resources:
        task = asyncio.create_task(work(resources), name="worker")
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        tune_garbage_collector()
        _log.info("worker ready", concurrency=settings.worker_concurrency)
        with suppress(asyncio.CancelledError):
            await task
        _log.info("worker stopped")
