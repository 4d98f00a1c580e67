"""Reserving what both sides of a turn may cost before it is opened, so that none ends half way for want of money."""

from collections.abc import Sequence

from llmbattler.connectors.contract import Image, Message
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import Contestant, Reservation, reserve

from ..conversation import Entry, history
from ..models import Position
from .plans import Opening

_SOME_IMAGE = Image("image/png", b"")
"""Every image counts the same, so its data need not be read."""


async def pay(
    session: Session, opening: Opening, contestants: Sequence[Contestant], entries: Sequence[Entry], *, blind: bool
) -> list[tuple[Reservation, ...]]:
    """Reserve what the next answers cost at most. Without a lease there are no budgets, and nothing is reserved."""
    if opening.lease is None:
        return [(Reservation(),) * len(one.plan(()).calls) for one in contestants]
    turn = max(entry.turn for entry in entries)
    plans = [
        contestant.plan([_message(entry) for entry in history(entries, position=position, turn=turn)])
        for position, contestant in zip(Position, contestants, strict=False)
    ]
    # Keys of their own pay for what people choose to run for themselves; for blind battles never.
    return await reserve(session, plans=plans, caller=opening.owner, lease=opening.lease, blind=blind)


def _message(entry: Entry) -> Message:
    return Message.user(entry.content, *[_SOME_IMAGE] * len(entry.images))
