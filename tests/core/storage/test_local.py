import os
import stat
from pathlib import Path

import pytest

from llmbattler.core.errors import Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.storage import StorageUnavailable, make_key
from llmbattler.core.storage.local import LocalStorage


def list_all(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


async def test_files_are_spread_and_private(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path / "files")
    name = uuid7().hex
    await storage.put(f"images/{name}", b"x", "image/png")
    path = tmp_path / "files" / "images" / name[-4:-2] / name[-2:] / name
    assert path.read_bytes() == b"x"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "files").stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
async def test_what_root_stores_belongs_to_the_owner_of_the_data_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    await LocalStorage(tmp_path / "files").put(make_key("images"), b"x", "image/png")
    assert {path.stat().st_uid for path in list_all(tmp_path)} == {65534}


async def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    name = "0" * 32
    (tmp_path / "images" / "00" / "00" / name / "in the way").mkdir(parents=True)
    with pytest.raises(StorageUnavailable) as caught:
        await storage.put(f"images/{name}", b"x", "image/png")
    assert isinstance(caught.value, Unavailable)
    assert str(tmp_path) not in str(caught.value)
    assert list((tmp_path / "drafts").iterdir()) == []
