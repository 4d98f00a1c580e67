import pytest
from pydantic import ValidationError

from llmbattler.core.backups.settings import BackupSettings


@pytest.mark.parametrize("schedule", ["30 3 * * *", "*/15 1-5 * * mon,fri", " 0 0 1 * * "])
def test_a_schedule_has_five_fields(schedule: str) -> None:
    assert BackupSettings(backup_schedule=schedule).backup_schedule == schedule.strip()


@pytest.mark.parametrize("schedule", ["daily", "0 3 * *", "0 3 * * * *", "0 3 * * *; rm"])
def test_anything_else_is_refused(schedule: str) -> None:
    with pytest.raises(ValidationError, match="five fields"):
        BackupSettings(backup_schedule=schedule)


def test_a_short_passphrase_is_refused() -> None:
    with pytest.raises(ValidationError, match="12 characters"):
        BackupSettings(backup_passphrase="secret")  # type: ignore[arg-type]
