"""The end of a run: finished, or stopped before its time."""

from collections.abc import Collection
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.jobs import defer
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ...chunks import ChunkPlan, gather
from ...models import Run, RunStatus
from ...topics import FINISHED_JOB, RUNS, WORK, topic_of
from .. import repository

_log = get_logger(__name__)


async def finish_runs(database: Database, runs: Collection[UUID]) -> bool:
    """End those of these runs that have nothing left to do. Exactly one worker does it for each; says if it was us."""
    async with database.unit() as session:
        emptied = await repository.lock_emptied_runs(session, runs)
        for run in emptied:
            await _finish(session, run)
    return bool(emptied)


async def _finish(session: Session, run: Run) -> None:
    wanted = len(run.models) * len(run.prompts) * run.epochs * run.sample_count
    if await repository.count_final(session, run.run_id) < wanted:
        plans = await _lay_out_missing(session, run)
        if plans:
            _log.warning("a run has results missing; they are laid out again", run_id=str(run.run_id))
            repository.add_chunks(session, run.run_id, plans)
            await publish_all(session, Changed(WORK, str(run.run_id)))
            return
    await _end(session, run, RunStatus.FINISHED, None)


async def _lay_out_missing(session: Session, run: Run) -> list[ChunkPlan]:
    plans: list[ChunkPlan] = []
    for model_id, prompt, epoch, positions in await repository.list_missing(session, run.run_id):
        for first, count in gather(positions):
            plans.append(
                ChunkPlan(number=len(plans), model_id=model_id, prompt=prompt, epoch=epoch, first=first, count=count)
            )
    return plans


async def stop_run(database: Database, run_id: UUID, reason: str) -> None:
    """End a run before its time; what is left of it stays, so that it can be resumed."""
    async with database.unit() as session:
        run = await repository.lock_running_run(session, run_id)
        if run is not None:
            await _end(session, run, RunStatus.STOPPED, reason)


async def _end(session: Session, run: Run, status: RunStatus, reason: str | None) -> None:
    run.status = status
    run.reason = reason
    run.finished_at = run.changed_at = await repository.get_now(session)
    news = [Changed(RUNS, str(run.run_id)), Changed(topic_of(run.run_id), str(run.run_id))]
    await publish_all(session, *news, Changed(WORK, str(run.run_id)))
    await defer(session, FINISHED_JOB, run_id=str(run.run_id))
