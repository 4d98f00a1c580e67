"""Figures over HTTP."""

from fastapi import APIRouter

from llmbattler.accounts.deps import Moderator
from llmbattler.core.web.deps import Unit

from . import service
from .schemas import OverviewOut

router = APIRouter(tags=["admin"])


@router.get("/api/admin/overview")
async def show_overview(session: Unit, _: Moderator) -> OverviewOut:
    """Everything at a glance, as of now."""
    return await service.show_overview(session)
