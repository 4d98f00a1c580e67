"""Read when a listed model was published."""

from datetime import UTC, datetime

LATEST = 4_102_444_800
"""The year 2100, in seconds."""


def read_time(given: object) -> datetime | None:
    """Read seconds since 1970 or an ISO time. Servers may send anything; that must not hide their models."""
    if isinstance(given, int | float) and 0 < given < LATEST:
        return datetime.fromtimestamp(given, UTC)
    if not isinstance(given, str):
        return None
    try:
        parsed = datetime.fromisoformat(given)
    except ValueError:
        return None
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)
