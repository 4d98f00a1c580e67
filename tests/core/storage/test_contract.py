"""What a folder and a bucket have in common."""

import os
from pathlib import Path
from uuid import UUID

import pytest

from llmbattler.core.errors import NotFound
from llmbattler.core.storage import Storage, StoredFileMissing, make_key

HOSTILE_NAMES = [
    "../../x",
    "/etc/x",
    "..%2f",
    "a\0.png",
    "images/" + "a" * 300,
    "CON",
    "images/..",
    "images/" + "0" * 31 + ".",
    "images/" + "0" * 32 + " ",
    "images/" + "0" * 32 + "\n",
    "images/" + "A" * 32,
    "images/../../" + "0" * 32,
    "images/\u202e" + "0" * 31,
    "images/" + "٠" * 32,
    "",
]


async def test_what_was_put_can_be_read(storage: Storage) -> None:
    key, data = make_key("images"), os.urandom(2_000_000)
    assert not await storage.exists(key)
    await storage.put(key, data, "image/png")
    assert await storage.exists(key)
    assert await storage.get(key) == data


async def test_an_empty_file_is_a_file(storage: Storage) -> None:
    key = make_key("exports")
    await storage.put(key, b"", "text/plain")
    assert await storage.get(key) == b""


async def test_a_second_put_replaces_the_first(storage: Storage) -> None:
    key = make_key("images")
    await storage.put(key, b"first", "image/png")
    await storage.put(key, b"second", "image/png")
    assert await storage.get(key) == b"second"


async def test_deleting_twice_is_no_failure(storage: Storage) -> None:
    key = make_key("images")
    await storage.put(key, b"x", "image/png")
    await storage.delete(key)
    await storage.delete(key)
    assert not await storage.exists(key)


async def test_all_files_are_listed(storage: Storage) -> None:
    assert [key async for key in storage.list_keys()] == []
    keys = sorted(make_key(kind) for kind in ("images", "images", "sounds"))
    for key in keys:
        await storage.put(key, b"content", "image/png")
    assert sorted([key async for key in storage.list_keys()]) == keys


async def test_reading_a_missing_file_is_not_found(storage: Storage) -> None:
    with pytest.raises(StoredFileMissing) as caught:
        await storage.get(make_key("images"))
    assert isinstance(caught.value, NotFound)


def list_all(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_a62_a_name_that_we_did_not_choose_is_refused(storage: Storage, tmp_path: Path, name: str) -> None:
    before = list_all(tmp_path)
    with pytest.raises(ValueError, match="32 hexadecimal"):
        await storage.put(name, b"x", "image/png")
    for act in (storage.get, storage.delete, storage.exists):
        with pytest.raises(ValueError, match="32 hexadecimal"):
            await act(name)
    assert list_all(tmp_path) == before


def test_keys_are_random_and_a_uuid_can_be_one() -> None:
    assert len({make_key("images") for _ in range(1000)}) == 1000
    assert UUID(make_key("images").removeprefix("images/"))
