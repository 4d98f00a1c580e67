"""H34 and H35: the disk of the data folder is full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.processes import running

from llmbattler.core.data_dir import MINIMUM_FREE_BYTES
from llmbattler.core.errors import StartupProblem
from llmbattler.core.master_keys import MasterKeyNotWritten, MasterKeys
from llmbattler.core.secret_files import load_or_create_secret
from llmbattler.core.settings import Settings

FILLER = "filler"


class SmallDisk:
    """A file system in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        with (self.folder / FILLER).open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(65_536)):
                pass

    def empty(self) -> None:
        (self.folder / FILLER).unlink()

    def list_names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()} - {FILLER}


@pytest.fixture
def disk(data_dir: Path) -> Iterator[SmallDisk]:
    folder = data_dir / "disk"
    folder.mkdir()
    mount = [
        "mount",
        "-t",
        "tmpfs",
        "-o",
        f"size={MINIMUM_FREE_BYTES + 2**20},mode=755",
        "llmbattler-test",
        str(folder),
    ]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield SmallDisk(folder)
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def settings(settings: Settings, disk: SmallDisk) -> Settings:
    return settings.model_copy(update={"data_dir": disk.folder})


@pytest.mark.parametrize("command", ["serve", "doctor", "worker", "migrate"])
def test_h34_a_full_disk_is_one_sentence_and_leaves_nothing_behind(disk: SmallDisk, command: str) -> None:
    disk.fill()
    with running(command, DATA_DIR=str(disk.folder), PORT="0") as process:
        assert process.wait() == 1
        said = " ".join("".join(process.said).split())
    assert "No space left on device" in said
    assert "Free some space" in said
    assert "Traceback" not in said
    assert disk.list_names() == set()


def test_h34_a_secret_that_exists_is_read_from_a_full_disk(disk: SmallDisk) -> None:
    path = disk.folder / "secret.key"
    secret = load_or_create_secret(path)
    disk.fill()
    assert load_or_create_secret(path) == secret
    assert disk.list_names() == {"secret.key"}


def test_h34_a_secret_that_cannot_be_written_leaves_no_draft(disk: SmallDisk) -> None:
    disk.fill()
    with pytest.raises(StartupProblem, match="No space left on device"):
        load_or_create_secret(disk.folder / "secret.key")
    assert disk.list_names() == set()


def test_h34_a_full_disk_keeps_the_master_key(disk: SmallDisk) -> None:
    keys = MasterKeys(Settings(data_dir=disk.folder))
    disk.fill()
    with pytest.raises(MasterKeyNotWritten):
        keys.get_or_create_current()
    disk.empty()
    before = keys.get_or_create_current()
    disk.fill()
    with pytest.raises(MasterKeyNotWritten):
        keys.rotate()
    assert keys.read() == (before,)
    assert disk.list_names() == {"master.key"}


async def test_h35_readiness_tells_that_the_disk_is_full(disk: SmallDisk, client: httpx.AsyncClient) -> None:
    assert (await client.get("/readyz")).status_code == 200
    disk.fill()
    refused = await client.get("/readyz")
    assert (refused.status_code, refused.json()["detail"]) == (503, "The disk of the data folder is full.")
    assert (await client.get("/healthz")).status_code == 200
    assert (await client.get("/api/models")).status_code == 200
    disk.empty()
    assert (await client.get("/readyz")).status_code == 200
