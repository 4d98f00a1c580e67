"""What the worker does for the catalog."""

from datetime import timedelta

from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import service
from .errors import BadModelsFile
from .flow import refresh_catalog
from .probing import probe_health

PROBE_EVERY = timedelta(minutes=2)
_LEEWAY = timedelta(minutes=1)

_log = get_logger(__name__)


@job("catalog.probe_health", cron="*/2 * * * *")
async def probe_models(resources: Resources) -> None:
    """Ask the model servers how they are, and tell open pages about changes that may be shown by now."""
    database = resources.get(Database)
    await probe_health(database, resources.get(Caller), resources.get(Settings))
    async with database.unit() as session:
        await service.announce_health(session, since=PROBE_EVERY + _LEEWAY)


@job("catalog.discover", cron="23 * * * *")
async def discover_models(resources: Resources) -> None:
    """Look around for new models once an hour, and read the catalog file again."""
    try:
        await refresh_catalog(resources.get(Database), resources.get(Caller), resources.get(Settings))
    except BadModelsFile as problem:
        _log.warning("the catalog stays as it was", problem=str(problem))
