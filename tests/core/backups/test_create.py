from pathlib import Path

import pytest
from tests.core.backups.sites import Scratch, quiet, scratch, source
from tests.processes import processes_of

from llmbattler.core.backups import create
from llmbattler.core.backups.create import Source, make_backup, open_scratch
from llmbattler.core.backups.errors import NotEnoughSpace, NothingToBackUp
from llmbattler.core.backups.places import FolderPlace
from llmbattler.core.db.dumps import BackupRunning, lock_backups
from llmbattler.core.db.engine import DatabaseAddress

__all__ = ["scratch", "source"]


def list_entries(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_one_backup_runs_at_a_time(source: Source, scratch: Scratch, tmp_path: Path) -> None:
    async with lock_backups(source.address):
        with pytest.raises(BackupRunning):
            await make_backup(source, FolderPlace(tmp_path), report=quiet, scratch=scratch)
    assert list_entries(tmp_path) == []


async def test_an_empty_database_is_no_site(
    source: Source, empty_address: DatabaseAddress, scratch: Scratch, tmp_path: Path
) -> None:
    nothing = Source(source.settings, empty_address, source.storage)
    with pytest.raises(NothingToBackUp):
        await make_backup(nothing, FolderPlace(tmp_path), report=quiet, scratch=scratch)
    assert list_entries(tmp_path) == []


async def test_space_is_checked_before_the_work(
    source: Source, scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "_SHARE_OF_DUMP", 1e12)
    with pytest.raises(NotEnoughSpace, match="MB are needed"):
        await make_backup(source, FolderPlace(tmp_path), report=quiet, scratch=scratch)


def test_the_server_for_the_check_leaves_nothing_behind(data_dir: Path) -> None:
    left = data_dir / "backup-check-dead"
    left.mkdir()
    with open_scratch(data_dir) as address:
        assert "backup-check-" in address.url
        assert not left.exists()
    assert list(data_dir.iterdir()) == []
    assert processes_of(data_dir) == []
