"""The job that looks for models."""

from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..errors import BadModelsFile
from .flow import refresh_catalog

_log = get_logger(__name__)


@job("catalog.discover", cron="23 * * * *")
async def discover_models(resources: Resources) -> None:
    """Look for new models once an hour, and read the catalog file again."""
    try:
        await refresh_catalog(resources.get(Database), resources.get(Caller), resources.get(Settings))
    except BadModelsFile as problem:
        _log.warning("the catalog was not changed", problem=str(problem))
