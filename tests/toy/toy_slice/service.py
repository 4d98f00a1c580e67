"""What can be done with toys."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Database, Session
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.ownership import OwnedData
from llmbattler.core.resources import Resources

from . import repository


async def export_toys(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for toy in await repository.list_toys(session, owner):
        yield {"toy_id": str(toy.toy_id), "color": toy.color}


async def check_toys(resources: Resources) -> list[Finding]:
    async with resources.get(Database).unit() as session:
        return [Finding(Level.OK, "toys", f"There are {await repository.count_toys(session)}.")]


TOYS = OwnedData("toys", export_toys, repository.delete_toys, repository.update_owner)
