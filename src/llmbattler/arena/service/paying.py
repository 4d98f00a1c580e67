"""Setting money aside for both sides of a turn before it is opened, so that none ends half way for want of it."""

from collections.abc import Sequence

from llmbattler.catalog import service as catalog
from llmbattler.catalog.service import Ask, BudgetReached, Hold, OfferedModel, Reading
from llmbattler.core.db import Session

from ..conversation import Entry, history
from ..models import Position
from .plans import Opening


async def pay(
    session: Session, opening: Opening, models: Sequence[OfferedModel], entries: Sequence[Entry], *, blind: bool
) -> list[Hold]:
    """Set aside what the next answers cost at most. Without a lease there are no budgets, and nothing is asked."""
    if opening.lease is None:
        return [Hold() for _ in models]
    # What people choose to run for themselves goes through keys of their own, where they have one; battles never do.
    own = set[str]() if blind else await catalog.list_own_providers(session, owner=opening.owner)
    turn = max(entry.turn for entry in entries)
    asks = []
    for position, model in zip(Position, models, strict=False):
        read = history(entries, position=position, turn=turn)
        reading = Reading.of_texts([entry.content for entry in read], sum(len(entry.images) for entry in read))
        asks.append(Ask.of(model, reading=reading, caller=opening.owner, own_providers=own))
    return await catalog.reserve(session, asks=asks, lease=opening.lease, blind=blind)


def list_payees(model: OfferedModel) -> set[str]:
    """Whom a call of this model costs money at."""
    ask = Ask.of(model, reading=Reading(0), caller=None)
    return {ask.provider} if ask.amount else set()


def list_short(refused: BudgetReached) -> set[str]:
    """Give the providers that had too little left, if nothing else had; then other models may still be drawn."""
    return {pot.subject for pot in refused.pots} if all(pot.scope == "provider" for pot in refused.pots) else set()
