"""Adds the recorded battles and votes to the site of `llmbattler demo`."""

from llmbattler.core.db import Database
from llmbattler.core.demo import DemoRequest
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from ..battle_files.service import has_battles
from . import service


async def fill_demo(resources: Resources, request: DemoRequest) -> str | None:
    wanted = request.amounts.get("battles")
    async with resources.get(Database).unit() as session:
        if wanted == 0 or await has_battles(session):
            return None
        rules = RatingRules.read(resources.get(Settings))
        made = await service.fill(session, rules=rules, battles=wanted, progress=request.progress)
    return f"{made.battles:,} battles and {made.votes:,} votes of {made.people} simulated people"
