import io
import tarfile
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.core.backups.sites import quiet

from llmbattler.core.backups import parts
from llmbattler.core.backups.errors import BackupBroken, PassphraseWrong, SecretsDiffer
from llmbattler.core.settings import Settings
from llmbattler.core.storage import make_key, open_storage

KEY, MASTER, OTHER = "0123456789abcdef" * 4, "fedcba9876543210" * 4, "13579bdf02468ace" * 4
FOUND = parts.SiteSecrets(KEY, [MASTER])


def configure(folder: Path, **more: object) -> Settings:
    return Settings(data_dir=folder, **more)  # type: ignore[arg-type]


async def test_files_move_through_an_archive(tmp_path: Path) -> None:
    here, there = open_storage(None, tmp_path / "a"), open_storage(None, tmp_path / "b")
    keys = [make_key("images") for _ in range(4)]
    for key in keys:
        await here.put(key, key.encode(), "image/png")
    with (tmp_path / "files.tar").open("wb") as file:
        assert await parts.write_files(here, file, quiet) == 4
    assert parts.count_files(tmp_path / "files.tar") == 4
    await parts.read_files(tmp_path / "files.tar", there, quiet)
    assert [await there.get(key) for key in keys] == [key.encode() for key in keys]


def test_an_archive_with_another_path_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "files.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo("../../etc/passwd"), io.BytesIO())
    with pytest.raises(BackupBroken):
        parts.count_files(tmp_path / "files.tar")


def test_secrets_are_read_with_the_passphrase_only(tmp_path: Path) -> None:
    plain = configure(tmp_path)
    assert parts.decode_secrets(parts.encode_secrets(FOUND, plain), plain) == FOUND
    sealed = configure(tmp_path, backup_passphrase="a long passphrase")
    content = parts.encode_secrets(FOUND, sealed)
    assert MASTER.encode() not in content
    assert parts.decode_secrets(content, sealed) == FOUND
    for wrong in (plain, configure(tmp_path, backup_passphrase="another passphrase")):
        with pytest.raises(PassphraseWrong):
            parts.decode_secrets(content, wrong)
    with pytest.raises(BackupBroken):
        parts.decode_secrets(b"{}", plain)


def test_secrets_are_written_where_the_settings_name_none(tmp_path: Path) -> None:
    (tmp_path / "master.key").write_text(OTHER)
    parts.write_secrets(FOUND, configure(tmp_path))
    assert parts.collect_secrets(configure(tmp_path)) == FOUND
    (kept,) = tmp_path.glob("master.key.replaced-*")
    assert kept.read_text() == OTHER
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert parts.print_secrets(FOUND) == f"SECRET_KEY={KEY}\nMASTER_KEY={MASTER}\n".encode()


def test_other_secrets_in_the_settings_are_refused(tmp_path: Path) -> None:
    parts.check_secrets(
        FOUND, configure(tmp_path, secret_key=SecretStr(KEY), master_key=SecretStr(f"{OTHER},{MASTER}"))
    )
    for wrong in ({"secret_key": SecretStr(OTHER)}, {"master_key": SecretStr(OTHER)}):
        with pytest.raises(SecretsDiffer):
            parts.check_secrets(FOUND, configure(tmp_path, **wrong))


def test_a_catalog_file_that_differs_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = configure(tmp_path / "data")
    (tmp_path / "data").mkdir()
    assert parts.write_configuration({"models.yaml": "models: []\n"}, settings) == []
    assert parts.decode_configuration(parts.encode_configuration(settings)) == {"models.yaml": "models: []\n"}
    assert parts.write_configuration({"models.yaml": "models: []\n"}, settings) == []
    (note,) = parts.write_configuration({"models.yaml": "models: [{id: a}]\n"}, settings)
    assert "was kept" in note
    assert (tmp_path / "data" / "models.yaml").read_text() == "models: []\n"
    assert (tmp_path / "data" / "models.yaml.from-backup").read_text() == "models: [{id: a}]\n"
    with pytest.raises(BackupBroken):
        parts.decode_configuration(b"[]")
