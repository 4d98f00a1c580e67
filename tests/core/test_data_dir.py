from pathlib import Path

import pytest

from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.errors import StartupProblem


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    prepare_data_dir(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_file_in_its_place_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartupProblem, match="DATA_DIR"):
        prepare_data_dir(tmp_path / "file")
