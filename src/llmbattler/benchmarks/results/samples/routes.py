"""The samples of a run over HTTP."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query

from llmbattler.core.cursors import BadCursor
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain

from ...runs.errors import RunNotFound
from ...suites.deps import Reader
from .. import errors
from ..schemas import GridIn, GridOut, RunSampleOut
from . import service

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")

Position = Annotated[int, Path(ge=0, le=LARGEST_INTEGER)]


@router.get("/runs/{run_id}/samples", responses=explain([RunNotFound, BadCursor]))
async def list_run_samples(run_id: UUID, wanted: Annotated[GridIn, Query()], session: Unit, _reader: Reader) -> GridOut:
    """A page of the samples of a run with their results."""
    return await service.list_grid(session, run_id=run_id, wanted=wanted)


@router.get("/runs/{run_id}/samples/{position}", responses=explain(errors.SampleNotFound))
async def get_run_sample(run_id: UUID, position: Position, session: Unit, _reader: Reader) -> RunSampleOut:
    """One sample with its prompts and the answers of all models."""
    return await service.show_sample(session, run_id=run_id, position=position)
