"""Adds simulated battles and votes to the site of `llmbattler demo`."""

from llmbattler.core.db import Database
from llmbattler.core.demo import DemoRequest
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from . import service


async def fill_demo(resources: Resources, request: DemoRequest) -> str | None:
    async with resources.get(Database).unit() as session:
        if await service.is_filled(session):
            return None
        made = await service.fill(
            session,
            rules=RatingRules.read(resources.get(Settings)),
            battles=request.amounts.get("battles", service.BATTLES),
            progress=request.progress,
        )
    return f"{made.battles:,} battles and {made.votes:,} votes of {made.people} simulated people"
