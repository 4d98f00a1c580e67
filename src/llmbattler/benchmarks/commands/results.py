"""`llmbattler bench results`, `samples`, `compare`, `export` and `import`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.core.commands import console, draft_of, errors, fail, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from ..results.comparisons.service import compare_entries
from ..results.exports.flow import write_file
from ..results.exports.service import import_run
from ..results.samples.service import list_grid
from ..results.schemas import (
    CompareOut,
    DifferenceOut,
    ExportFormat,
    GridIn,
    GridOut,
    ImportedRunOut,
    RunOut,
    RunVerdictOut,
    SampleFilter,
)
from ..suites.service.included import sync_included
from .options import AsJson, RunArgument, find_run_id
from .output import print_run, show_interval, show_share, write_json
from .progress import find_verdict, load_run

_MARKS = {
    "right": "[green]right[/green]",
    "wrong": "[red]wrong[/red]",
    "unparsed": "[yellow]unreadable[/yellow]",
    "failed": "[red]failed[/red]",
    "quarantined": "[red]quarantined[/red]",
    "retrying": "retrying",
}


class Kind(StrEnum):
    """`auto` uses the extension of the file."""

    AUTO = "auto"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    PDF = "pdf"


def show_results(run: RunArgument, as_json: AsJson = False) -> None:
    """Show the scores of a run with intervals, and the difference of each model from the best."""

    async def work(resources: Resources) -> tuple[RunOut, RunVerdictOut]:
        found = await load_run(resources, await find_run_id(resources, run))
        return found, await find_verdict(resources, found)

    found, verdict = run_on_site(work)
    if as_json:
        write_json(found, verdict)
    else:
        print_run(found, verdict)


def list_samples(
    run: RunArgument,
    chosen: Annotated[
        SampleFilter, typer.Option("--filter", help="Which samples to list; with `slow` the slowest first.")
    ] = (SampleFilter.ALL),
    line: Annotated[
        str | None, typer.Option("--model", help="Apply the filter to this model (or MODEL#PROMPT).")
    ] = None,
    tag: Annotated[str | None, typer.Option(help="Only samples with this tag.")] = None,
    search: Annotated[
        str | None, typer.Option(help="Only samples with this text, in the sample or in an answer.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 20,
    cursor: Annotated[str | None, typer.Option(help="The cursor printed by the previous page.")] = None,
    as_json: AsJson = False,
) -> None:
    """List samples of a run with their results."""
    wanted = parse_options(GridIn, filter=chosen, line=line, tag=tag, search=search, limit=limit, cursor=cursor)

    async def work(resources: Resources) -> GridOut:
        run_id = await find_run_id(resources, run)
        async with resources.get(Database).unit() as session:
            return await list_grid(session, run_id=run_id, wanted=wanted)

    found = run_on_site(work)
    if as_json:
        console.file.write(found.model_dump_json(indent=2) + "\n")
        return
    if not found.rows and found.next_cursor is None:
        console.print("No samples found.")
        return
    keys = sorted({key for row in found.rows for key in row.cells})
    table = ConsoleTable("Sample", "Id", *keys, prose("Question"))
    for row in found.rows:
        cells = (row.cells.get(key) for key in keys)
        marks = ("" if cell is None else _MARKS[cell.outcome] for cell in cells)
        table.add_row(str(row.position + 1), escape(row.sample_id), *marks, escape(row.excerpt[:80]))
    console.print(table)
    if found.next_cursor is not None:
        errors.print(f"Next page: --cursor {found.next_cursor}", soft_wrap=True)


def compare(
    entries: Annotated[
        list[str],
        typer.Argument(metavar="RUN[:MODEL]…", help="All models of a run, or one; each is compared with the first."),
    ],
    as_json: AsJson = False,
) -> None:
    """Compare models or runs sample by sample: differences with intervals and tests."""

    async def work(resources: Resources) -> CompareOut:
        texts = [text for entry in entries for text in await _expand(resources, entry)]
        async with resources.get(Database).unit() as session:
            return await compare_entries(session, texts=texts)

    found = run_on_site(work)
    if as_json:
        console.file.write(found.model_dump_json(indent=2) + "\n")
        return
    _print_comparison(found)


async def _expand(resources: Resources, entry: str) -> list[str]:
    """The entries of a whole run or of one of its models."""
    text, _, wanted = entry.partition(":")
    run = await load_run(resources, await find_run_id(resources, text))
    found = [
        f"{run.run_id}:{line.model_id}#{line.prompt}"
        for line in run.lines
        if wanted in {"", line.model_id, line.key, f"{line.model_id}#{line.prompt}"}
    ]
    if not found:
        fail(f"{run.title} has no {wanted}. Its models are {', '.join(line.key for line in run.lines)}.")
    return found


def _print_comparison(found: CompareOut) -> None:
    table = ConsoleTable(
        "Model",
        prose("Run"),
        prose("Suite"),
        *map(number, ("Score", "95% interval", "Difference", "95% interval", "p")),
        prose("Verdict"),
    )
    differences = [None, *found.differences]
    for entry, difference in zip(found.entries, differences, strict=True):
        table.add_row(
            escape(f"{entry.model_id}#{entry.prompt}"),
            escape(entry.run_title),
            escape(f"{entry.suite_name} v{entry.version}"),
            show_share(entry.score.mean),
            show_interval(entry.score),
            *_describe_difference(difference),
        )
    console.print(table)
    console.print(f"{found.common:,} samples in common. p-values are corrected for multiple comparisons (Holm).")
    for warning in found.warnings:
        errors.print(f"[yellow]{escape(warning)}[/yellow]")


def _describe_difference(found: DifferenceOut | None) -> tuple[str, str, str, str]:
    if found is None:
        return "", "", "", "baseline"
    if found.difference is None or found.low is None or found.high is None:
        return "", "", "", found.verdict
    return (
        f"{100 * found.difference:+.1f}",
        f"{100 * found.low:+.1f} to {100 * found.high:+.1f}",
        "" if found.p_holm is None else f"{found.p_holm:.3f}",
        found.verdict,
    )


def export_file(
    run: RunArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")],
    kind: Annotated[Kind, typer.Option("--format", help="JSON can be imported; PDF is a report.")] = Kind.AUTO,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write a run to a file: JSON (complete), CSV or Parquet (one row per answer), or PDF (a report)."""
    written_as = _format_of(output) if kind is Kind.AUTO else ExportFormat(kind.value)

    async def work(resources: Resources) -> None:
        run_id = await find_run_id(resources, run)
        with errors.status("Writing…"), draft.open("wb") as opened:
            await write_file(resources.get(Database), run_id=run_id, kind=written_as, file=opened)

    with draft_of(output, force=force) as draft:
        run_on_site(work)
    console.print(f"Wrote {escape(str(output))}.")


def _format_of(file: Path) -> ExportFormat:
    ending = file.suffix.lower().lstrip(".")
    if ending not in set(ExportFormat):
        known = ", ".join(f".{one}" for one in ExportFormat)
        fail(f"Unknown file extension. Use one of {known}, or choose with --format.")
    return ExportFormat(ending)


def import_file(file: Annotated[Path, typer.Argument(help="A JSON export of a run.")]) -> None:
    """Import an exported run, with its suite and samples if they are missing on this site."""
    try:
        opened = file.open("rb")
    except OSError as error:
        fail(f"{file} cannot be opened: {error.strerror}.")

    async def work(resources: Resources) -> ImportedRunOut:
        with errors.status(f"Reading {escape(file.name)}…"):
            async with resources.get(Database).unit() as session:
                await sync_included(session)  # the site may never have run
                return await import_run(session, file=opened, owner=None)

    with opened:
        done = run_on_site(work)
    suite = " and its suite" if done.new_suite else ""
    console.print(
        f"[green]Imported {done.results:,} results{suite}.[/green] See `llmbattler bench results {done.run_id}`."
    )
