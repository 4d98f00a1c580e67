import asyncio
from pathlib import Path

import pytest
import typer
from tests.core.backups.sites import Scratch, add_rows, scratch

from llmbattler.cli import backups
from llmbattler.core.db.engine import DatabaseAddress

__all__ = ["scratch"]


@pytest.fixture(autouse=True)
def quick_checks(terminal: None, scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backups.make_backup
    monkeypatch.setattr(backups, "make_backup", lambda *given, **more: made(*given, **more, scratch=scratch))


async def test_a_backup_is_made_listed_and_not_restored_over_data(
    address: DatabaseAddress, data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_rows(address, 2)
    await asyncio.to_thread(backups.backup, str(data_dir / "kept"))
    shown = capsys.readouterr()
    assert "restored into an empty database" in shown.out
    assert "set BACKUP_PASSPHRASE" in shown.err
    await asyncio.to_thread(backups.backup, str(data_dir / "kept"), list_=True)
    (name,) = (path.name for path in (data_dir / "kept").iterdir())
    assert name in capsys.readouterr().out
    with pytest.raises(typer.Exit):
        await asyncio.to_thread(backups.restore, None, str(data_dir / "kept"))
    assert "--replace" in capsys.readouterr().err
    await asyncio.to_thread(backups.restore, None, str(data_dir / "kept"), secrets_to=data_dir / "secrets.env")
    assert "SECRET_KEY=" in (data_dir / "secrets.env").read_text()
