"""Where backups are stored: a folder or an S3-compatible bucket."""

import asyncio
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Protocol
from urllib.parse import unquote, urlsplit

import obstore
from obstore.store import S3Store

from ..data_dir import give_to_owner, make_folders
from ..storage.contract import StoredFileMissing
from ..storage.factory import BadBucket, parse_bucket
from ..storage.s3 import open_store, translate
from .description import FILE_NAME, PARTS, is_name
from .errors import BackupIncomplete, BackupNotFound, BadPlace, InsideCheckout

OnBytes = Callable[[int], None]
DRAFT_SUFFIX = ".part"
TRANSFER_BYTES = 16 << 20
TRANSFERS = 2
_PRIVATE = 0o700
_FORM = "s3://KEY:SECRET@host/bucket/folder?region=us-east-1&tls=true"


class Place(Protocol):
    """Stores backups under their names. One with a description is complete."""

    def prepare_draft(self, name: str) -> Path:
        """Create the folder into which a new backup is written, on a disk with enough space."""

    async def publish(self, name: str, draft: Path, on_bytes: OnBytes) -> None:
        """Store what is in the draft, the description last."""

    async def list_names(self) -> list[str]:
        """List complete and incomplete backups, oldest first."""

    async def read_description(self, name: str) -> bytes:
        """Raises `BackupNotFound` or `BackupIncomplete`."""

    async def fetch(self, name: str, work: Path, on_bytes: OnBytes) -> Path:
        """Return a folder with all parts, which may be `work`."""

    async def delete(self, name: str) -> None: ...


def open_place(to: str | None, data_dir: Path) -> Place:
    """Open the folder or bucket, or the folder `backups` in the data folder."""
    if to is not None and to.startswith("s3://"):
        return _open_bucket(to, data_dir)
    if to is not None and "://" in to:
        raise BadPlace(f"It is a folder, or looks like {_FORM}.")
    folder = data_dir / "backups" if to is None else Path(to).expanduser().absolute()
    _refuse_checkout(folder)
    return FolderPlace(folder)


def _refuse_checkout(folder: Path) -> None:
    for parent in (folder, *folder.parents):
        if (parent / ".git").exists() and (parent / "src" / "llmbattler").is_dir():
            raise InsideCheckout(f"{folder} is inside {parent}.")


def _open_bucket(url: str, data_dir: Path) -> "BucketPlace":
    try:
        parts = urlsplit(url)
        name, _, folder = parts.path.strip("/").partition("/")
        store = open_store(parse_bucket(parts._replace(path=f"/{name}")), timeout="300s")
    except BadBucket as problem:
        raise BadPlace(f"{str(problem).capitalize()}. It looks like {_FORM}.") from None
    except ValueError:  # its message would repeat the secret
        raise BadPlace(f"It is not an address. It looks like {_FORM}.") from None
    _refuse_checkout(data_dir)  # drafts are written there
    return BucketPlace(store, name, unquote(folder), data_dir / "backup-drafts")


