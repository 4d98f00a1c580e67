import os
from pathlib import Path

import pytest
from tests.core.backups.sites import quiet
from tests.core.storage.conftest import s3
from tests.core.storage.fake_s3 import BUCKET, FakeS3, url_of

from llmbattler.core.backups.description import DATABASE, FILE_NAME, PARTS
from llmbattler.core.backups.errors import BackupIncomplete, BackupNotFound, BadPlace
from llmbattler.core.backups.places import TRANSFER_BYTES, Place, open_place, read_names

__all__ = ["s3"]

OLD, NEW = "llmbattler-20261117T033000Z-0000", "llmbattler-20261118T033000Z-0000"


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest, tmp_path: Path, s3: FakeS3) -> Place:
    address = url_of(s3, bucket=f"{BUCKET}/nightly/here")
    return open_place(address if request.param == "bucket" else str(tmp_path / "kept"), tmp_path)


async def store(place: Place, name: str, *, size: int = 10) -> None:
    draft = place.prepare_draft(name)
    for part in (*PARTS, FILE_NAME):
        (draft / part).write_bytes(part.encode())
    (draft / DATABASE).write_bytes(os.urandom(size))
    await place.publish(name, draft, quiet)
    assert not draft.exists()


async def test_what_was_published_is_listed_and_fetched(place: Place, tmp_path: Path) -> None:
    assert await place.list_names() == []
    for name in (NEW, OLD):
        await store(place, name)
    assert await place.list_names() == [OLD, NEW]
    assert await place.read_description(NEW) == FILE_NAME.encode()
    (tmp_path / "work").mkdir()
    fetched = await place.fetch(NEW, tmp_path / "work", quiet)
    assert {part: (fetched / part).stat().st_size for part in PARTS if part != DATABASE} == {
        part: len(part) for part in PARTS if part != DATABASE
    }
    await place.delete(OLD)
    assert await read_names(place) == [(NEW, FILE_NAME.encode())]


async def test_a_missing_and_an_incomplete_backup_are_told_apart(place: Place, tmp_path: Path, s3: FakeS3) -> None:
    with pytest.raises(BackupNotFound):
        await place.read_description(NEW)
    for name in ("../../etc", f"{NEW}/.."):
        with pytest.raises(BackupNotFound):
            await place.read_description(name)
    await store(place, NEW)
    (tmp_path / "kept" / NEW / FILE_NAME).unlink(missing_ok=True)
    s3.objects.pop(f"nightly/here/{NEW}/{FILE_NAME}", None)
    with pytest.raises(BackupIncomplete):
        await place.read_description(NEW)
    assert await read_names(place) == [(NEW, None)]


async def test_a_large_part_is_sent_and_read_in_pieces(tmp_path: Path, s3: FakeS3) -> None:
    place = open_place(url_of(s3), tmp_path)
    await store(place, NEW, size=TRANSFER_BYTES + 1)
    stored = s3.objects[f"{NEW}/{DATABASE}"]
    assert len(stored) == TRANSFER_BYTES + 1
    assert s3.pieces == 2
    (tmp_path / "work").mkdir()
    fetched = await place.fetch(NEW, tmp_path / "work", quiet)
    assert (fetched / DATABASE).read_bytes() == stored
    assert s3.ranges >= 2


@pytest.mark.parametrize("address", ["ftp://host/folder", "s3://host/bucket", "s3://k:very-secret@host"])
def test_a_wrong_address_is_explained_without_its_secret(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadPlace, match="looks like") as raised:
        open_place(address, tmp_path)
    assert "very-secret" not in str(raised.value)
