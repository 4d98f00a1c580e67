"""Make backups on schedule, delete old ones, and report when they stop."""

from datetime import UTC, datetime, timedelta

from croniter import CroniterError, croniter

from ..clock import now
from ..db import Database
from ..doctor import Finding, Level
from ..errors import AppError, StartupProblem
from ..logs import get_logger
from ..resources import Resources
from ..settings import Settings
from ..storage import Storage
from .create import Scratch, Source, make_backup, open_scratch
from .description import decode
from .errors import BackupBroken, BackupNewer
from .places import Place, open_place, read_names
from .settings import BackupSettings

LATE_AFTER = timedelta(hours=6)
"""A large site takes hours for a backup and its check."""

_log = get_logger(__name__)


def open_configured_place(settings: Settings) -> Place:
    to = settings.of(BackupSettings).backup_to
    return open_place(to.get_secret_value() if to else None, settings.data_dir)


async def check_schedule(resources: Resources) -> None:
    """Refuse to start with a schedule or a place that cannot work."""
    settings = resources.get(Settings)
    schedule = settings.of(BackupSettings).backup_schedule
    if schedule is None:
        return
    try:
        find_last_time(schedule, now())
        open_configured_place(settings)
    except (CroniterError, ValueError) as error:
        raise StartupProblem(f"The setting BACKUP_SCHEDULE is wrong: {error}.") from None
    except AppError as error:
        raise StartupProblem(f"The setting BACKUP_TO is wrong: {error.title} {error.detail}".strip()) from None


def find_last_time(schedule: str, moment: datetime) -> datetime:
    """Return the newest time of a schedule that is not after a moment."""
    found: datetime = croniter(schedule, moment.astimezone(UTC) + timedelta(microseconds=1)).get_prev(datetime)
    return found


async def back_up_if_due(resources: Resources, *, scratch: Scratch = open_scratch) -> str | None:
    """Make a backup if none was made since the last time of the schedule, also when the site was down at that time."""
    settings = resources.get(Settings)
    wanted = settings.of(BackupSettings)
    if wanted.backup_schedule is None:
        return None
    place = open_configured_place(settings)
    newest = await find_newest_time(place)
    if newest is not None and newest >= find_last_time(wanted.backup_schedule, now()):
        return None
    source = Source(settings, resources.get(Database).address, resources.get(Storage))
    started = now()
    name, description = await make_backup(source, place, report=lambda *_: None, scratch=scratch)
    _log.info(
        "backup made", name=name, bytes=description.size, files=description.files, seconds=(now() - started).seconds
    )
    await delete_old(place, keep=wanted.backup_keep)
    return name


async def find_newest_time(place: Place) -> datetime | None:
    """Return when the newest complete backup was made."""
    for _, content in reversed(await read_names(place)):
        try:
            if content is not None:
                return decode(content).made_at
        except (BackupBroken, BackupNewer):
            continue
    return None


async def delete_old(place: Place, *, keep: int) -> list[str]:
    """Delete all but the newest complete backups, and incomplete ones that are older than the oldest kept one."""
    found = await read_names(place)
    complete = [name for name, content in found if content is not None]
    oldest_kept = min(complete[-keep:], default="")
    gone = [name for name, _ in found if name < oldest_kept]
    for name in gone:
        await place.delete(name)
        _log.info("old backup deleted", name=name)
    return gone


async def examine_backups(resources: Resources) -> list[Finding]:
    """Report a schedule whose backups are missing."""
    settings = resources.get(Settings)
    schedule = settings.of(BackupSettings).backup_schedule
    if schedule is None:
        return [Finding(Level.OK, "backups", "None are scheduled. Set BACKUP_SCHEDULE to make them regularly.")]
    advice = "Look for `core.backup` in the log of the worker, or run `llmbattler backup` to see the reason."
    try:
        newest = await find_newest_time(open_configured_place(settings))
    except AppError as error:
        return [Finding(Level.PROBLEM, "backups", f"{error.title} {error.detail}".strip(), "Check BACKUP_TO.")]
    if newest is None:
        return [Finding(Level.WARNING, "backups", "There is a schedule, but no complete backup.", advice)]
    if newest < find_last_time(schedule, now() - LATE_AFTER):
        return [Finding(Level.WARNING, "backups", f"The newest one is of {newest:%Y-%m-%d %H:%M} UTC.", advice)]
    return [Finding(Level.OK, "backups", f"The newest one is of {newest:%Y-%m-%d %H:%M} UTC.")]
