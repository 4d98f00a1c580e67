"""Reviews all voters regularly."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from .flow import run_review
from .service.suspects import REVIEW


@job(REVIEW, cron="37 * * * *")
async def review(resources: Resources) -> None:
    """Look for dishonest voters, each hour and on request of a moderator."""
    await run_review(resources.get(Database))
