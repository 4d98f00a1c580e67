"""Reserves the maximum cost of all sides before a turn is opened, so that no turn exceeds a budget halfway."""

from collections.abc import Mapping, Sequence

from llmbattler.connectors.contract import Image, Message
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import Contestant, Reservation, reserve

from ...conversation import Entry, history
from ...models import Position
from ..turn import TurnContext

_SOME_IMAGE = Image("image/png", b"")
"""All images count the same, so their data is not loaded."""


async def reserve_answers(
    session: Session,
    context: TurnContext,
    contestants: Mapping[Position, Contestant],
    entries: Sequence[Entry],
    *,
    blind: bool,
) -> dict[Position, tuple[Reservation, ...]]:
    """Reserve the maximum cost of the next answers. Without a lease there are no budgets, and nothing is reserved."""
    if context.lease is None:
        return {side: (Reservation(),) * len(one.plan(()).calls) for side, one in contestants.items()}
    turn = max(entry.turn for entry in entries)
    plans = [
        contestant.plan([_message(entry) for entry in history(entries, position=side, turn=turn)])
        for side, contestant in contestants.items()
    ]
    # A person's own keys pay only for models that the person chose, never for blind battles.
    reservations = await reserve(session, plans=plans, caller=context.owner, lease=context.lease, blind=blind)
    return dict(zip(contestants, reservations, strict=True))


def _message(entry: Entry) -> Message:
    return Message.user(entry.content, *[_SOME_IMAGE] * len(entry.images))
