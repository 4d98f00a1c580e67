"""Model calls as owned data. Erasing a person keeps the rows, which record the spend, and clears the caller."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from ...models import ModelCall
from ...purposes import is_open
from .. import repository


async def export_calls(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    async for calls in repository.list_calls_of(session, owner):
        for call in calls:
            yield _to_record(call)


def _to_record(call: ModelCall) -> dict[str, Any]:
    if not is_open(call.purpose):
        # Model, price and time would reveal who answered, and this slice does not know whether the battle was voted on.
        return {"purpose": call.purpose, "for": call.purpose_id, "day": call.created_at.date().isoformat()}
    return {
        "purpose": call.purpose,
        "for": call.purpose_id,
        "model_id": call.model_id,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "cost_micro_usd": call.cost_micro_usd,
        "total_ms": call.total_ms,
        "outcome": call.outcome,
        "created_at": call.created_at.isoformat(),
    }


async def erase_calls(session: Session, owner: str) -> None:
    await repository.update_caller(session, owner, None)


async def move_calls(session: Session, source: str, target: str) -> None:
    await repository.update_caller(session, source, target)


CALLS = OwnedData("model_calls", export_calls, erase_calls, move_calls)
