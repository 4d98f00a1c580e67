"""Schedules over HTTP."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.accounts.deps import limited
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.idempotency import FromIdempotencyKey
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ...suites.deps import BenchmarkWriter, Reader
from ...suites.errors import SuiteNotFound
from ..errors import BadRun, NeedsSandbox, WebhookForAdmins, WebhookNeedsAccount
from ..schemas import RunStartedOut
from . import service
from .errors import BadCron, NotYourSchedule, ScheduleNotFound
from .schemas import ScheduleChangeIn, ScheduleIn, ScheduleOut, SchedulesOut

router = APIRouter(prefix="/api/bench/schedules", tags=["benchmarks"], route_class=StrictJsonRoute)

_STARTS = [limited(RouteClass.START)]
_WRITES = [limited(RouteClass.WRITE)]


@router.get("")
async def list_schedules(session: Unit, resources: FromResources, reader: Reader) -> SchedulesOut:
    return await service.list_schedules(session, settings=resources.get(Settings), asker=reader)


@router.post(
    "",
    status_code=201,
    responses=explain([BadRun, WebhookNeedsAccount, BadCron, SuiteNotFound]),
    dependencies=_WRITES,
)
async def add_schedule(
    wanted: ScheduleIn, session: Unit, resources: FromResources, writer: BenchmarkWriter
) -> ScheduleOut:
    return await service.add_schedule(session, settings=resources.get(Settings), actor=writer, wanted=wanted)


@router.patch(
    "/{schedule_id}",
    responses=explain([ScheduleNotFound, NotYourSchedule, WebhookForAdmins, BadRun, BadCron]),
    dependencies=_WRITES,
)
async def change_schedule(
    schedule_id: UUID, wanted: ScheduleChangeIn, session: Unit, resources: FromResources, writer: BenchmarkWriter
) -> ScheduleOut:
    return await service.change_schedule(
        session, settings=resources.get(Settings), actor=writer, schedule_id=schedule_id, wanted=wanted
    )


@router.delete(
    "/{schedule_id}",
    status_code=204,
    responses=explain([ScheduleNotFound, NotYourSchedule]),
    dependencies=_WRITES,
)
async def remove_schedule(schedule_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> None:
    await service.remove_schedule(session, settings=resources.get(Settings), actor=writer, schedule_id=schedule_id)


@router.post(
    "/{schedule_id}/run",
    status_code=201,
    responses=explain([ScheduleNotFound, NotYourSchedule, BadRun, SuiteNotFound, NeedsSandbox]),
    dependencies=_STARTS,
)
async def run_schedule(
    schedule_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter, repeatable: FromIdempotencyKey
) -> RunStartedOut:
    """Start the run of a schedule now. The next scheduled start does not change."""
    claim = await repeatable.claim(session, owner=writer.owner)
    if claim.replay is not None:
        return RunStartedOut(run_id=UUID(claim.replay.reference))
    run = await service.run_now(session, settings=resources.get(Settings), actor=writer, schedule_id=schedule_id)
    await repeatable.settle(session, owner=writer.owner, status=201, reference=str(run.run_id))
    return RunStartedOut(run_id=run.run_id)
