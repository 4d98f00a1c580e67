"""The present time. Product code reads it here, so that a test can shift it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_shift = timedelta(0)


def now() -> datetime:
    """Return the time of this machine, in UTC. Rows take the time of the database: `core.db.get_transaction_time`."""
    return datetime.now(UTC) + _shift


def get_shift() -> timedelta:
    """Return how far a test has shifted the clock; zero in production."""
    return _shift


@contextmanager
def shifted(by: timedelta) -> Iterator[None]:
    """Shift the clock of this process within a block. For tests."""
    global _shift  # noqa: PLW0603 - one clock for the process, threads included
    before = _shift
    _shift = before + by
    try:
        yield
    finally:
        _shift = before
