"""Counts votes, checks the counts and thins the history of the boards regularly."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue, job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules, refits, status, vote_counts

from ..judges import service as judges
from ..topics import REFRESH
from .service import counts

_log = get_logger(__name__)


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
    """Compare the counts with the votes, recount if they differ, and fit what is too slow to fit after every vote."""
    rules = RatingRules.read(resources.get(Settings))
    database = resources.get(Database)
    async with database.unit() as session:
        right = await counts.are_counts_right(session)
    async with database.unit() as session:
        if right:
            await counts.refresh_slow_figures(session, rules=rules)
        else:
            _log.warning("the counts differ from the votes; recounting all votes")
            await counts.recount(session, rules=rules)
    async with database.unit() as session:
        await judges.recount(session, rules=rules)
    async with database.unit() as session:
        excluded = await counts.count_excluded(session)
        styled = await counts.fit_styled(session)
    async with database.unit() as session:
        await counts.write_styled(session, boards=styled, rules=rules, excluded=excluded)


@job("ratings.delete_fine_history", cron="41 3 * * *")
async def delete_fine_history(resources: Resources) -> None:
    """Keep fewer snapshots of older days."""
    async with resources.get(Database).unit() as session:
        await refits.delete_fine_history(session)
        await vote_counts.delete_old_days(session)
