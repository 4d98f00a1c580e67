"""The job that probes model servers."""

from datetime import timedelta

from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..service import announce_health
from ..topics import PROBE_HEALTH
from .flow import probe_health

PROBE_EVERY = timedelta(minutes=2)
_LEEWAY = timedelta(minutes=1)


@job(PROBE_HEALTH, cron="*/2 * * * *")
async def probe_models(resources: Resources) -> None:
    """Probe the model servers, and tell open pages about changes of health that may be shown by now."""
    database = resources.get(Database)
    await probe_health(database, resources.get(Caller), resources.get(Settings))
    async with database.unit() as session:
        await announce_health(session, since=PROBE_EVERY + _LEEWAY)
