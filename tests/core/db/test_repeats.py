"""With real deadlocks: `tests/cases/test_hardening_database.py`."""

import pytest
from structlog.testing import capture_logs

from llmbattler.core.db.failures import DatabaseUnavailable, TransactionAborted
from llmbattler.core.db.repeats import LONGEST_PAUSES, repeat_aborted


class Work:
    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0

    async def run(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "done"


async def test_aborted_work_is_repeated_and_logged() -> None:
    work = Work(TransactionAborted(), TransactionAborted())
    with capture_logs() as logs:
        assert await repeat_aborted(work.run) == "done"
    assert (work.calls, len(logs)) == (3, 2)


async def test_it_is_not_repeated_forever() -> None:
    work = Work(*(TransactionAborted() for _ in range(20)))
    with pytest.raises(TransactionAborted):
        await repeat_aborted(work.run)
    assert work.calls == len(LONGEST_PAUSES) + 1


async def test_other_failures_are_not_repeated() -> None:
    work = Work(DatabaseUnavailable())
    with pytest.raises(DatabaseUnavailable):
        await repeat_aborted(work.run)
    assert work.calls == 1
