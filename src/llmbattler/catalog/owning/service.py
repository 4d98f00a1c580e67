"""The ledger and its owners. The money was spent, so the rows stay; whose they were is forgotten."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from ..models import ModelCall, Purpose
from . import repository


async def export_calls(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    async for calls in repository.stream_calls(session, owner):
        for call in calls:
            yield _show(call)


def _show(call: ModelCall) -> dict[str, Any]:
    if call.purpose is Purpose.BATTLE:
        # Name, price and pace tell who answered, and here nobody knows whether the battle was voted on.
        return {"purpose": call.purpose.value, "for": call.purpose_id, "day": call.created_at.date().isoformat()}
    return {
        "purpose": call.purpose.value,
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
    await repository.set_caller(session, owner, None)


async def move_calls(session: Session, source: str, target: str) -> None:
    await repository.set_caller(session, source, target)


CALLS = OwnedData("model_calls", export_calls, erase_calls, move_calls)
