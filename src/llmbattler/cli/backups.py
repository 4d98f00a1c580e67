"""`llmbattler backup` and `restore`: the whole site, with its files, secrets and `models.yaml`."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.filesize import decimal
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from llmbattler.core.backups.create import Report, Source, make_backup
from llmbattler.core.backups.description import decode
from llmbattler.core.backups.errors import BackupBroken, BackupNewer
from llmbattler.core.backups.places import Place, open_place, read_names
from llmbattler.core.backups.restore import find_newest, restore_backup, save_secrets
from llmbattler.core.backups.schedule import open_configured_place
from llmbattler.core.backups.settings import BackupSettings
from llmbattler.core.commands import console, errors, fail, read_quiet_settings
from llmbattler.core.console_table import ConsoleTable, number
from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.errors import AppError
from llmbattler.core.process import open_database_server
from llmbattler.core.settings import Settings
from llmbattler.core.storage import open_storage

T = TypeVar("T")

To = Annotated[
    str | None, typer.Option("--to", help="Folder or `s3://…` address. Default: BACKUP_TO, else `backups` in DATA_DIR.")
]
From = Annotated[
    str | None,
    typer.Option("--from", help="Folder or `s3://…` address. Default: BACKUP_TO, else `backups` in DATA_DIR."),
]


def backup(
    to: To = None, list_: Annotated[bool, typer.Option("--list", help="List the backups that are there.")] = False
) -> None:
    """Make a backup of the whole site while it runs, and check it by restoring it into an empty database."""
    settings = _read_settings()
    if list_:
        _run(lambda: _list(_open_place(to, settings)))
        return

    async def work() -> None:
        with _open_source(settings) as source, _show_progress() as report:
            name, description = await make_backup(source, _open_place(to, settings), report=report)
        console.print(
            f"{name}: {decimal(description.size)}, {sum(description.rows.values())} rows, {description.files} files. "
            "It was restored into an empty database for a check.",
            soft_wrap=True,
        )
        if settings.of(BackupSettings).backup_passphrase is None:
            errors.print(
                "[yellow]It contains the secrets of the site, which decrypt the provider keys in it. Store it where "
                "nobody else can read it, or set BACKUP_PASSPHRASE.[/yellow]",
                soft_wrap=True,
            )

    _run(work)


def restore(
    name: Annotated[str | None, typer.Argument(help="Name of the backup. Default: the newest complete one.")] = None,
    from_: From = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace all data of a site that is not empty.")] = False,
    secrets_to: Annotated[
        Path | None, typer.Option("--secrets-to", help="Only write the secrets of the backup to this new file.")
    ] = None,
) -> None:
    """Restore the site from a backup. Stop servers and workers first."""
    settings = _read_settings()

    async def work() -> None:
        place = _open_place(from_, settings)
        chosen = name or await find_newest(place)
        if secrets_to is not None:
            if secrets_to.exists():
                fail(f"{secrets_to} already exists. Choose another name.")
            await save_secrets(place, chosen, settings, secrets_to)
            console.print(f"The secrets of {chosen} are in {escape(str(secrets_to))}. Nothing else was changed.")
            return
        with _open_source(settings) as source, _show_progress() as report:
            restored = await restore_backup(source, place, chosen, replace=replace, report=report)
        found = restored.description
        console.print(
            f"{chosen} of {found.made_at:%Y-%m-%d %H:%M:%S} UTC is restored: {sum(found.rows.values())} rows, "
            f"{found.files} files. Start the site with `llmbattler serve`.",
            soft_wrap=True,
        )
        for note in restored.notes:
            errors.print(f"[yellow]{escape(note)}[/yellow]", soft_wrap=True)

    _run(work)


async def _list(place: Place) -> None:
    table = ConsoleTable("Backup", number("Size"), number("Rows"), number("Files"), "Version")
    for name, content in await read_names(place):
        try:
            if content is None:
                table.add_row(name, "", "", "", "incomplete")
                continue
            found = decode(content)
            rows, files = sum(found.rows.values()), found.files
            table.add_row(name, decimal(found.size), f"{rows:,}", f"{files:,}", found.version)
        except (BackupBroken, BackupNewer) as problem:
            table.add_row(name, "", "", "", problem.title)
    console.print(table)


def _read_settings() -> Settings:
    settings = read_quiet_settings()
    prepare_data_dir(settings.data_dir)
    return settings


def _open_place(address: str | None, settings: Settings) -> Place:
    return open_configured_place(settings) if address is None else open_place(address, settings.data_dir)


@contextmanager
def _open_source(settings: Settings) -> Iterator[Source]:
    """Open database and files. The schema is left as it is: a backup before an upgrade must not upgrade it."""
    url = settings.storage_url
    storage = open_storage(url.get_secret_value() if url else None, settings.data_dir)
    with open_database_server(settings) as server:
        yield Source(settings, server.address, storage)


@contextmanager
def _show_progress() -> Iterator[Report]:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[done]}"))
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True) as progress:
        task = progress.add_task("Starting", total=None, done="")

        def report(step: str, done: int, total: int | None) -> None:
            shown = f"{done:,}" if "files" in step else decimal(done)
            progress.update(task, description=step, completed=done, total=total, done=shown if done else "")

        yield report


def _run(work: Callable[[], Awaitable[T]]) -> T:
    async def run() -> T:
        return await work()

    try:
        return asyncio.run(run())
    except AppError as error:
        fail(f"{error.title} {error.detail}".strip())
