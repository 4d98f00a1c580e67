"""Liveness, readiness and metrics."""

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ... import __version__
from ..data_dir import has_space
from ..db import Database
from ..db.migrate import find_schema_state
from ..db.schema_compatibility import SchemaState
from ..errors import Unavailable
from ..live import LiveHub
from ..settings import Settings
from .deps import FromResources
from .measurements import list_measurements
from .metrics import render_metrics
from .problems import explain
from .shutdown import Shutdown
from .staff_access import check_open

router = APIRouter(tags=["health"])

_SCHEMA_PROBLEMS = {
    SchemaState.OUTDATED: "The database schema is not migrated yet.",
    SchemaState.TOO_NEW: "The database schema is too new for this version; upgrade it.",
}


class Health(BaseModel):
    status: Literal["ok"] = "ok"
    version: str = __version__
    demo: bool = Field(False, description="True when the data of this site is simulated.")


class NotReady(Unavailable):
    """This process cannot take requests right now."""


@router.get("/healthz")
async def show_health(resources: FromResources) -> Health:
    """Liveness: the process responds. Does not check the database, so that its outage causes no restarts."""
    return Health(demo=resources.get(Settings).demo)


@router.get("/readyz", responses=explain(NotReady))
async def show_readiness(resources: FromResources) -> Health:
    """Readiness: the database responds, its schema fits, the disk has space, and the live channel is connected."""
    if resources.get(Shutdown).begun:
        raise NotReady("It is shutting down.", retry_after=5)
    async with resources.get(Database).unit() as session:
        schema = await find_schema_state(session)
    if not await asyncio.to_thread(has_space, resources.get(Settings).data_dir):
        raise NotReady("The disk of the data folder is full.", retry_after=30)
    if not schema.works:
        raise NotReady(_SCHEMA_PROBLEMS[schema], retry_after=5)
    if not resources.get(LiveHub).listening.is_set():
        raise NotReady("The live channel is reconnecting.", retry_after=2)
    return Health(demo=resources.get(Settings).demo)


@router.get("/metrics", include_in_schema=False)
async def show_metrics(resources: FromResources, request: Request) -> Response:
    await check_open(resources, request, is_open=resources.get(Settings).metrics_open)
    shown = render_metrics(await list_measurements(resources))
    return Response(shown, media_type="text/plain; version=0.0.4; charset=utf-8")
