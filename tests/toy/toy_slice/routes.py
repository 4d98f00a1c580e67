"""Toys over HTTP."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.accounts.deps import Writer
from llmbattler.core.web.deps import FromResources, Unit

from . import repository
from .lifespan import Box

router = APIRouter(tags=["toys"])


@router.get("/api/toys")
async def show_toys(session: Unit, resources: FromResources) -> dict[str, str | int]:
    return {"toys": await repository.count_toys(session), "color": resources.get(Box).color}


@router.post("/api/toys", status_code=201)
async def add_toy(session: Unit, resources: FromResources, asker: Writer) -> UUID:
    return await repository.add_toy(session, asker.owner, resources.get(Box).color)
