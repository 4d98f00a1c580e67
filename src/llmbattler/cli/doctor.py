"""`llmbattler doctor`: checks the site and says what to do about problems."""

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level, check_database, check_settings
from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import configure_logs
from llmbattler.core.manifests import import_tables, list_manifests, load
from llmbattler.core.process import open_database_server, open_resources
from llmbattler.core.settings import Settings, read_settings

console = Console(highlight=False)
_MARKS = {Level.OK: "[green]✓[/green]", Level.WARNING: "[yellow]![/yellow]", Level.PROBLEM: "[bold red]✗[/bold red]"}


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False) -> None:
    """Check settings, database, schema, rows and models, and say how to fix each problem."""
    settings = read_settings()
    configure_logs(settings.model_copy(update={"log_level": "error"}))
    with Console(stderr=True).status("Checking…"):
        findings = asyncio.run(_examine(settings))
    if as_json:
        console.print_json(data=[asdict(finding) for finding in findings])
    else:
        _print(findings)
    if any(finding.level is Level.PROBLEM for finding in findings):
        raise typer.Exit(1)


async def _examine(settings: Settings) -> list[Finding]:
    try:
        prepare_data_dir(settings.data_dir)
    except StartupProblem as problem:
        return [Finding(Level.PROBLEM, "data folder", str(problem))]
    import_tables()
    findings = check_settings(settings)
    try:
        with open_database_server(settings) as server:
            database = Database(server.address, settings)
            try:
                findings += await check_database(database)
            finally:
                await database.close()
            if not any(finding.level is Level.PROBLEM for finding in findings):
                async with open_resources(settings, server.address) as resources:
                    for reference in (one for manifest in list_manifests() for one in manifest.checks):
                        findings += await load(reference)(resources)
    except StartupProblem as problem:
        findings.append(Finding(Level.PROBLEM, "database", str(problem)))
    return findings


def _print(findings: list[Finding]) -> None:
    for finding in findings:
        console.print(f"{_MARKS[finding.level]} [bold]{finding.subject}[/bold]  {escape(finding.sentence)}")
        if finding.advice:
            console.print(f"    [dim]{escape(finding.advice)}[/dim]")
    worst = sum(finding.level is not Level.OK for finding in findings)
    console.print("\nNo problems found." if not worst else f"\n{worst} of {len(findings)} findings need attention.")
