"""What routes need from the arena."""

from typing import Annotated

from fastapi import Depends, Request

from llmbattler.accounts.deps import Asker
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.idempotency import FromIdempotencyKey

from .doors import TurnDoor
from .flow import Arena
from .pairing.flow import PairOdds

__all__ = ["Arena", "FromArena", "FromTurnDoor", "PairOdds"]


async def get_arena(resources: FromResources) -> Arena:
    return resources.get(Arena)


async def get_turn_door(
    resources: FromResources, request: Request, asker: Asker, repeatable: FromIdempotencyKey
) -> TurnDoor:
    return TurnDoor(resources, request, asker, repeatable)


FromArena = Annotated[Arena, Depends(get_arena)]
FromTurnDoor = Annotated[TurnDoor, Depends(get_turn_door)]
