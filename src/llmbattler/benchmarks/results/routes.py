"""The results of a run over HTTP."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain

from ..runs.errors import RunNotFound
from ..suites.deps import Reader
from . import service
from .schemas import RunOut

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")


@router.get("/runs/{run_id}", responses=explain(RunNotFound))
async def get_run(run_id: UUID, session: Unit, resources: FromResources, reader: Reader) -> RunOut:
    """A run with its totals, also while it is running."""
    return await service.show_run(session, settings=resources.get(Settings), run_id=run_id, asker=reader)
