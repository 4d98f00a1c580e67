"""Models over HTTP, for everybody."""

from fastapi import APIRouter

from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain

from . import service
from .errors import ModelNotFound
from .schemas import ModelOut, ModelsOut, UsageOut

router = APIRouter(tags=["models"])


@router.get("/api/models")
async def list_models(session: Unit) -> ModelsOut:
    """List all models of this site by name, also retired ones."""
    return await service.list_models(session)


@router.get("/api/models/{model_id}", responses=explain(ModelNotFound))
async def get_model(session: Unit, model_id: str) -> ModelOut:
    """Return one model."""
    return await service.get_model(session, model_id=model_id)


@router.get("/api/models/{model_id}/usage", responses=explain(ModelNotFound))
async def get_usage(session: Unit, model_id: str) -> UsageOut:
    """Return the recent speed and cost of a model."""
    return await service.get_usage(session, model_id=model_id)
