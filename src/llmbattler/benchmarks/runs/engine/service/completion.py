"""Ends runs: finished when nothing is left to do, or stopped before that."""

from collections.abc import Collection
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.jobs import defer
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ...chunks import ChunkPlan, group_positions
from ...models import Run, RunStatus
from ...topics import FINISHED_JOB, RUNS, WORK, topic_of
from .. import repository

_log = get_logger(__name__)


async def finish_runs(session: Session, *, runs: Collection[UUID]) -> bool:
    """Finish those of these runs that have nothing left to do. Exactly one worker does it; return whether it was us."""
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
