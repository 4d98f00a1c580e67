"""`llmbattler battles`: move the battles of one site to another."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.core.commands import console, draft_of, errors, fail, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from . import service

app = typer.Typer(name="battles", help="Move the battles of one site to another.", no_args_is_help=True)


@app.command("export")
def export_file(
    file: Annotated[Path, typer.Argument(help="The file to write, in JSON lines.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write all battles with conversations, votes and links. Nothing is masked: keep the file to yourself."""

    async def work(resources: Resources) -> int:
        with errors.status("Writing battles…") as status, draft.open("wb") as opened:
            async with resources.get(Database).unit() as session:
                return await service.export_battles(
                    session, file=opened, progress=lambda done: status.update(f"{done:,} lines")
                )

    with draft_of(file, force=force) as draft:
        written = run_on_site(work)
    console.print(f"{written:,} lines are in {escape(str(file))}.")


@app.command("import")
def import_file(file: Annotated[Path, typer.Argument(help="A file that `llmbattler battles export` wrote.")]) -> None:
    """Import battles and votes into a new site. They count on its boards, and people become visitors."""
    try:
        opened = file.open("rb")
    except OSError as error:
        fail(f"{file} cannot be opened: {error.strerror}.")

    async def work(resources: Resources) -> service.ImportReport:
        with errors.status(f"Reading {escape(file.name)}…") as status:
            async with resources.get(Database).unit() as session:
                return await service.import_battles(
                    session,
                    lines=opened,
                    rules=RatingRules.read(resources.get(Settings)),
                    progress=lambda step, _: status.update(f"{step}…"),
                )

    with opened:
        done = run_on_site(work)
    found = f"{done.battles:,} battles and {done.votes:,} votes of {done.people:,} people"
    console.print(f"[green]Imported {found}.[/green]")
