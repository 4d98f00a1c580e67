from datetime import UTC, datetime, timedelta, timezone

import pytest

from llmbattler.benchmarks.runs.schedules.cron import find_next
from llmbattler.benchmarks.runs.schedules.errors import BadCron

SUNDAY = datetime(2026, 11, 15, 12, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("* * * * *", datetime(2026, 11, 15, 12, 1, tzinfo=UTC)),
        ("0 6 * * 1", datetime(2026, 11, 16, 6, 0, tzinfo=UTC)),
        ("0 6 * * mon", datetime(2026, 11, 16, 6, 0, tzinfo=UTC)),
        ("*/15 9-17 * * 1-5", datetime(2026, 11, 16, 9, 0, tzinfo=UTC)),
        ("0 0 29 2 *", datetime(2028, 2, 29, tzinfo=UTC)),
    ],
)
def test_the_next_time_is_found_in_utc(cron: str, expected: datetime) -> None:
    assert find_next(cron, SUNDAY) == expected
    elsewhere = SUNDAY.astimezone(timezone(timedelta(hours=9)))
    found = find_next(cron, elsewhere)
    assert found == expected
    assert found.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    "cron",
    ["", "nonsense", "* * * *", "* * * * * *", "@daily", "61 * * * *", "0 0 30 2 *", "a b c d e", "*/0 * * * *"],
)
def test_what_is_no_schedule_is_refused(cron: str) -> None:
    with pytest.raises(BadCron):
        find_next(cron, SUNDAY)
