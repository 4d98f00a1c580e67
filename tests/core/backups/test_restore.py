from pathlib import Path

import psycopg
import pytest
from tests.core.backups.sites import Scratch, quiet, scratch, source

from llmbattler.core.backups.create import Source, make_backup
from llmbattler.core.backups.errors import BackupNotFound, SiteRunning
from llmbattler.core.backups.places import FolderPlace
from llmbattler.core.backups.restore import find_newest, restore_backup, save_secrets
from llmbattler.core.db.engine import DatabaseAddress

__all__ = ["scratch", "source"]


async def test_the_newest_complete_backup_is_chosen(tmp_path: Path) -> None:
    place = FolderPlace(tmp_path)
    with pytest.raises(BackupNotFound):
        await find_newest(place)
    names = [f"llmbattler-2026111{day}T033000Z-0000" for day in (6, 7, 8)]
    for name in names:
        (tmp_path / name).mkdir()
    for name in names[:2]:
        (tmp_path / name / "backup.json").write_text("{}")
    assert await find_newest(place) == names[1]


async def test_a_running_site_is_not_replaced(
    source: Source, empty_address: DatabaseAddress, scratch: Scratch, tmp_path: Path
) -> None:
    place = FolderPlace(tmp_path / "backups")
    name, _ = await make_backup(source, place, report=quiet, scratch=scratch)
    with psycopg.connect(empty_address.url, application_name="llmbattler-jobs"), pytest.raises(SiteRunning):
        await restore_backup(
            Source(source.settings, empty_address, source.storage), place, name, replace=True, report=quiet
        )
    await save_secrets(place, name, source.settings, tmp_path / "secrets.env")
    assert (tmp_path / "secrets.env").read_text().startswith("SECRET_KEY=")
