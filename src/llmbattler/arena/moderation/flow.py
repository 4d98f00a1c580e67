"""Asks a model to review a turn. No unit of work is open while it answers."""

import secrets
from uuid import UUID

from llmbattler.catalog import service as catalog
from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.service import OfferedModel
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger

from .models import Category
from .prompts import REPLY_CHARS, Reviewed, make_messages, parse_review
from .service import scan

_log = get_logger(__name__)


async def review(database: Database, calls: ModelCalls, *, model_id: str, battle_id: UUID, turn: int) -> None:
    """Let a model review one turn, and flag what it names. A reply that cannot be read flags nothing."""
    async with database.unit() as session:
        model = await catalog.get_offered(session, model_id=model_id)
        texts = await scan.list_turn_texts(session, battle_id=battle_id, turn=turn)
    if not texts:
        return
    try:
        categories = await _ask(calls, model, texts, battle_id)
    except BudgetReached:
        _log.warning("a turn was not reviewed", model_id=model_id, battle_id=str(battle_id), reason="budget")
        return
    except ConnectorError as error:
        if error.transient:
            raise
        _log.warning("a turn was not reviewed", model_id=model_id, battle_id=str(battle_id), reason=error.kind.value)
        return
    if categories is None:
        _log.warning("the reply of the reviewing model cannot be read", model_id=model_id, battle_id=str(battle_id))
        return
    async with database.unit() as session:
        await scan.store_review(session, battle_id=battle_id, texts=texts, categories=categories)


async def _ask(
    calls: ModelCalls, model: OfferedModel, texts: list[Reviewed], battle_id: UUID
) -> list[Category | None] | None:
    messages = make_messages(texts, boundary=secrets.token_hex(8))
    context = CallContext(purpose="moderation", purpose_id=str(battle_id))
    reply = await calls.ask(model, messages, context=context, max_chars=REPLY_CHARS)
    return parse_review(reply.text, len(texts)) if reply.complete else None
