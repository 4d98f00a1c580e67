"""Changing a run that was started: pause, resume, cancel, try again, delete."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.jobs import defer
from llmbattler.core.settings import Settings

from ...suites.rights import may_change
from .. import repository
from ..chunks import SIZE, ChunkPlan, group_positions
from ..errors import BudgetUsedUp, NothingFailed, NotYourRun, RunNotFound, RunOver, RunStillGoing
from ..models import Run, RunStatus
from ..repository import Failed, Piece
from ..schemas import RunChangeIn
from ..topics import FINISHED_JOB
from .notifications import publish_change
from .plans import to_micro
from .start import lay_out_all

_OPEN = (RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.STOPPED)
"""What can go on."""


async def change_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID, wanted: RunChangeIn) -> Run:
    """Change only what is given; workers follow within seconds."""
    run = await _lock(session, settings, actor, run_id)
    if wanted.title is not None:
        run.title = wanted.title.strip() or run.title
    if wanted.concurrency is not None:
        run.concurrency = wanted.concurrency
    if wanted.budget_usd is not None:
        run.budget_micro_usd = to_micro(wanted.budget_usd)
    return await _changed(session, run)


async def pause_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Let no further call begin. What is under way is still recorded."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.PAUSED:
        return run
    if run.status is not RunStatus.RUNNING:
        raise RunOver
    run.status = RunStatus.PAUSED
    return await _changed(session, run)


async def resume_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Go on where it was. What is recorded is not asked again, and what is missing is laid out if it has to be."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.RUNNING:
        return run
    if run.status not in _OPEN:
        raise RunOver
    await _check_budget(session, run)
    if not await repository.count_chunks(session, run_id):
        await repository.add_chunks(session, run_id, lay_out_all(run))
    _reopen(run)
    return await _changed(session, run)


async def cancel_run(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """End it for good. Whoever works on it finds its pieces gone; what was recorded stays."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.CANCELLED:
        return run
    if run.status not in _OPEN:
        raise RunOver
    run.status = RunStatus.CANCELLED
    run.finished_at = await repository.get_now(session)
    await repository.delete_chunks(session, run_id)
    await repository.update_retrying_to_failed(session, run_id)
    await defer(session, FINISHED_JOB, run_id=str(run_id))
    return await _changed(session, run)


async def retry_failed(session: Session, *, settings: Settings, actor: Visitor, run_id: UUID) -> Run:
    """Ask again what failed or was quarantined, and nothing else. A paused run stays paused."""
    run = await _lock(session, settings, actor, run_id)
    if run.status is RunStatus.CANCELLED:
        raise RunOver
    await _check_budget(session, run)
    failed = await repository.delete_failed(session, run_id)
    if not failed:
        raise NothingFailed
    first = await repository.get_last_number(session, run_id) + 1
    alone = leave_out_waiting(failed, await repository.list_free(session, run_id))
    plans = lay_out_again(alone, first_number=first, complete=run.status is RunStatus.FINISHED)
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


def leave_out_waiting(failed: Iterable[Failed], free: Iterable[Piece]) -> list[Failed]:
    """Without what lies in a piece that waits for a worker anyway, and would be asked and paid for twice."""
    pieces: defaultdict[tuple[str, str, int], list[range]] = defaultdict(list)
    for model_id, prompt, epoch, first, count in free:
        pieces[model_id, prompt, epoch].append(range(first, first + count))

    def waits(line: tuple[str, str, int], position: int) -> bool:
        known = pieces.get(line, [])
        place = bisect_right(known, position, key=lambda piece: piece.start)
        return place > 0 and position in known[place - 1]

    # What workers died of stays alone.
    return [row for row in failed if row[4] or not waits(row[:3], row[3])]


def lay_out_again(failed: Iterable[Failed], *, first_number: int, complete: bool) -> list[ChunkPlan]:
    """Make few pieces of single samples; those that workers died of stay alone.

    Where everything else of the run is recorded, a piece may reach over it: nobody asks for what is there.
    """
    plans: list[ChunkPlan] = []
    for (model_id, prompt, epoch), rows in groupby(sorted(failed), key=lambda row: row[:3]):
        for _, block in groupby(rows, key=lambda row: row[3] // SIZE):
            for first, count in _cut([(position, deadly) for _, _, _, position, deadly in block], reach=complete):
                number = first_number + len(plans)
                plans.append(
                    ChunkPlan(number=number, model_id=model_id, prompt=prompt, epoch=epoch, first=first, count=count)
                )
    return plans


def _cut(positions: Sequence[tuple[int, bool]], *, reach: bool) -> list[tuple[int, int]]:
    together = [position for position, deadly in positions if not deadly]
    alone = [position for position, deadly in positions if deadly]
    if reach and not alone:
        return [(together[0], together[-1] + 1 - together[0])]
    return [*group_positions(together), *group_positions(alone, size=1)]


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
    run.changed_at = await repository.get_now(session)
    await publish_change(session, run.run_id)
    return run
