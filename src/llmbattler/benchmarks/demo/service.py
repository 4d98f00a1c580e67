"""Imports the recorded suites and runs, and adds the schedule of some of them."""

import asyncio
import io
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.db import Session
from llmbattler.core.demo import Progress, find_shift, list_parts, read_part
from llmbattler.core.settings import Settings

from ..results.exports.service import import_run
from ..runs.schedules.schemas import ScheduleIn
from ..runs.schedules.service import add_schedule
from ..suites.checks.service import check_text
from ..suites.errors import SuiteNotFound
from ..suites.service.edits import save_checked
from ..suites.service.included import sync_included
from ..suites.service.suites import find_suite
from . import repository

WEEK = timedelta(weeks=1)
"""Scheduled runs stay on their day of the week."""
_OPERATOR = Visitor(None, AccountKind.ADMIN)


@dataclass(frozen=True, slots=True)
class FillReport:
    runs: int
    answers: int


async def is_filled(session: Session) -> bool:
    try:
        await find_suite(session, name=json.loads(read_part("schedule.json"))["suite"])
    except SuiteNotFound:
        return False
    return True


async def fill(
    session: Session,
    *,
    settings: Settings,
    until: datetime | None = None,
    progress: Progress = lambda _step, _done: None,
) -> FillReport:
    """Import suites, runs and their schedule, in one unit of work."""
    progress("Importing suites", 0)
    await sync_included(session)
    for name in list_parts("suites"):
        await save_checked(session, checked=await asyncio.to_thread(check_text, read_part(name), folder=None))
    shifts = {name: find_shift(until) for name in list_parts("runs")}
    shifts |= {name: find_shift(until, step=WEEK) for name in list_parts("scheduled")}
    answers = 0
    for number, (name, shift) in enumerate(shifts.items()):
        progress("Importing runs", 0.1 + 0.9 * number / len(shifts))
        imported = await import_run(session, file=io.BytesIO(read_part(name)), owner=None, shift=shift)
        answers += imported.results
    await _add_schedule(session, settings)
    await repository.update_planner_statistics(session)
    progress("Done", 1)
    return FillReport(len(shifts), answers)


async def _add_schedule(session: Session, settings: Settings) -> None:
    described = json.loads(read_part("schedule.json"))
    suite = await find_suite(session, name=described.pop("suite"))
    wanted = ScheduleIn(suite_id=suite.suite_id, **described)
    schedule = await add_schedule(session, settings=settings, actor=_OPERATOR, wanted=wanted)
    await repository.update_schedule_of_runs(session, schedule.schedule_id, suite.suite_id, schedule.title)
