"""Trying a model, and looking for models, when an admin asks for it."""

import time
from contextlib import aclosing

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message, TextDelta
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

from .. import service
from ..errors import BadCatalogText, BadModelsFile
from ..flow import CallContext, ModelCalls, refresh_catalog
from ..health import OK
from ..models import Purpose
from .schemas import DiscoveryOut, ModelVerdictOut, SpotOut

QUESTION = "Say hello in one short sentence."


async def try_model(database: Database, calls: ModelCalls, *, model_id: str, caller: str) -> ModelVerdictOut:
    """Ask for one sentence. Only how it went is told, not what came back."""
    async with database.unit() as session:
        model = await service.get_offered(session, model_id=model_id)
    started = time.monotonic()
    first: int | None = None
    result, message = OK, "The model answers."
    try:
        context = CallContext(purpose=Purpose.TEST, caller=caller)
        async with aclosing(calls.stream(model, [Message.user(QUESTION)], context=context)) as deltas:
            async for delta in deltas:
                if first is None and isinstance(delta, TextDelta):
                    first = _since(started)
    except ConnectorError as error:
        result, message = error.kind.value, (type(error).__doc__ or "").strip()
    await calls.flush()
    return ModelVerdictOut(result=result, message=message, first_token_ms=first, total_ms=_since(started))


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


async def look_around(database: Database, caller: Caller, settings: Settings) -> DiscoveryOut:
    """Look for models now, also at the providers of the admin area."""
    try:
        report = await refresh_catalog(database, caller, settings, everywhere=True)
    except BadModelsFile as problem:
        raise BadCatalogText(str(problem)) from None
    return DiscoveryOut(
        spots=[
            SpotOut(
                name=one.spot.title,
                base_url=one.spot.base_url,
                found=len(one.found),
                problem=one.problem.kind.value if one.problem is not None else None,
            )
            for one in report.spots
        ],
        warnings=list(report.warnings),
        added=report.changes.added,
        changed=report.changes.changed,
        retired=report.changes.retired,
        waiting=report.changes.waiting,
    )
