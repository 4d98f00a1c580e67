"""HTTP API of runs: estimate, start, list, change. Their results are in `results`."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from llmbattler.accounts.deps import limited
from llmbattler.core.cursors import BadCursor
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.idempotency import FromIdempotencyKey
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..suites.deps import BenchmarkWriter, Reader
from ..suites.errors import SuiteNotFound
from . import errors
from .schemas import EstimateOut, RunChangeIn, RunIn, RunRowOut, RunsIn, RunsOut, RunStartedOut
from .service import changes, estimates, listing, start

router = APIRouter(prefix="/api/bench", tags=["benchmarks"], route_class=StrictJsonRoute)

_STARTS = [limited(RouteClass.START)]
_WRITES = [limited(RouteClass.WRITE)]
_STARTING = [errors.BadRun, errors.WebhookNeedsAccount, SuiteNotFound]
_CHANGES = explain([errors.RunNotFound, errors.NotYourRun, errors.RunOver])


@router.post("/estimate", responses=explain(_STARTING), dependencies=_WRITES)
async def estimate_run(wanted: RunIn, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> EstimateOut:
    """Estimate cost, duration and statistical resolution of a run before it is started."""
    settings = resources.get(Settings)
    return await estimates.estimate_run(session, settings=settings, wanted=wanted, asker=writer.owner, actor=writer)


@router.post(
    "/runs",
    status_code=201,
    responses=explain([*_STARTING, errors.NeedsSandbox]),
    dependencies=_STARTS,
)
async def start_run(
    wanted: RunIn, session: Unit, resources: FromResources, writer: BenchmarkWriter, repeatable: FromIdempotencyKey
) -> RunStartedOut:
    claim = await repeatable.claim(session, owner=writer.owner)
    if claim.replay is not None:
        return RunStartedOut(run_id=UUID(claim.replay.reference))
    run = await start.start_run(
        session, settings=resources.get(Settings), owner=writer.owner, wanted=wanted, actor=writer
    )
    await repeatable.settle(session, owner=writer.owner, status=201, reference=str(run.run_id))
    return RunStartedOut(run_id=run.run_id)


@router.get("/runs", responses=explain(BadCursor))
async def list_runs(session: Unit, reader: Reader, page: Annotated[RunsIn, Query()]) -> RunsOut:
    return await listing.list_runs(session, asker=reader, page=page)


@router.patch("/runs/{run_id}", responses=_CHANGES, dependencies=_WRITES)
async def change_run(
    run_id: UUID, wanted: RunChangeIn, session: Unit, resources: FromResources, writer: BenchmarkWriter
) -> RunRowOut:
    """Change title, concurrency or budget, also while the run is running."""
    await changes.change_run(session, settings=resources.get(Settings), actor=writer, run_id=run_id, wanted=wanted)
    return await listing.show_run(session, asker=writer, run_id=run_id)


@router.post("/runs/{run_id}/pause", responses=_CHANGES, dependencies=_WRITES)
async def pause_run(run_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> RunRowOut:
    """Start no further calls until the run is resumed. Calls in flight are completed."""
    await changes.pause_run(session, settings=resources.get(Settings), actor=writer, run_id=run_id)
    return await listing.show_run(session, asker=writer, run_id=run_id)


@router.post(
    "/runs/{run_id}/resume",
    responses=explain([errors.RunNotFound, errors.RunOver, errors.BudgetUsedUp]),
    dependencies=_STARTS,
)
async def resume_run(
    run_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter, repeatable: FromIdempotencyKey
) -> RunRowOut:
    """Resume a paused or stopped run. Recorded answers are not asked for again."""
    claim = await repeatable.claim(session, owner=writer.owner)
    if claim.fresh:
        await changes.resume_run(session, settings=resources.get(Settings), actor=writer, run_id=run_id)
        await repeatable.settle(session, owner=writer.owner, status=200, reference=str(run_id))
    return await listing.show_run(session, asker=writer, run_id=run_id)


@router.post("/runs/{run_id}/cancel", responses=_CHANGES, dependencies=_WRITES)
async def cancel_run(run_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> RunRowOut:
    """End the run for good. Its results stay."""
    await changes.cancel_run(session, settings=resources.get(Settings), actor=writer, run_id=run_id)
    return await listing.show_run(session, asker=writer, run_id=run_id)


@router.post(
    "/runs/{run_id}/retry-failed",
    responses=explain([errors.RunNotFound, errors.NothingFailed]),
    dependencies=_STARTS,
)
async def retry_failed(
    run_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter, repeatable: FromIdempotencyKey
) -> RunRowOut:
    """Retry only what failed or was quarantined."""
    claim = await repeatable.claim(session, owner=writer.owner)
    if claim.fresh:
        await changes.retry_failed(session, settings=resources.get(Settings), actor=writer, run_id=run_id)
        await repeatable.settle(session, owner=writer.owner, status=200, reference=str(run_id))
    return await listing.show_run(session, asker=writer, run_id=run_id)


@router.delete(
    "/runs/{run_id}",
    status_code=204,
    responses=explain([errors.RunNotFound, errors.RunStillGoing]),
    dependencies=_WRITES,
)
async def delete_run(run_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> None:
    """Delete a run that is not running, with all its results."""
    await changes.delete_run(session, settings=resources.get(Settings), actor=writer, run_id=run_id)