class FolderPlace:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def prepare_draft(self, name: str) -> Path:
        return _prepare_folder(self._folder / f"{name}{DRAFT_SUFFIX}")

    async def publish(self, name: str, draft: Path, on_bytes: OnBytes) -> None:  # noqa: ARG002 - a rename takes no time
        await asyncio.to_thread(self._rename, draft, name)

    def _rename(self, draft: Path, name: str) -> None:
        for part in (*PARTS, FILE_NAME):
            _sync(draft / part)
        _sync(draft)
        draft.rename(self._folder / name)
        _sync(self._folder)

    async def list_names(self) -> list[str]:
        return await asyncio.to_thread(self._list_names)

    def _list_names(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        names = {entry.name.removesuffix(DRAFT_SUFFIX) for entry in self._folder.iterdir() if entry.is_dir()}
        return sorted(filter(is_name, names))

    async def read_description(self, name: str) -> bytes:
        path = self._path(name) / FILE_NAME
        if path.is_file():
            return path.read_bytes()
        if path.parent.is_dir() or path.parent.with_name(f"{name}{DRAFT_SUFFIX}").is_dir():
            raise BackupIncomplete
        raise BackupNotFound(f"Looked for {name} in {self._folder}.")

    async def fetch(self, name: str, work: Path, on_bytes: OnBytes) -> Path:  # noqa: ARG002 - the parts are here
        if not all((self._path(name) / part).is_file() for part in PARTS):
            raise BackupIncomplete
        return self._path(name)

    async def delete(self, name: str) -> None:
        path = self._path(name)
        # Without its description it counts as incomplete, should the rest take long or fail.
        (path / FILE_NAME).unlink(missing_ok=True)
        for folder in (path, path.with_name(f"{name}{DRAFT_SUFFIX}")):
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def _path(self, name: str) -> Path:
        return self._folder / _check_name(name)


class BucketPlace:
    """Parts are sent and read in pieces, so that memory stays small."""

    def __init__(self, store: S3Store, bucket: str, folder: str, drafts: Path) -> None:
        self._store = store
        self._bucket = bucket
        self._folder = f"{folder.strip('/')}/" if folder.strip("/") else ""
        self._drafts = drafts

    def prepare_draft(self, name: str) -> Path:
        return _prepare_folder(self._drafts / f"{name}{DRAFT_SUFFIX}")

    async def publish(self, name: str, draft: Path, on_bytes: OnBytes) -> None:
        sent = 0
        for part in (*PARTS, FILE_NAME):
            stored = obstore.put_async(
                self._store,
                self._key(name, part),
                draft / part,
                chunk_size=TRANSFER_BYTES,
                max_concurrency=TRANSFERS,
            )
            await translate(stored, self._bucket)
            sent += (draft / part).stat().st_size
            on_bytes(sent)
        await asyncio.to_thread(shutil.rmtree, draft)

    async def list_names(self) -> list[str]:
        listed = obstore.list_with_delimiter_async(self._store, prefix=self._folder or None)
        found = (await translate(listed, self._bucket))["common_prefixes"]
        return sorted(filter(is_name, (prefix.strip("/").rpartition("/")[2] for prefix in found)))

    async def read_description(self, name: str) -> bytes:
        try:
            return bytes(await translate(self._read(self._key(name, FILE_NAME)), self._bucket))
        except StoredFileMissing:
            if name in await self.list_names():
                raise BackupIncomplete from None
            raise BackupNotFound(f"Looked for {name} in the bucket {self._bucket}.") from None

    async def _read(self, key: str) -> obstore.Bytes:
        return await (await obstore.get_async(self._store, key)).bytes_async()

    async def fetch(self, name: str, work: Path, on_bytes: OnBytes) -> Path:
        read = 0
        for part in PARTS:
            with open_private(work / part) as file:
                try:
                    size = (await translate(obstore.head_async(self._store, self._key(name, part)), self._bucket))[
                        "size"
                    ]
                    for start in range(0, size, TRANSFER_BYTES):
                        length = min(TRANSFER_BYTES, size - start)
                        piece = obstore.get_range_async(self._store, self._key(name, part), start=start, length=length)
                        file.write(await translate(piece, self._bucket))
                        read += length
                        on_bytes(read)
                except StoredFileMissing:
                    raise BackupIncomplete from None
        return work

    async def delete(self, name: str) -> None:
        for part in (FILE_NAME, *PARTS):  # without its description it counts as incomplete
            try:
                await translate(obstore.delete_async(self._store, self._key(name, part)), self._bucket)
            except StoredFileMissing:
                continue

    def _key(self, name: str, part: str) -> str:
        return f"{self._folder}{_check_name(name)}/{part}"


async def read_names(place: Place) -> Sequence[tuple[str, bytes | None]]:
    """List backups with their descriptions, oldest first; an incomplete one has none."""
    found: list[tuple[str, bytes | None]] = []
    for name in await place.list_names():
        try:
            found.append((name, await place.read_description(name)))
        except (BackupIncomplete, BackupNotFound):
            found.append((name, None))
    return found


def _check_name(name: str) -> str:
    """Refuse what could be a path."""
    if not is_name(name):
        raise BackupNotFound("A name looks like llmbattler-20261231T033000Z-1a2b.")
    return name


def open_private(path: Path) -> IO[bytes]:
    """Create a file that only this user can read."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    os.fchmod(descriptor, 0o600)
    give_to_owner(descriptor, path.parent)
    return os.fdopen(descriptor, "w+b")


def _prepare_folder(folder: Path) -> Path:
    try:
        make_folders(folder.parent.parent)
        make_folders(folder, _PRIVATE)
    except OSError as error:
        raise BadPlace(f"{folder.parent} cannot be written: {error.strerror}.") from None
    return folder


def _sync(path: Path) -> None:
    """Make sure that a file or the entries of a folder survive a power failure."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
