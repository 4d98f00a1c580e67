"""The contestants that people can choose."""

from llmbattler.catalog.schemas import AbilitiesOut
from llmbattler.core.db import Session

from ..contract import Contestant
from ..schemas import ContestantOut, ContestantsOut
from .lookup import list_offered


async def show_offered(session: Session, *, asker: str | None) -> ContestantsOut:
    """List all that a person may choose, by name."""
    return ContestantsOut(contestants=[_show(one) for one in await list_offered(session, asker=asker)])


def _show(one: Contestant) -> ContestantOut:
    can = one.abilities
    return ContestantOut(
        id=one.id,
        kind=one.kind,
        name=one.name,
        organization=one.organization,
        abilities=AbilitiesOut(vision=can.vision, tools=can.tools, reasoning=can.reasoning),
        context_length=one.context_length,
        price_class=one.price_class,
        drawable=one.drawable,
    )
