"""Shared battles over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from llmbattler.core.web.deps import Unit
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..schemas import ExampleBattlesOut, no_nul
from .service import examples

router = APIRouter(tags=["shares"], route_class=StrictJsonRoute)

ModelId = Annotated[str, Path(max_length=200), AfterValidator(no_nul)]


@router.get("/api/models/{model_id}/battles")
async def list_model_battles(session: Unit, model_id: ModelId) -> ExampleBattlesOut:
    """Recent battles of a model that their owners shared."""
    return await examples.list_examples(session, models=[model_id])


@router.get("/api/models/{a}/versus/{b}/battles")
async def list_versus_battles(session: Unit, a: ModelId, b: ModelId) -> ExampleBattlesOut:
    """Recent shared battles between two models."""
    return await examples.list_examples(session, models=[a, b])
