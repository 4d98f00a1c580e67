"""`llmbattler bench check|suites|add|show|preview|scorers|schema`: suites from files, without a browser."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.commands import console, errors, fail, run_on_site
from llmbattler.core.console_table import ConsoleTable, names, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..suites.datasets.samples import build_samples
from ..suites.definition.json_schema import write_schema
from ..suites.schemas import ScorerOut, SuiteOut, SuitesOut
from ..suites.service import suites as service
from ..suites.service.edits import save_checked
from ..suites.service.included import find_known_suite, sync_included
from ..suites.service.scorers import describe_scorers
from ..suites.service.versions import SavedVersion
from .suite_files import Name, Recipe, check_file, has_only_samples, print_detected, print_problems, print_prompt

SuiteFile = Annotated[
    Path,
    typer.Argument(
        help="A suite file, YAML or JSON, whose paths are relative to its folder; a file or folder with samples; or "
        "huggingface:OWNER/NAME[/FILE]."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
_WHOEVER_RUNS_THIS = Visitor(None, AccountKind.ADMIN)


def check_suite(file: SuiteFile, recipe: Recipe = None, as_json: AsJson = False) -> None:
    """List all problems of a suite with line and field. The exit code is 1 if there are any."""
    checked = check_file(file, recipe)
    if as_json:
        problems = [{"line": one.line, "field": one.field, "sentence": one.sentence} for one in checked.problems]
        count = None if checked.loaded is None else len(checked.loaded.records)
        console.file.write(json.dumps({"ok": not problems, "samples": count, "problems": problems}, indent=2) + "\n")
    else:
        print_problems(file, checked)
    if checked.problems:
        raise typer.Exit(1)
    if not as_json and checked.spec is not None and checked.loaded is not None:
        spec, count = checked.spec, len(build_samples(checked.loaded.records, checked.spec.dataset))
        console.print(
            f"[green]{escape(spec.name)} is fine:[/green] {count:,} samples ({escape(checked.loaded.format)}), "
            f"prompts {escape(', '.join(spec.prompts))}, scores {escape(', '.join(one.name for one in spec.scores))}."
        )


def list_suites(as_json: AsJson = False) -> None:
    """Show the suites of this site."""

    async def work(resources: Resources) -> SuitesOut:
        async with resources.get(Database).unit() as session:
            await sync_included(session)  # the site may never have run
            return await service.list_suites(session, settings=resources.get(Settings), asker=_WHOEVER_RUNS_THIS)

    found = run_on_site(work).suites
    if as_json:
        console.file.write(json.dumps([one.model_dump(mode="json") for one in found], indent=2) + "\n")
        return
    table = ConsoleTable("Name", *map(number, ("Version", "Samples", "Runs")), "From", prose("Title"))
    for one in found:
        origin = f"{one.origin} (archived)" if one.archived else str(one.origin)
        table.add_row(
            escape(one.name), str(one.version), f"{one.sample_count:,}", f"{one.runs:,}", origin, escape(one.title)
        )
    console.print(table)


def add_suite(
    file: SuiteFile,
    recipe: Recipe = None,
    name: Name = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before adding a file with samples.")] = False,
) -> None:
    """Add a suite to this site, or a new version if the name exists. An unchanged file adds nothing.

    Of a file with samples (JSONL, CSV, Parquet, or a folder of them) a recipe makes the suite. What was detected is
    shown with the prompt of the first sample; on a terminal you are asked before it is added.
    """
    checked = check_file(file, recipe, name)
    if checked.problems or checked.spec is None:
        print_problems(file, checked)
        raise typer.Exit(1)
    if has_only_samples(file, recipe):
        print_detected(file, checked)
        if console.is_terminal and sys.stdin.isatty() and not yes:
            typer.confirm(f"Add it as {checked.spec.name}?", default=True, abort=True)

    async def work(resources: Resources) -> SavedVersion:
        with errors.status("Storing samples…"):
            async with resources.get(Database).unit() as session:
                return await save_checked(session, checked=checked)

    kept = run_on_site(work)
    known = escape(kept.suite.name)
    if kept.new:
        console.print(f"[green]{known} is here as version {kept.version.number}.[/green]")
    else:
        console.print(f"{known} already exists as version {kept.version.number}; nothing changed.")


def show_suite(
    name: Annotated[str, typer.Argument(help="As `llmbattler bench suites` shows it.")],
    version: Annotated[int | None, typer.Option(help="Default: the newest.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Show the prompts and scores of a suite."""

    async def work(resources: Resources) -> SuiteOut:
        async with resources.get(Database).unit() as session:
            suite = await find_known_suite(session, name=name)
            return await service.show_suite(
                session,
                suite_id=suite.suite_id,
                number=version,
                settings=resources.get(Settings),
                asker=_WHOEVER_RUNS_THIS,
            )

    shown = run_on_site(work)
    if as_json:
        console.file.write(json.dumps(shown.model_dump(mode="json", by_alias=True), indent=2) + "\n")
        return
    spec = shown.spec
    console.print(f"[bold]{escape(spec.title or spec.name)}[/bold]")
    if spec.description:
        console.print(escape(spec.description))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row("Name", escape(shown.name))
    table.add_row("Version", f"{shown.number} of {len(shown.versions)} ({escape(spec.version)})")
    table.add_row("Samples", f"{shown.sample_count:,} with {escape(', '.join(shown.columns))}")
    if shown.clusters is not None:
        table.add_row("Clusters", f"{shown.clusters:,}")
    table.add_row("Prompts", escape(", ".join(spec.prompts)))
    for score in spec.scores:
        table.add_row("Score", escape(f"{score.name}: {score.scorer}, weight {score.weight:g}"))
    console.print(table)


def preview_suite(
    file: SuiteFile,
    sample: Annotated[int, typer.Option(help="Number of the sample, from 1.", min=1)] = 1,
    prompt: Annotated[str, typer.Option(help="Name of the prompt. Default: the first.")] = "",
    recipe: Recipe = None,
) -> None:
    """Show the prompt for one sample. Calls no model and changes nothing."""
    checked = check_file(file, recipe)
    if checked.problems or checked.spec is None or checked.loaded is None:
        print_problems(file, checked)
        raise typer.Exit(1)
    spec, samples = checked.spec, build_samples(checked.loaded.records, checked.spec.dataset)
    if sample > len(samples):
        fail(f"There are {len(samples):,} samples.")
    print_prompt(spec, samples, samples[sample - 1], prompt or next(iter(spec.prompts)))


def list_scorers(as_json: AsJson = False) -> None:
    """List all scorers and extraction steps with their options."""
    offered = describe_scorers()
    if as_json:
        console.file.write(json.dumps(offered.model_dump(mode="json"), indent=2) + "\n")
        return
    console.print("[bold]Scorers[/bold]")
    console.print(_offers_table(offered.scorers))
    console.print("\n[bold]Steps of extraction[/bold]")
    console.print(_offers_table(offered.steps))


def _offers_table(offers: list[ScorerOut]) -> ConsoleTable:
    table = ConsoleTable("Name", prose("What it does"), names("Options"), names("Needs"))
    for one in offers:
        said = one.description.partition("\n")[0]
        options = ", ".join(one.options.get("properties", {}))
        table.add_row(escape(one.name), escape(said), escape(options), ", ".join(one.needs))
    return table


def print_schema() -> None:
    """Print the JSON schema of suite files, for editors."""
    console.file.write(write_schema())
