"""What can be done with toys."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database, Session
from llmbattler.core.demo import DemoRequest
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.long_jobs import JobState, LongJob
from llmbattler.core.ownership import OwnedData
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import repository


async def export_toys(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for toy in await repository.list_toys(session, owner):
        yield {"toy_id": str(toy.toy_id), "color": toy.color}


async def check_toys(resources: Resources) -> list[Finding]:
    async with resources.get(Database).unit() as session:
        return [Finding(Level.OK, "toys", f"There are {await repository.count_toys(session)}.")]


async def may_view_toy(session: Session, _: Settings, viewer: Visitor, object_id: str) -> bool:
    return object_id in [str(toy.toy_id) for toy in await repository.list_toys(session, viewer.owner)]


async def list_unfinished_toys(session: Session, owner: str | None) -> Sequence[LongJob]:
    """Every toy is a job that never ends."""
    return [
        LongJob("toy", str(toy.toy_id), toy.owner, f"A {toy.color} toy", JobState.RUNNING, 1, 3, toy.created_at)
        for toy in await repository.list_toys(session, owner)
    ]


async def fill_demo(resources: Resources, request: DemoRequest) -> str | None:
    async with resources.get(Database).unit() as session:
        await repository.add_toy(session, "demo", "red")
    request.progress("Making toys", 1)
    return "1 toy"


TOYS = OwnedData("toys", export_toys, repository.delete_toys, repository.update_owner)
