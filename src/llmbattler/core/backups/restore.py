"""Restore a backup. Everything is checked before anything is changed, and the database changes in one transaction."""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..data_dir import make_folders
from ..db.dumps import LoadFailed, count_processes, has_rows, load_dump, lock_backups
from ..db.migrate import find_unknown_revisions, migrate
from ..settings import Settings
from . import parts
from .create import Report, Source
from .description import CONFIGURATION, DATABASE, FILES, SECRETS, Description, decode
from .errors import BackupBroken, BackupIncomplete, BackupNewer, BackupNotFound, SiteNotEmpty, SiteRunning
from .places import Place, open_private


@dataclass(frozen=True, slots=True)
class Restored:
    description: Description
    notes: list[str]
    """What the person should look at."""


@dataclass(frozen=True, slots=True)
class _Checked:
    folder: Path
    description: Description
    secrets: parts.SiteSecrets
    configuration: dict[str, str]


async def restore_backup(source: Source, place: Place, name: str, *, replace: bool, report: Report) -> Restored:
    """Restore a site from a backup. With `replace`, what the site has is lost."""
    async with lock_backups(source.address):
        description = await read_description(place, name)
        if not replace and await has_rows(source.address):
            raise SiteNotEmpty
        if await count_processes(source.address):
            raise SiteRunning
        with _open_work_folder(source.settings) as work:
            fetched = await place.fetch(name, Path(work), lambda done: report("Fetching", done, description.size))
            checked = await _check(fetched, description, source.settings, report)
            notes = await _apply(source, checked, report)
    return Restored(description, notes)


async def find_newest(place: Place) -> str:
    """Return the newest complete backup; incomplete ones are skipped."""
    for name in reversed(await place.list_names()):
        try:
            await place.read_description(name)
        except (BackupNotFound, BackupIncomplete):
            continue
        return name
    raise BackupNotFound("There are no complete backups.")


async def read_description(place: Place, name: str) -> Description:
    """Read what a backup says about itself, and refuse one that this version does not understand."""
    description = decode(await place.read_description(name))
    if unknown := await asyncio.to_thread(find_unknown_revisions, description.revisions):
        raise BackupNewer(f"It has the schema {unknown[0]} and was made by version {description.version}.")
    return description


async def save_secrets(place: Place, name: str, settings: Settings, file: Path) -> None:
    """Write the secrets of a backup to a new file, as lines of an environment file. Nothing else is changed."""
    await read_description(place, name)
    with _open_work_folder(settings) as work:
        fetched = await place.fetch(name, Path(work), lambda _: None)
        found = parts.decode_secrets((fetched / SECRETS).read_bytes(), settings)
    with open_private(file) as opened:
        opened.write(parts.print_secrets(found))


def _open_work_folder(settings: Settings) -> "tempfile.TemporaryDirectory[str]":
    make_folders(settings.data_dir)
    return tempfile.TemporaryDirectory(prefix="restore-", dir=settings.data_dir)


async def _check(folder: Path, description: Description, settings: Settings, report: Report) -> _Checked:
    """Read everything once and compare it with the description."""
    done = 0
    for part in description.parts:
        report("Checking the backup", done, description.size)
        if await asyncio.to_thread(parts.describe_part, folder / part.name) != part:
            raise BackupBroken(f"{part.name} has changed since the backup was made.")
        done += part.size
    if await asyncio.to_thread(parts.count_files, folder / FILES) != description.files:
        raise BackupBroken("Files are missing in the archive.")
    found = parts.decode_secrets((folder / SECRETS).read_bytes(), settings)
    parts.check_secrets(found, settings)
    configuration = parts.decode_configuration((folder / CONFIGURATION).read_bytes())
    return _Checked(folder, description, found, configuration)


async def _apply(source: Source, checked: _Checked, report: Report) -> list[str]:
    """Add files first, which changes nothing that exists; secrets last, which belong to the restored rows."""
    files = checked.description.files
    await parts.read_files(checked.folder / FILES, source.storage, lambda done: report("Storing files", done, files))
    step = "Restoring the database"
    report(step, 0, None)
    try:
        await load_dump(
            source.address,
            checked.folder / DATABASE,
            rows=checked.description.rows,
            on_bytes=lambda done: report(step, done, None),
        )
    except LoadFailed as problem:
        raise BackupBroken(f"The database is unchanged. {problem.detail}") from problem
    parts.write_secrets(checked.secrets, source.settings)
    notes = parts.write_configuration(checked.configuration, source.settings)
    report("Updating the schema", 0, None)
    await asyncio.to_thread(migrate, source.address)
    return notes
