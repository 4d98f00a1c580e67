import os
import time
from pathlib import Path

import pytest
from tests.core.storage.fake_s3 import SECRET, FakeS3, url_of

from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import mask
from llmbattler.core.storage import open_storage


async def test_drafts_of_a_crash_are_cleared_after_a_day(tmp_path: Path) -> None:
    drafts = tmp_path / "files" / "drafts"
    drafts.mkdir(parents=True)
    (drafts / "old").write_bytes(b"half")
    (drafts / "young").write_bytes(b"half")
    os.utime(drafts / "old", (time.time() - 90_000,) * 2)
    await open_storage(None, tmp_path).close()
    assert [path.name for path in drafts.iterdir()] == ["young"]


async def test_a_folder_elsewhere_can_be_named(tmp_path: Path) -> None:
    storage = open_storage(f"file://{tmp_path}/some%20where", tmp_path / "data")
    await storage.put("images/" + "0" * 32, b"x", "image/png")
    assert (tmp_path / "some where" / "images").is_dir()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://key:hush-hush@host/bucket", "must start with"),
        ("s3://host/bucket", "key or secret is missing"),
        ("s3://key:hush-hush@/bucket", "needs a host"),
        ("s3://key:hush-hush@host:port/bucket", "needs a host"),
        ("s3://key:hush/hush@host/bucket", "key or secret is missing"),
        ("s3://key:hush-hush@host", "one bucket"),
        ("s3://key:hush-hush@host/a/b", "one bucket"),
        ("s3://key:hush-hush@host/b?tls=maybe", "tls must be true or false"),
        ("s3://key:hush-hush@host/b?acl=public", "unknown option"),
        ("s3://key:hush-hush@ho℀st/b", "not an address"),
        ("file://relative/folder", "absolute path"),
        ("file:///", "absolute path"),
    ],
)
async def test_a_wrong_address_is_explained_without_its_secret(tmp_path: Path, url: str, sentence: str) -> None:
    with pytest.raises(StartupProblem, match=sentence) as caught:
        open_storage(url, tmp_path)
    assert "hush" not in str(caught.value)


async def test_the_secret_of_the_address_is_masked_in_logs(s3: FakeS3, tmp_path: Path) -> None:
    await open_storage(url_of(s3), tmp_path).close()
    assert SECRET not in mask(f"it was {SECRET}")
