"""`llmbattler doctor`: what is the matter with this site, and what to do."""

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from llmbattler.arena.sealing.doctor import examine_votes
from llmbattler.catalog.deps import examine_models
from llmbattler.connectors.calls import Caller
from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level, check_database, check_settings
from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import configure_logs
from llmbattler.core.settings import Settings, read_settings
from llmbattler.core.signing import SigningKey
from llmbattler.scorers.sandbox import describe_sandbox
from llmbattler.worker.runtime import open_database_server, open_resources

console = Console(highlight=False)
_MARKS = {Level.OK: "[green]✓[/green]", Level.WARNING: "[yellow]![/yellow]", Level.PROBLEM: "[bold red]✗[/bold red]"}


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False) -> None:
    """Check settings, database, schema, rows and models, and say what to do about each finding."""
    settings = read_settings()
    configure_logs(settings.model_copy(update={"log_level": "error"}))
    with Console(stderr=True).status("Looking…"):
        findings = asyncio.run(_examine(settings))
    if as_json:
        console.print_json(data=[asdict(finding) for finding in findings])
    else:
        _print(findings)
    if any(finding.level is Level.PROBLEM for finding in findings):
        raise typer.Exit(1)


async def _examine(settings: Settings) -> list[Finding]:
    prepare_data_dir(settings.data_dir)
    findings = [*check_settings(settings), await _examine_sandbox()]
    try:
        with open_database_server(settings) as server:
            database = Database(server.address, settings)
            try:
                findings += await check_database(database)
            finally:
                await database.close()
            if not any(finding.level is Level.PROBLEM for finding in findings):
                async with open_resources(settings, server.address) as resources:
                    findings += await examine_models(resources.get(Database), resources.get(Caller), settings)
                    findings += await examine_votes(resources.get(Database), resources.get(SigningKey))
    except StartupProblem as problem:
        findings.append(Finding(Level.PROBLEM, "database", str(problem)))
    return findings


async def _examine_sandbox() -> Finding:
    standing = await describe_sandbox()
    level = Level.WARNING if standing.sandbox is None else Level.OK
    return Finding(level, "sandbox", standing.sentence, standing.advice)


def _print(findings: list[Finding]) -> None:
    for finding in findings:
        console.print(f"{_MARKS[finding.level]} [bold]{finding.subject}[/bold]  {escape(finding.sentence)}")
        if finding.advice:
            console.print(f"    [dim]{escape(finding.advice)}[/dim]")
    worst = sum(finding.level is not Level.OK for finding in findings)
    console.print("\nAll is well." if not worst else f"\n{worst} of {len(findings)} findings need a look.")
