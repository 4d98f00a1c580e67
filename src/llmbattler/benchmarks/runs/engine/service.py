"""How runs and chunks go on and end: enqueued, released, reclaimed, quarantined, finished, stopped.

The window of a run is what the job queue has of it. Jobs are claimed in the order in which they were enqueued. Since
each run has only a few jobs at a time, however many chunks it has, runs take turns.
"""

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.jobs import defer, defer_batch
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ..chunks import ChunkPlan, group_positions, split_chunk
from ..models import Run, RunStatus
from ..topics import CHUNK_JOB, CHUNK_QUEUE, FINISHED_JOB, RUNS, WORK, topic_of
from . import repository
from .claims import ClaimedChunk, EnqueuedChunk

LIMITS = repository.WindowLimits(chunks=128, least=4, factor=8, parked=20)
SOLO_DEATHS = 2
"""A sample that this many workers died of is asked alone: nothing else runs in its worker meanwhile."""
MAX_SOLO_STARTS = 3
"""A sample that was started alone this often, and never ended, is quarantined."""

_log = get_logger(__name__)


async def fill_windows(session: Session, *, runs: Collection[UUID], done: Collection[EnqueuedChunk] = ()) -> set[UUID]:
    """Delete chunks that are done, and enqueue chunks of these runs as far as their windows allow.

    Return the runs of which nothing was enqueued. They may have ended, which only `finish_runs` can tell: another
    worker may delete the last but one chunk at the same time.
    """
    chunks = await repository.lock_window(session, runs, LIMITS, done=done)
    if chunks:
        arguments = [{"run_id": str(run_id), "number": number} for run_id, number in chunks]
        jobs = await defer_batch(session, CHUNK_JOB, queue=CHUNK_QUEUE, arguments=arguments)
        enqueued = [EnqueuedChunk(*key, job_id) for key, job_id in zip(chunks, jobs, strict=True)]
        await repository.update_enqueued(session, enqueued)
    return set(runs) - {run_id for run_id, _ in chunks}


async def enqueue_idle_runs(session: Session) -> set[UUID]:
    """Enqueue chunks of running runs of which nothing is enqueued. Return those that seem to have none."""
    idle = await repository.list_idle_runs(session)
    return await fill_windows(session, runs=idle) if idle else set()


async def close_chunks(
    session: Session, *, done: Collection[EnqueuedChunk], released: Collection[EnqueuedChunk]
) -> set[UUID]:
    """Delete chunks that have all their results, and let other jobs have those that are released.

    Return the runs of which nothing more was enqueued.
    """
    if released:
        await repository.update_released(session, released)
    return await fill_windows(session, runs={one.run_id for one in (*done, *released)}, done=done)


async def reclaim_chunk(session: Session, *, chunk: EnqueuedChunk) -> set[UUID]:
    """Replace the chunk of a dead worker by chunks of one sample each. Return its run if nothing of it is enqueued.

    A death counts for every sample that had no result, although at most one of them caused it. It only decides how
    carefully they are asked; no sample is quarantined for a death in company.
    """
    one = await repository.lock_chunk(session, chunk)
    if one is None:
        return set()
    if one.plan.count == 1 and one.plan.deaths >= SOLO_DEATHS:
        await repository.update_released(session, [chunk])
    else:
        await _split(session, one)
        _log.warning("the chunk of a dead worker is reclaimed", run_id=str(chunk.run_id), samples=one.plan.count)
    return await fill_windows(session, runs=[chunk.run_id])


async def _split(session: Session, one: ClaimedChunk) -> None:
    run_id = one.enqueued.run_id
    first = await repository.lock_last_number(session, run_id) + 1
    plans = split_chunk(replace(one.plan, deaths=one.plan.deaths + 1), one.missing, first_number=first)
    await repository.delete_chunks(session, [one.enqueued])
    repository.add_chunks(session, run_id, plans)
    await session.flush()


async def start_solo(session: Session, *, chunk: EnqueuedChunk) -> bool:
    """Record that the only sample of a chunk is about to be asked alone. Return false if it was quarantined instead."""
    one = await repository.lock_chunk(session, chunk)
    if one is None:
        return False
    if one.solo_starts < MAX_SOLO_STARTS:
        await repository.update_solo_starts(session, chunk, 1)
        return True
    _log.error("a sample is quarantined", run_id=str(chunk.run_id), position=one.plan.first, deaths=one.solo_starts)
    error = (
        f"{one.solo_starts} workers died while they asked or scored this sample and nothing else, so it is not tried "
        "again. Use “Retry failed” to try it once more."
    )
    await repository.add_quarantined(session, chunk.run_id, chunk.number, error)
    return False


async def finish_runs(session: Session, *, runs: Collection[UUID]) -> bool:
    """Finish those of these runs that have nothing left to do. Exactly one worker does it; return whether it was us."""
    await fill_windows(session, runs=runs)  # of one that has chunks left nothing may be enqueued now
    emptied = await repository.lock_emptied_runs(session, runs)
    for run in emptied:
        await _finish(session, run)
    return bool(emptied)


async def _finish(session: Session, run: Run) -> None:
    wanted = len(run.models) * len(run.prompts) * run.epochs * run.sample_count
    if await repository.count_final(session, run.run_id) < wanted:
        plans = await _plan_missing(session, run)
        if plans:
            _log.warning("results of a run are missing; their chunks are created again", run_id=str(run.run_id))
            repository.add_chunks(session, run.run_id, plans)
            await publish_all(session, Changed(WORK, str(run.run_id)))
            return
    await _end(session, run, RunStatus.FINISHED, None)


async def _plan_missing(session: Session, run: Run) -> list[ChunkPlan]:
    plans: list[ChunkPlan] = []
    for model_id, prompt, epoch, positions in await repository.list_missing(session, run.run_id):
        for first, count in group_positions(positions):
            plans.append(
                ChunkPlan(number=len(plans), model_id=model_id, prompt=prompt, epoch=epoch, first=first, count=count)
            )
    return plans


async def stop_run(session: Session, *, run_id: UUID, reason: str) -> None:
    """Stop a running run. Its chunks stay, so that it can be resumed."""
    run = await repository.lock_running_run(session, run_id)
    if run is not None:
        await _end(session, run, RunStatus.STOPPED, reason)


async def _end(session: Session, run: Run, status: RunStatus, reason: str | None) -> None:
    run.status = status
    run.reason = reason
    run.finished_at = run.changed_at = await get_transaction_time(session)
    run_id = str(run.run_id)
    await publish_all(session, Changed(RUNS, run_id), Changed(topic_of(run.run_id), run_id), Changed(WORK, run_id))
    await defer(session, FINISHED_JOB, run_id=run_id)
