"""Looks four times an hour whether a backup is due."""

from ..db.dumps import BackupRunning
from ..jobs import job
from ..logs import get_logger
from ..resources import Resources
from .schedule import back_up_if_due

_log = get_logger(__name__)


@job("core.backup", cron="*/15 * * * *")
async def back_up(resources: Resources) -> None:
    """Make a backup if one is due. A failed one is tried again at the next look."""
    try:
        await back_up_if_due(resources)
    except BackupRunning:
        _log.debug("a backup is in progress")
