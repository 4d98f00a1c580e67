"""`llmbattler audit`: the audit log."""

from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.core.commands import console, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from ..people.schemas import AuditEntryOut, AuditIn
from ..people.service import people
from ..people.service.audit_files import render

app = typer.Typer(name="audit", help="The audit log.", no_args_is_help=True)

Actor = Annotated[str | None, typer.Option(help="Who: an account id, or 'command line'.")]
Action = Annotated[str | None, typer.Option(help="What: model.paused, or all of a kind: model.")]
Subject = Annotated[str | None, typer.Option(help="The id of what was changed.")]


@app.command("list")
def list_entries(
    actor: Actor = None,
    action: Action = None,
    subject: Subject = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
) -> None:
    """Show the newest entries."""
    wanted = parse_options(AuditIn, actor=actor, action=action, subject=subject, limit=limit)

    async def work(resources: Resources) -> list[AuditEntryOut]:
        async with resources.get(Database).unit() as session:
            return (await people.list_entries(session, wanted=wanted)).entries

    table = ConsoleTable("Time", prose("Who"), "What", prose("To"), prose("Before"), prose("After"))
    for entry in run_on_site(work):
        table.add_row(
            f"{entry.at:%Y-%m-%d %H:%M:%S}",
            escape(entry.actor_name),
            entry.action,
            escape(entry.subject),
            escape(str(entry.before or "")),
            escape(str(entry.after or "")),
        )
    console.print(table)


@app.command()
def export(actor: Actor = None, action: Action = None, subject: Subject = None) -> None:
    """Write all entries as JSON lines to standard output."""
    wanted = parse_options(AuditIn, actor=actor, action=action, subject=subject)

    async def work(resources: Resources) -> list[AuditEntryOut]:
        async with resources.get(Database).unit() as session:
            return [entry async for entry in people.export_entries(session, wanted=wanted)]

    typer.echo(render(run_on_site(work), "jsonl"), nl=False)
