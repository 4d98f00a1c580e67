"""`llmbattler votes`: import and export votes, and manage imported sets."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from llmbattler.core.commands import console, draft_of, errors, fail, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.record_files import FileFormat, UnreadableFile, guess_format
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.imports import service as imports
from llmbattler.ratings.imports.schemas import VoteSetOut
from llmbattler.ratings.service import RatingRules

from ..integrity.commands import app as integrity_app
from . import service as exports
from .service import ExportChoice, VoteMode

app = typer.Typer(
    name="votes", help="Import and export votes, review voters, and exclude or restore them.", no_args_is_help=True
)
app.add_typer(integrity_app)


class ExportMode(StrEnum):
    ALL = "all"
    BATTLE = "battle"
    SIDE_BY_SIDE = "side_by_side"
    USAGE = "usage"


@contextmanager
def _bar(what: str) -> Iterator[tuple[Progress, TaskID]]:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        yield progress, progress.add_task(what, total=None)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="CSV, JSON lines, a JSON array, or Parquet.")],
    name: Annotated[str, typer.Option(help="The name of the set and its board.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace the set with this name.")] = False,
) -> None:
    """Import a file of votes as a set with its own leaderboard. Voters become pseudonyms, and texts are not stored."""
    wanted = name or _guess_name(file)
    try:
        opened = file.open("rb")
    except OSError as error:
        fail(f"{file} cannot be opened: {error.strerror}.")

    async def work(resources: Resources) -> imports.ImportReport:
        rules = RatingRules.read(resources.get(Settings))
        with _bar(f"Reading {file.name}…") as (progress, task):

            def show_progress(votes: int, skipped: int) -> None:
                progress.update(task, description=f"{votes:,} votes, {skipped:,} lines skipped")

            votes = imports.open_votes(opened, file.name)
            async with resources.get(Database).unit() as session:
                return await imports.import_votes(
                    session,
                    name=wanted,
                    origin=file.name,
                    votes=votes,
                    rules=rules,
                    replace=replace,
                    progress=show_progress,
                )

    with opened:
        report = run_on_site(work)
    console.print(
        f"[green]{report.votes:,} votes between {report.models:,} models are in the set {escape(report.name)}.[/green] "
        f"See its board with `llmbattler ratings show {escape(report.board)}`."
    )
    if report.skipped:
        console.print(f"{report.skipped:,} lines were skipped:")
    for problem in report.problems:
        console.print(f"  line {problem.line:,} {escape(problem.reason)}")
    if report.skipped > len(report.problems):
        console.print("  …")


def _guess_name(file: Path) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", file.stem).strip("-._")[:64] or "votes"


@app.command("export")
def export_file(
    file: Annotated[Path, typer.Argument(help="The file to write. Its extension sets the format.")],
    kind: Annotated[
        FileFormat | None, typer.Option("--format", help="The format, if the extension does not show it.")
    ] = None,
    counted: Annotated[bool, typer.Option("--counted/--all", help="Only votes that count, or all votes.")] = True,
    since: Annotated[datetime | None, typer.Option(help="Only votes since this day (UTC).")] = None,
    mode: Annotated[ExportMode, typer.Option(help="How the votes were cast.")] = ExportMode.ALL,
    texts: Annotated[bool, typer.Option("--texts/--no-texts", help="Include the conversations.")] = True,
    salt: Annotated[
        str | None, typer.Option(help="The same salt gives voters the same pseudonyms in every export.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Export votes in the public arena format: with pseudonyms for voters, without addresses, personal data masked."""
    written_as = kind or _guess_format(file)
    choice = ExportChoice(
        counted_only=counted,
        since=None if since is None else since.replace(tzinfo=UTC),
        mode=None if mode is ExportMode.ALL else VoteMode(mode.value),
        texts=texts,
        salt=salt,
    )

    async def work(resources: Resources) -> int:
        with _bar("Writing votes…") as (progress, task), draft.open("wb") as opened:
            async with resources.get(Database).unit() as session:
                return await exports.export_votes(
                    session,
                    file=opened,
                    kind=written_as,
                    choice=choice,
                    progress=lambda done, total: progress.update(
                        task, completed=done, total=total, description=f"{done:,} of {total:,} votes"
                    ),
                )

    with draft_of(file, force=force) as draft:
        written = run_on_site(work)
    console.print(f"{written:,} votes are in {escape(str(file))}.")


def _guess_format(file: Path) -> FileFormat:
    try:
        return guess_format(file.name)
    except UnreadableFile as error:
        fail(f"{error.detail} Or set the format with --format.")


@app.command("sets")
def list_sets() -> None:
    """Show the imported sets."""

    async def work(resources: Resources) -> list[VoteSetOut]:
        async with resources.get(Database).unit() as session:
            return await imports.list_sets(session)

    found = run_on_site(work)
    if not found:
        console.print("No votes have been imported. See `llmbattler votes import --help`.")
        return
    table = ConsoleTable("Name", number("Votes"), number("Skipped"), prose("File"), "Imported", "Board")
    for one in found:
        day = f"{one.created_at:%Y-%m-%d}"
        table.add_row(
            escape(one.name), f"{one.votes:,}", f"{one.skipped:,}", escape(one.origin), day, escape(one.board)
        )
    console.print(table)


@app.command("forget")
def forget_set(name: Annotated[str, typer.Argument(help="The name shown by `llmbattler votes sets`.")]) -> None:
    """Delete an imported set with its votes and its board."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            await imports.remove_set(session, name=name, rules=RatingRules.read(resources.get(Settings)))

    run_on_site(work)
    console.print(f"The set {escape(name)} was deleted.")
