"""Check that a model answers."""

import time

from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database

from ...calls.flow import CallContext, ModelCalls
from ...health import OK
from ...purposes import TEST
from ...service import get_offered
from ..schemas import ModelVerdictOut

QUESTION = "Say hello in one short sentence."


async def check_model(database: Database, calls: ModelCalls, *, model_id: str, caller: str) -> ModelVerdictOut:
    """Ask a model for one sentence. The result says how it went, not what the model answered."""
    async with database.unit() as session:
        model = await get_offered(session, model_id=model_id)
    started = time.monotonic()
    result, message, first, other = OK, "The model answers.", None, None
    try:
        context = CallContext(purpose=TEST, caller=caller)
        reply = await calls.ask(model, [Message.user(QUESTION)], context=context)
        first, other = reply.first_token_ms, reply.answering_model
    except ConnectorError as error:
        result, message = error.kind.value, (type(error).__doc__ or "").strip()
    total = round((time.monotonic() - started) * 1000)
    await calls.flush()
    return ModelVerdictOut(result=result, message=message, first_token_ms=first, total_ms=total, answered_by=other)
