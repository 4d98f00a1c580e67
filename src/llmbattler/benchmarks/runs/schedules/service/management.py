"""Lists, changes and starts schedules."""

from typing import Any
from uuid import UUID

from pydantic import ValidationError

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service.blocks import find_account_status
from llmbattler.core.db import Session, get_database_time
from llmbattler.core.errors import AppError
from llmbattler.core.live import Topic, publish
from llmbattler.core.settings import Settings

from ....suites.rights import is_own, may_change
from ...models import Run, Schedule
from ...schemas import RunIn, RunSettingsIn
from ...service.plans import plan_run
from ...service.start import start_run
from ...service.webhook_addresses import check_webhook
from .. import repository
from ..cron import find_next
from ..errors import NotYourSchedule, ScheduleNotFound
from ..schemas import ScheduleChangeIn, ScheduleIn, ScheduleOut, SchedulesOut

SCHEDULES = Topic("bench_schedules")
OWNER_DEACTIVATED = "The account of the owner is deactivated, so this schedule was disabled."


async def list_schedules(session: Session, *, settings: Settings, asker: Visitor) -> SchedulesOut:
    rows = await repository.list_schedules(session)
    return SchedulesOut(
        schedules=[
            _show(schedule, name, asker, changeable=may_change(settings, asker, schedule.owner))
            for schedule, name in rows
        ]
    )


async def add_schedule(session: Session, *, settings: Settings, actor: Visitor, wanted: ScheduleIn) -> ScheduleOut:
    """Validates the run, so that a schedule that could never start is refused."""
    next_at = find_next(wanted.cron, await get_database_time(session))
    run = _to_run(wanted.suite_id, wanted.wanted)
    plan = await plan_run(session, settings=settings, wanted=run, asker=actor.owner)
    await check_webhook(session, settings=settings, owner=actor.account_id, url=run.webhook_url, actor=actor)
    schedule = await repository.add_schedule(
        session,
        Schedule(
            suite_id=wanted.suite_id,
            title=wanted.title.strip() or plan.title,
            owner=actor.account_id,
            cron=wanted.cron,
            wanted=_to_row(wanted.wanted),
            enabled=wanted.enabled,
            next_at=next_at if wanted.enabled else None,
        ),
    )
    return await _changed(session, schedule, actor)


async def change_schedule(
    session: Session, *, settings: Settings, actor: Visitor, schedule_id: UUID, wanted: ScheduleChangeIn
) -> ScheduleOut:
    schedule = await _lock(session, settings, actor, schedule_id)
    if wanted.wanted is not None:
        run = _to_run(schedule.suite_id, wanted.wanted)
        await plan_run(session, settings=settings, wanted=run, asker=schedule.owner or "")
        if run.webhook_url != schedule.wanted.get("webhook_url"):
            await check_webhook(session, settings=settings, owner=schedule.owner, url=run.webhook_url, actor=actor)
        schedule.wanted = _to_row(wanted.wanted)
        schedule.problem = None
    schedule.title = (wanted.title or "").strip() or schedule.title
    schedule.cron = wanted.cron or schedule.cron
    schedule.enabled = schedule.enabled if wanted.enabled is None else wanted.enabled
    # Starts that were missed while it was disabled are not caught up.
    next_at = find_next(schedule.cron, await get_database_time(session))
    schedule.next_at = next_at if schedule.enabled else None
    return await _changed(session, schedule, actor)


async def remove_schedule(session: Session, *, settings: Settings, actor: Visitor, schedule_id: UUID) -> None:
    """Delete a schedule. Its runs stay."""
    schedule = await _lock(session, settings, actor, schedule_id)
    await repository.delete_schedule(session, schedule.schedule_id)
    await publish(session, SCHEDULES, str(schedule_id))


async def run_now(session: Session, *, settings: Settings, actor: Visitor, schedule_id: UUID) -> Run:
    """Start its run now, in addition to the scheduled starts."""
    schedule = await _lock(session, settings, actor, schedule_id)
    return await _start(session, settings, schedule)


