"""Liveness, readiness and metrics."""

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ... import __version__
from ..db import Database
from ..db.migrate import has_current_schema
from ..errors import Unavailable
from ..live import LiveHub
from ..settings import Settings
from .deps import FromResources
from .metrics import render_metrics
from .problems import explain
from .shutdown import Shutdown
from .staff_access import check_open

router = APIRouter(tags=["health"])


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
    """Readiness: the database responds with the right schema, and the live channel is connected."""
    if resources.get(Shutdown).begun:
        raise NotReady("It is shutting down.", retry_after=5)
    async with resources.get(Database).unit() as session:
        if not await has_current_schema(session):
            raise NotReady("The database schema is not up to date.", retry_after=5)
    if not resources.get(LiveHub).listening.is_set():
        raise NotReady("The live channel is reconnecting.", retry_after=2)
    return Health(demo=resources.get(Settings).demo)


@router.get("/metrics", include_in_schema=False)
async def show_metrics(resources: FromResources, request: Request) -> Response:
    await check_open(resources, request, is_open=resources.get(Settings).metrics_open)
    return Response(render_metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")
