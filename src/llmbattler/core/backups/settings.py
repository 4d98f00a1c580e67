"""The settings about backups."""

import re

from pydantic import Field, SecretStr, field_validator

from ..settings import SettingsGroup

_CRON = re.compile(r"[\w*/,?#-]+(?: +[\w*/,?#-]+){4}", re.ASCII)


class BackupSettings(SettingsGroup):
    backup_to: SecretStr | None = Field(
        None,
        description="Where backups are stored: a folder, or `s3://key:secret@host/bucket/folder?region=…`. "
        "Empty: `backups` in DATA_DIR.",
    )
    backup_schedule: str | None = Field(
        None, description="When a worker makes backups: a cron expression in UTC, such as `30 3 * * *`. Empty: never."
    )
    backup_keep: int = Field(
        14, ge=1, le=10_000, description="After each scheduled backup, older ones than this many are deleted."
    )
    backup_passphrase: SecretStr | None = Field(
        None, description="Encrypts the secrets in backups. Keep it elsewhere: without it they cannot be restored."
    )

    @field_validator("backup_schedule")
    @classmethod
    def _five_fields(cls, value: str | None) -> str | None:
        # The server checks the rest at its start; the library for that takes long to load.
        if value is not None and not _CRON.fullmatch(value.strip()):
            raise ValueError("it needs five fields: minute, hour, day, month and weekday, such as 30 3 * * *")
        return value and value.strip()

    @field_validator("backup_passphrase")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < 12:  # noqa: PLR2004 - a guessable one protects nothing
            raise ValueError("it needs at least 12 characters")
        return value
