"""Adds the partitions of coming months to the tables that are divided by month."""

from . import clock
from .db import Database
from .db.partitions import add_partition, list_divided, list_missing
from .errors import Unavailable
from .jobs import job
from .logs import get_logger
from .resources import Resources

_log = get_logger(__name__)


async def add_partitions(resources: Resources) -> None:
    """Add what is missing. Without it rows go to the default partition, so a failure waits for the next time."""
    database = resources.get(Database)
    for table in list_divided():
        try:
            async with database.batch_unit() as session:
                missing = await list_missing(session, table, clock.now())
            for month in missing:
                async with database.batch_unit() as session:
                    if not await add_partition(session, table, month):
                        _log.debug("a table of this name exists", table=table.partition_of(month))
        except Unavailable as error:
            _log.warning("could not add partitions; the daily job will do it", table=table.name, reason=str(error))


@job("core.add_partitions", cron="53 2 * * *", attempts=3)
async def add_partitions_daily(resources: Resources) -> None:
    """Add partitions some months ahead, and divide the rows of earlier months that were imported."""
    await add_partitions(resources)
