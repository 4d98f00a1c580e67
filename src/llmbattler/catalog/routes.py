"""The models of this site over HTTP."""

from fastapi import APIRouter

from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain

from . import service
from .errors import ModelNotFound
from .schemas import ModelOut, ModelsOut, UsageOut

router = APIRouter(tags=["models"])


@router.get("/api/models")
async def list_models(session: Unit) -> ModelsOut:
    """All models of this site, by name; retired ones too."""
    return await service.list_models(session)


@router.get("/api/models/{model_id}", responses=explain(ModelNotFound))
async def get_model(session: Unit, model_id: str) -> ModelOut:
    """One model."""
    return await service.get_model(session, model_id=model_id)


@router.get("/api/models/{model_id}/usage", responses=explain(ModelNotFound))
async def get_usage(session: Unit, model_id: str) -> UsageOut:
    """How quick and how dear a model was lately."""
    return await service.get_usage(session, model_id=model_id)
