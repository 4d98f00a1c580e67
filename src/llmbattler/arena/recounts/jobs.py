"""Recounts after decisions of moderators."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from .flow import run_recounts
from .service import RECOUNT


@job(RECOUNT, cron="* * * * *", attempts=3)
async def recount(resources: Resources) -> None:
    """Do what was requested. Requested with each decision, and run each minute in case a worker died."""
    await run_recounts(resources.get(Database), rules=RatingRules.read(resources.get(Settings)))
