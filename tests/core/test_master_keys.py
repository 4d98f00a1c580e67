from pathlib import Path

import pytest

from llmbattler.core.errors import StartupProblem
from llmbattler.core.master_keys import MasterKeyConfigured, MasterKeyMissing, MasterKeys
from llmbattler.core.settings import Settings

ONE = "6d61737465722d6b65792d666f722d74657374732d30303031"
TWO = "b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899"


def test_made_once_with_mode_600(tmp_path: Path) -> None:
    keys = MasterKeys(Settings(data_dir=tmp_path))
    assert keys.read() == ()
    made = keys.get_or_create_current()
    file = tmp_path / "master.key"
    assert file.stat().st_mode & 0o777 == 0o600
    assert MasterKeys(Settings(data_dir=tmp_path)).get_or_create_current() == made


def test_with_a_shared_database_none_is_made(tmp_path: Path) -> None:
    keys = MasterKeys(Settings(data_dir=tmp_path, DATABASE_URL="postgresql://x/y"))
    keys.check()
    with pytest.raises(MasterKeyMissing):
        keys.get_or_create_current()
    with pytest.raises(MasterKeyMissing):
        keys.rotate()
    assert list(tmp_path.iterdir()) == []


def test_given_in_the_settings_or_in_a_file(tmp_path: Path) -> None:
    assert MasterKeys(Settings(data_dir=tmp_path, master_key=f"{ONE}, {TWO}")).read() == (ONE.encode(), TWO.encode())
    file = tmp_path / "given"
    file.write_text(f"{TWO}\n{ONE}\n")
    keys = MasterKeys(Settings(data_dir=tmp_path, master_key_file=file))
    assert keys.get_or_create_current() == TWO.encode()
    assert keys.configured
    with pytest.raises(MasterKeyConfigured):
        keys.rotate()
    keys.delete_older()
    assert file.read_text() == f"{TWO}\n{ONE}\n"


@pytest.mark.parametrize("weak", ["short", "changeme" * 8, "a" * 64, f"{ONE},short", ","])
def test_a_weak_one_stops_the_start_and_is_not_used(tmp_path: Path, weak: str) -> None:
    keys = MasterKeys(Settings(data_dir=tmp_path, master_key=weak))
    with pytest.raises(StartupProblem, match="MASTER_KEY"):
        keys.check()
    assert keys.read() == ()
    with pytest.raises(MasterKeyMissing):
        keys.get_or_create_current()


def test_a_missing_file_is_no_reason_to_stop(tmp_path: Path) -> None:
    keys = MasterKeys(Settings(data_dir=tmp_path, master_key_file=tmp_path / "nowhere"))
    keys.check()
    assert keys.read() == ()
    with pytest.raises(MasterKeyMissing):
        keys.get_or_create_current()


def test_renewing_keeps_the_old_one_until_it_is_forgotten(tmp_path: Path) -> None:
    keys = MasterKeys(Settings(data_dir=tmp_path))
    first = keys.get_or_create_current()
    keys.rotate()
    present, older = keys.read()
    assert older == first != present
    keys.delete_older()
    assert keys.read() == (present,)
    assert [path.name for path in tmp_path.iterdir()] == ["master.key"]
