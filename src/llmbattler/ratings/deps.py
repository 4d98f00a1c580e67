"""What routes need from the boards."""

from typing import Annotated

from fastapi import Depends

from llmbattler.core.web.deps import FromResources

from .flow import Boards
from .rules import RatingRules

__all__ = ["Boards", "FromBoards", "FromRules"]


async def get_boards(resources: FromResources) -> Boards:
    return resources.get(Boards)


async def get_rules(resources: FromResources) -> RatingRules:
    return resources.get(Boards).rules


FromBoards = Annotated[Boards, Depends(get_boards)]
FromRules = Annotated[RatingRules, Depends(get_rules)]