async def start_due(session: Session, *, settings: Settings) -> Schedule | None:
    """Start one due run and set the next start; return `None` when nothing is due.

    Both happen in one transaction that locks the row, so several workers start it only once. Starts that were missed
    while the site was down become one run: the next start is computed from now.
    """
    schedule = await repository.lock_due(session)
    if schedule is None:
        return None
    if await _is_owner_blocked(session, schedule):
        schedule.enabled, schedule.next_at = False, None
        await _note(session, schedule, OWNER_DEACTIVATED)
        return schedule
    schedule.next_at = find_next(schedule.cron, await get_database_time(session))
    try:
        async with session.begin_nested():
            await _start(session, settings, schedule)
    except AppError as problem:
        await _note(session, schedule, f"{problem.title} {problem.detail}".strip())
    except ValidationError:  # stored by an older version with other rules
        await _note(
            session, schedule, "The stored run settings are no longer valid. Edit the schedule to set them again."
        )
    return schedule


async def _is_owner_blocked(session: Session, schedule: Schedule) -> bool:
    """People who may not start runs must not have them started by a schedule either."""
    standing = None if schedule.owner is None else await find_account_status(session, account_id=schedule.owner)
    return standing is not None and standing.blocked


async def _note(session: Session, schedule: Schedule, problem: str) -> None:
    schedule.problem = problem
    await publish(session, SCHEDULES, str(schedule.schedule_id))


async def _start(session: Session, settings: Settings, schedule: Schedule) -> Run:
    stored = RunSettingsIn.model_validate(schedule.wanted)
    wanted = _to_run(schedule.suite_id, stored.model_copy(update={"title": stored.title or schedule.title}))
    run = await start_run(
        session, settings=settings, owner=schedule.owner, wanted=wanted, schedule_id=schedule.schedule_id
    )
    schedule.last_run_id = run.run_id
    schedule.problem = None
    await publish(session, SCHEDULES, str(schedule.schedule_id))
    return run


def _to_run(suite_id: UUID, settings: RunSettingsIn) -> RunIn:
    return RunIn(suite_id=suite_id, **dict(settings))


def _read(stored: dict[str, Any]) -> RunSettingsIn:
    """Settings that are no longer valid are shown with their models only; `problem` says what is wrong."""
    try:
        return RunSettingsIn.model_validate(stored)
    except ValidationError:
        models = stored.get("models")
        return RunSettingsIn.model_construct(models=[str(one) for one in models] if isinstance(models, list) else [])


def _to_row(wanted: RunSettingsIn) -> dict[str, object]:
    return wanted.model_dump(mode="json", exclude_defaults=True)


async def _lock(session: Session, settings: Settings, actor: Visitor, schedule_id: UUID) -> Schedule:
    schedule = await repository.lock_schedule(session, schedule_id)
    if schedule is None:
        raise ScheduleNotFound
    if not may_change(settings, actor, schedule.owner):
        raise NotYourSchedule
    return schedule


async def _changed(session: Session, schedule: Schedule, actor: Visitor) -> ScheduleOut:
    await publish(session, SCHEDULES, str(schedule.schedule_id))
    name = await repository.get_suite_name(session, schedule.suite_id)
    return _show(schedule, name or "", actor, changeable=True)


def _show(schedule: Schedule, suite_name: str, asker: Visitor, *, changeable: bool) -> ScheduleOut:
    wanted = _read(schedule.wanted)
    if not changeable:
        # Knowing the address of a webhook is often enough to write to it.
        wanted = wanted.model_copy(update={"webhook_url": None})
    return ScheduleOut(
        schedule_id=schedule.schedule_id,
        suite_id=schedule.suite_id,
        suite_name=suite_name,
        title=schedule.title,
        cron=schedule.cron,
        enabled=schedule.enabled,
        wanted=wanted,
        next_at=schedule.next_at,
        last_run_id=schedule.last_run_id,
        problem=schedule.problem,
        mine=is_own(schedule.owner, asker),
        may_change=changeable,
    )
