"""Next start of a schedule from its cron expression, in UTC."""

from datetime import UTC, datetime

from croniter import CroniterError, croniter

from .errors import BadCron

FIELDS = 5


def find_next(cron: str, after: datetime) -> datetime:
    """The first start after `after`. Raises `BadCron` if there is none."""
    if len(cron.split()) != FIELDS:
        raise BadCron
    try:
        moment: datetime = croniter(cron, after.astimezone(UTC)).get_next(datetime)
    except (CroniterError, ValueError) as error:
        raise BadCron(f"{error}.") from None
    return moment
