"""Make a backup: dump one snapshot, copy files, secrets and configuration, restore it for a check, store it."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

from llmbattler import __version__

from ..clock import now
from ..db.dumps import LoadFailed, Snapshot, load_dump, lock_backups, open_snapshot, write_dump
from ..db.embedded import EmbeddedPostgres
from ..db.engine import DatabaseAddress
from ..settings import Settings
from ..storage import Storage
from . import parts
from .description import (
    CONFIGURATION,
    DATABASE,
    FILE_NAME,
    FILES,
    FORMAT,
    PARTS,
    SECRETS,
    Description,
    encode,
    make_name,
)
from .errors import BackupBroken, BackupCheckFailed, NotEnoughSpace, NothingToBackUp
from .places import Place, open_private

Report: TypeAlias = Callable[[str, int, int | None], None]
"""Called with the present step, how much of it is done, and the whole if it is known."""
Scratch: TypeAlias = Callable[[Path], AbstractContextManager[DatabaseAddress]]
"""Opens an empty database for the check, given the data folder."""

_SCRATCH = "backup-check-"
_SHARE_OF_DUMP = 0.5
"""A compressed dump has no indexes; it takes at most this part of the database."""


@dataclass(frozen=True, slots=True)
class Source:
    """The site that is backed up or restored."""

    settings: Settings
    address: DatabaseAddress
    storage: Storage


@contextmanager
def open_scratch(data_dir: Path) -> Iterator[DatabaseAddress]:
    """Run an empty PostgreSQL beside the site's own one, which the check must neither slow down nor fill."""
    for left in data_dir.glob(f"{_SCRATCH}*"):  # of a process that was killed, since only one backup runs at a time
        _remove_scratch(EmbeddedPostgres(left))
    server = EmbeddedPostgres(data_dir / f"{_SCRATCH}{uuid4().hex[:8]}")
    try:
        yield DatabaseAddress.parse(server.start())
    finally:
        _remove_scratch(server)


def _remove_scratch(server: EmbeddedPostgres) -> None:
    if server.data.is_dir():
        server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


async def make_backup(
    source: Source, place: Place, *, report: Report, scratch: Scratch = open_scratch
) -> tuple[str, Description]:
    """Make, check and store a backup; return its name. A failed one leaves nothing behind."""
    async with lock_backups(source.address):
        moment = now()
        name = make_name(moment)
        draft = place.prepare_draft(name)
        try:
            async with open_snapshot(source.address) as snapshot:
                _check_space(snapshot, draft, source.settings)
                await _write_database(source, snapshot, draft, report)
            files = await _write_rest(source, draft, report)
            await _check(source, snapshot, draft, files, report, scratch)
            description = Description(
                format=FORMAT,
                version=__version__,
                made_at=moment,
                revisions=list(snapshot.revisions),
                rows=dict(snapshot.rows),
                files=files,
                parts=[await asyncio.to_thread(parts.describe_part, draft / part) for part in PARTS],
            )
            _write(draft / FILE_NAME, encode(description))
            await place.publish(name, draft, lambda done: report("Storing", done, description.size))
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return name, description


def _check_space(snapshot: Snapshot, draft: Path, settings: Settings) -> None:
    if not snapshot.revisions:
        raise NothingToBackUp
    needed = int(snapshot.size * _SHARE_OF_DUMP)
    for folder, size in ((draft, needed), (settings.data_dir, snapshot.size)):
        free = shutil.disk_usage(folder).free
        if free < size:
            raise NotEnoughSpace(f"{size >> 20} MB are needed in {folder}, {free >> 20} MB are free.")


async def _write_database(source: Source, snapshot: Snapshot, draft: Path, report: Report) -> None:
    with open_private(draft / DATABASE) as file:
        step = "Dumping the database"
        report(step, 0, None)
        await write_dump(source.address, snapshot, file, lambda done: report(step, done, None))


async def _write_rest(source: Source, draft: Path, report: Report) -> int:
    """Copy files after the database, so that none is missing that a row refers to."""
    with open_private(draft / FILES) as file:
        count = await parts.write_files(source.storage, file, lambda done: report("Copying files", done, None))
    _write(draft / SECRETS, parts.encode_secrets(parts.collect_secrets(source.settings), source.settings))
    _write(draft / CONFIGURATION, parts.encode_configuration(source.settings))
    return count


async def _check(source: Source, snapshot: Snapshot, draft: Path, files: int, report: Report, scratch: Scratch) -> None:
    """Restore what was written, and compare it with the snapshot."""
    step = "Checking: restoring into an empty database"
    report(step, 0, None)
    try:
        parts.decode_secrets((draft / SECRETS).read_bytes(), source.settings)
        if await asyncio.to_thread(parts.count_files, draft / FILES) != files:
            raise BackupCheckFailed("Files are missing in the archive.")
        opened = scratch(source.settings.data_dir)
        address = await asyncio.to_thread(opened.__enter__)
        try:
            on_bytes = partial(_report_bytes, report, step)
            await load_dump(address, draft / DATABASE, rows=snapshot.rows, on_bytes=on_bytes)
        finally:
            await asyncio.shield(asyncio.to_thread(opened.__exit__, None, None, None))
    except (LoadFailed, BackupBroken) as problem:
        raise BackupCheckFailed(problem.detail) from problem


def _report_bytes(report: Report, step: str, done: int) -> None:
    report(step, done, None)


def _write(path: Path, content: bytes) -> None:
    with open_private(path) as file:
        file.write(content)
