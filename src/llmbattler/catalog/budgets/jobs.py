"""The job that reconciles spend."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources

from .service.reconciliation import reconcile

CHECKED_DAYS = 2
"""Today, and yesterday until its last calls are written."""

_log = get_logger(__name__)


@job("budgets.reconcile", cron="7 * * * *")
async def reconcile_spend(resources: Resources) -> None:
    """Compare spend with the ledger once an hour, and release the reservations of dead processes."""
    async with resources.get(Database).unit() as session:
        differences = await reconcile(session, days=CHECKED_DAYS)
    if differences:
        _log.warning("spend did not equal the ledger and was corrected", budgets=[str(one.key) for one in differences])
