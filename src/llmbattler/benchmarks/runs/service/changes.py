"""Changes to runs: edit, pause, resume, cancel, retry, delete."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session, get_database_time
from llmbattler.core.jobs import defer
from llmbattler.core.settings import Settings

from ...suites.rights import may_change
from .. import repository
from ..chunks import SIZE, ChunkPlan, group_positions
from ..errors import BudgetUsedUp, NothingFailed, NotYourRun, RunNotFound, RunOver, RunStillGoing
from ..models import Run, RunStatus
from ..repository import ChunkRange, Failed
from ..schemas import RunChangeIn
from ..topics import FINISHED_JOB
from .notifications import publish_change
from .plans import to_micro
from .start import plan_all_chunks

_OPEN = (RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.STOPPED)
"""The states from which a run can continue."""


async def change_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID, wanted: RunChangeIn) -> Run:
    """Change the given fields. Workers apply them within seconds."""
    run = await _lock(session, settings, actor, run_id)
    if wanted.title is not None:
        run.title = wanted.title.strip() or run.title
    if wanted.concurrency is not None:
        run.concurrency = wanted.concurrency
    if wanted.budget_usd is not None:
        run.budget_micro_usd = to_micro(wanted.budget_usd)
    return await _changed(session, run)


async def pause_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Start no further calls. Calls in flight are still recorded."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.PAUSED:
        return run
    if run.status is not RunStatus.RUNNING:
        raise RunOver
    run.status = RunStatus.PAUSED
    return await _changed(session, run)


async def resume_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Continue a run. Recorded answers are not asked for again; missing chunks are created."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.RUNNING:
        return run
    if run.status not in _OPEN:
        raise RunOver
    await _check_budget(session, run)
    if not await repository.count_chunks(session, run_id):
        await repository.add_chunks(session, run_id, plan_all_chunks(run))
    _reopen(run)
    return await _changed(session, run)


async def cancel_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """End a run for good. Its chunks are deleted, its results stay."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.CANCELLED:
        return run
    if run.status not in _OPEN:
        raise RunOver
    run.status = RunStatus.CANCELLED
    run.finished_at = await get_database_time(session)
    await repository.delete_chunks(session, run_id)
    await repository.update_retrying_to_failed(session, run_id)
    await defer(session, FINISHED_JOB, run_id=str(run_id))
    return await _changed(session, run)


async def retry_failed(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Retry what failed or was quarantined. A paused run stays paused."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.CANCELLED:
        raise RunOver
    await _check_budget(session, run)
    failed = await repository.delete_failed(session, run_id)
    if not failed:
        raise NothingFailed
    first = await repository.get_last_number(session, run_id) + 1
    uncovered = drop_covered(failed, await repository.list_free(session, run_id))
    plans = plan_retries(uncovered, first_number=first, complete=run.status is RunStatus.FINISHED)
    await repository.add_chunks(session, run_id, plans)
    if run.status is not RunStatus.PAUSED:
        _reopen(run)
    return await _changed(session, run)


async def delete_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> None:
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.RUNNING:
        raise RunStillGoing
    await repository.delete_run(session, run_id)
    await publish_change(session, run_id)


def drop_covered(failed: Iterable[Failed], free: Iterable[ChunkRange]) -> list[Failed]:
    """Drop what a free chunk already covers, since it would be asked and paid for twice."""
    ranges: defaultdict[tuple[str, str, int], list[range]] = defaultdict(list)
    for model_id, prompt, epoch, first, count in free:
        ranges[model_id, prompt, epoch].append(range(first, first + count))

    def is_covered(line: tuple[str, str, int], position: int) -> bool:
        known = ranges.get(line, [])
        place = bisect_right(known, position, key=lambda one: one.start)
        return place > 0 and position in known[place - 1]

    # A quarantined sample always gets a chunk of its own.
    return [row for row in failed if row[4] or not is_covered(row[:3], row[3])]


def plan_retries(failed: Iterable[Failed], *, first_number: int, complete: bool) -> list[ChunkPlan]:
    """Group failed samples into few chunks; a quarantined sample gets a chunk of its own.

    If everything else of the run is recorded, a chunk may span it: recorded samples are not asked again.
    """
    plans: list[ChunkPlan] = []
    for (model_id, prompt, epoch), rows in groupby(sorted(failed), key=lambda row: row[:3]):
        for _, block in groupby(rows, key=lambda row: row[3] // SIZE):
            positions = [(position, quarantined) for _, _, _, position, quarantined in block]
            for first, count in _group(positions, span=complete):
                number = first_number + len(plans)
                plans.append(
                    ChunkPlan(number=number, model_id=model_id, prompt=prompt, epoch=epoch, first=first, count=count)
                )
    return plans


def _group(positions: Sequence[tuple[int, bool]], *, span: bool) -> list[tuple[int, int]]:
    shared = [position for position, quarantined in positions if not quarantined]
    isolated = [position for position, quarantined in positions if quarantined]
    if span and not isolated:
        return [(shared[0], shared[-1] + 1 - shared[0])]
    return [*group_positions(shared), *group_positions(isolated, size=1)]


async def _lock(session: Session, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    run = await repository.lock_run(session, run_id)
    if run is None:
        raise RunNotFound
    if not may_change(settings, actor, run.owner):
        raise NotYourRun
    return run


async def _check_budget(session: Session, run: Run) -> None:
    budget = run.budget_micro_usd
    if budget is not None and await repository.get_spent(session, run.run_id) >= budget:
        raise BudgetUsedUp


def _reopen(run: Run) -> None:
    run.status = RunStatus.RUNNING
    run.reason = None
    run.finished_at = None


async def _changed(session: Session, run: Run) -> Run:
    run.changed_at = await get_database_time(session)
    await publish_change(session, run.run_id)
    return run
