import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from llmbattler.core.data_dir import make_folder, prepare_data_dir
from llmbattler.core.errors import StartupProblem
from llmbattler.core.locks import exclusive
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.secret_files import load_or_create_secret
from llmbattler.core.settings import Settings

SERVICE = 65534


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    prepare_data_dir(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_file_in_its_place_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartupProblem, match="DATA_DIR"):
        prepare_data_dir(tmp_path / "file")


def _lock(path: Path) -> None:
    with exclusive(path):
        pass


def _rotate_master_key(path: Path) -> None:
    MasterKeys(Settings(data_dir=path.parent)).rotate()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
@pytest.mark.parametrize(
    ("make", "name"),
    [
        (_lock, "start.lock"),
        (load_or_create_secret, "secret.key"),
        (_rotate_master_key, "master.key"),
        (make_folder, "run"),
    ],
)
def test_what_root_makes_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, make: Callable[[Path], object], name: str
) -> None:
    os.chown(tmp_path, SERVICE, SERVICE)
    make(tmp_path / name)
    made = (tmp_path / name).stat()
    assert (made.st_uid, made.st_gid) == (SERVICE, SERVICE)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_root_gives_away_nothing_that_a_link_leads_to(tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    foreign = tmp_path / "foreign"
    foreign.touch()
    folder = tmp_path / "site"
    folder.mkdir()
    os.chown(folder, SERVICE, SERVICE)
    link(foreign, folder / "start.lock")
    with suppress(OSError):
        _lock(folder / "start.lock")
    assert foreign.stat().st_uid == 0
