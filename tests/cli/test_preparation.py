from pathlib import Path

import pytest

from llmbattler.cli import preparation
from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Settings


def test_the_data_folder_and_the_secret_are_there_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data_dir=tmp_path / "site", discovery=False)
    monkeypatch.setattr(preparation, "read_settings", lambda: settings)
    monkeypatch.setattr(preparation, "configure_logs", lambda _: None)
    assert preparation.prepare_process() is settings
    assert [path.name for path in settings.data_dir.iterdir()] == ["secret.key"]


def test_a_file_in_place_of_the_data_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(preparation, "read_settings", lambda: Settings(data_dir=tmp_path / "file", discovery=False))
    monkeypatch.setattr(preparation, "configure_logs", lambda _: None)
    with pytest.raises(StartupProblem, match="DATA_DIR"):
        preparation.prepare_process()
