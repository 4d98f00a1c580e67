"""When votes are counted."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue, job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules, refits, status, vote_counts

from ..judges import service as judging
from ..topics import REFRESH
from .service import counts

_log = get_logger(__name__)


@job(REFRESH, cron="* * * * *", attempts=3)
async def refresh(resources: Resources) -> None:
    """Bring waiting votes onto the boards. Poked after a vote; each minute for what a crash left unpoked."""
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
    """Compare the counts with the votes, as a safety net, and fit what is too slow for every vote."""
    rules = RatingRules.read(resources.get(Settings))
    database = resources.get(Database)
    async with database.unit() as session:
        right = await counts.are_counts_right(session)
    async with database.unit() as session:
        if right:
            await counts.refresh_slowly(session, rules=rules)
        else:
            _log.warning("the counts are not those of the votes; everything is counted anew")
            await counts.recount(session, rules=rules)
    async with database.unit() as session:
        await judging.recount(session, rules=rules)
    async with database.unit() as session:
        excluded = await counts.count_excluded(session)
        styled = await counts.fit_styled(session)
    async with database.unit() as session:
        await counts.write_styled(session, boards=styled, rules=rules, excluded=excluded)


@job("ratings.thin_history", cron="41 3 * * *")
async def thin_history(resources: Resources) -> None:
    """Let the past take less room."""
    async with resources.get(Database).unit() as session:
        await refits.thin_history(session)
        await vote_counts.forget_old_days(session)
