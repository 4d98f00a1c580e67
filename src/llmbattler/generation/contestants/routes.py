"""Contestants over HTTP."""

from fastapi import APIRouter

from llmbattler.accounts.deps import Asker
from llmbattler.core.web.deps import Unit

from .schemas import ContestantsOut
from .service.pickers import show_offered

router = APIRouter(tags=["contestants"])


@router.get("/api/contestants")
async def list_contestants(session: Unit, asker: Asker) -> ContestantsOut:
    """List everything that can be chosen to answer, by name."""
    return await show_offered(session, asker=asker.owner)
