"""What the slices above, the wiring and the commands use to call and keep models."""

from typing import Annotated

from fastapi import Depends

from llmbattler.core.web.deps import FromResources

from .flow import CallContext, CatalogReport, ModelCalls, SpotReport, pull_included, refresh_catalog
from .probing import probe_health
from .replies import Reply
from .weights import KNOWN

__all__ = [
    "KNOWN_WEIGHTS",
    "CallContext",
    "CatalogReport",
    "FromModelCalls",
    "ModelCalls",
    "Reply",
    "SpotReport",
    "probe_health",
    "pull_included",
    "refresh_catalog",
]

KNOWN_WEIGHTS = frozenset(KNOWN)


async def get_model_calls(resources: FromResources) -> ModelCalls:
    return resources.get(ModelCalls)


FromModelCalls = Annotated[ModelCalls, Depends(get_model_calls)]
