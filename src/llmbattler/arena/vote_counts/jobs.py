"""Counts votes, checks the counts and thins the history of the boards regularly."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue, job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules, refits, status, vote_counts

from ..topics import REFRESH
from .flow import check_boards
from .service import counts


@job(REFRESH, cron="* * * * *", attempts=3)
async def refresh(resources: Resources) -> None:
    """Count pending votes. Requested after each vote, and run each minute in case a request was lost."""
    rules = RatingRules.read(resources.get(Settings))
    database = resources.get(Database)
    try:
        async with database.unit() as session:
            report = await counts.count_pending(session, rules=rules)
    except Exception as error:
        async with database.unit() as session:
            await status.save_failure(session, worker=counts.WORKER, reason=str(error) or type(error).__name__)
        raise
    if report.processed + report.failed >= counts.AT_ONCE:
        await resources.get(JobQueue).defer(REFRESH, lock=REFRESH)


@job("ratings.check", cron="23 * * * *", attempts=3)
async def check(resources: Resources) -> None:
    """Compare the counts with the votes, correct them, and fit what is too slow to fit after every vote."""
    rules = RatingRules.read(resources.get(Settings))
    await check_boards(resources.get(Database), rules=rules)


@job("ratings.delete_fine_history", cron="41 3 * * *")
async def delete_fine_history(resources: Resources) -> None:
    """Keep fewer snapshots of older days."""
    async with resources.get(Database).unit() as session:
        await refits.delete_fine_history(session)
        await vote_counts.delete_old_days(session)
