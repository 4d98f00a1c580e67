"""Check that a model answers."""

import time

from llmbattler.connectors.contract import FinishReason, Message
from llmbattler.connectors.errors import BrokenStream, ConnectorError, Filtered
from llmbattler.core.db import Database

from ...calls.flow import CallContext, ModelCalls, Reply
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
    result, message, report, first, other = OK, "The model answers.", None, None, None
    try:
        context = CallContext(purpose=TEST, caller=caller)
        reply = await calls.ask(model, [Message.user(QUESTION)], context=context)
        first, other = reply.first_token_ms, reply.answering_model
        _check_reply(reply)
    except ConnectorError as error:
        result, message, report = error.kind.value, (type(error).__doc__ or "").strip(), error.report or None
    total = round((time.monotonic() - started) * 1000)
    await calls.flush()
    return ModelVerdictOut(
        result=result, message=message, report=report, first_token_ms=first, total_ms=total, answered_by=other
    )


def _check_reply(reply: Reply) -> None:
    """Refuse what a battle would refuse, too: a blocked answer, or one without a word."""
    if reply.finish is FinishReason.FILTERED:
        raise Filtered
    if not reply.text.strip():
        raise BrokenStream("The answer was empty.")
