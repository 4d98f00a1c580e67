"""The list of runs. Progress is counted from results."""

import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session

from ...suites.models import Suite
from ...suites.rights import is_own
from .. import repository
from ..errors import RunNotFound
from ..models import Run, RunStatus
from ..schemas import RunRowOut, RunsIn, RunsOut

__all__ = ["RunStatus", "find_run", "list_runs", "show_run"]

LAST = "last"
_CURSORS = CursorCodec[datetime, UUID]("bench.runs", datetime, UUID)
_PART_OF_ID = re.compile(r"[0-9A-Fa-f-]{4,36}")


async def list_runs(session: Session, *, asker: Visitor, page: RunsIn) -> RunsOut:
    """Newest first."""
    found = await repository.list_runs(
        session,
        repository.RunFilter(
            suite_id=page.suite_id,
            statuses=() if page.status is None else (page.status,),
            after=_CURSORS.find(page.cursor or None),
            limit=page.limit + 1,
        ),
    )
    rows = [(run, suite, number) for run, suite, number in found[: page.limit]]
    done = await _count_done(session, [run for run, _, _ in rows])
    runs = [to_out(run, suite, number, done[run.run_id], mine=is_own(run.owner, asker)) for run, suite, number in rows]
    last = runs[-1] if len(found) > page.limit else None
    return RunsOut(runs=runs, next_cursor=None if last is None else _CURSORS.write(last.created_at, last.run_id))


async def show_run(session: Session, *, asker: Visitor, run_id: UUID) -> RunRowOut:
    found = await repository.get_row(session, run_id)
    if found is None:
        raise RunNotFound
    run, suite, number = found
    return to_out(run, suite, number, (await _count_done(session, [run]))[run_id], mine=is_own(run.owner, asker))


async def find_run(session: Session, *, text: str) -> UUID | None:
    """Find a run by its id, by the start or end of its id, or as `last`. `None` if the text is ambiguous."""
    if text == LAST:
        newest = await repository.list_runs(session, repository.RunFilter(limit=1))
        return newest[0][0].run_id if newest else None
    if not _PART_OF_ID.fullmatch(text):
        return None
    found = await repository.find_runs(session, text.lower())
    return found[0] if len(found) == 1 else None


async def _count_done(session: Session, runs: Sequence[Run]) -> dict[UUID, int]:
    """Finished runs are complete, so only the others are counted."""
    open_ids = [run.run_id for run in runs if run.status is not RunStatus.FINISHED]
    counted = await repository.count_done(session, open_ids) if open_ids else {}
    return {
        run.run_id: total_of(run) if run.status is RunStatus.FINISHED else counted.get(run.run_id, 0) for run in runs
    }


def total_of(run: Run) -> int:
    return len(run.models) * len(run.prompts) * run.epochs * run.sample_count


def to_out(run: Run, suite: Suite, number: int, done: int, *, mine: bool) -> RunRowOut:
    return RunRowOut(
        run_id=run.run_id,
        suite_id=run.suite_id,
        suite_name=suite.name,
        suite_title=suite.title,
        version=number,
        title=run.title,
        status=run.status,
        reason=run.reason,
        models=run.models,
        prompts=run.prompts,
        epochs=run.epochs,
        sample_count=run.sample_count,
        done=done,
        total=total_of(run),
        mine=mine,
        created_at=run.created_at,
        finished_at=run.finished_at,
    )
