"""The job that starts scheduled runs."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import service

_log = get_logger(__name__)


@job("benchmarks.schedules", cron="* * * * *")
async def start_scheduled(resources: Resources) -> None:
    """Start all due runs, each in its own transaction."""
    settings, database = resources.get(Settings), resources.get(Database)
    while True:
        async with database.unit() as session:
            schedule = await service.start_due(session, settings=settings)
        if schedule is None:
            return
        if schedule.problem is not None:
            _log.warning("a scheduled run could not start", title=schedule.title, reason=schedule.problem)
