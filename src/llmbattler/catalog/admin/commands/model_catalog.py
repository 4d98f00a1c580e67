"""`llmbattler models`: list, test, discover and pull models."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing
from functools import partial
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, Message, TextDelta
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.commands import console, errors, fail, read_quiet_settings, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db import Database
from llmbattler.core.errors import AppError
from llmbattler.core.logs import mask
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ... import service
from ...calls.flow import CallContext, ModelCalls
from ...discovery.flow import CatalogReport, TargetReport, refresh_catalog
from ...embedded.flow import KNOWN, pull_included
from ...errors import ModelNotFound
from ...purposes import TEST
from ...service import HealthState, ModelStatus, OfferedModel

QUESTION = "Say hello in one short sentence."

app = typer.Typer(
    name="models",
    help="The models of this site: list, test, discover, add, edit, import, export.",
    no_args_is_help=True,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_COLORS = {
    HealthState.HEALTHY: "green",
    HealthState.DEGRADED: "yellow",
    HealthState.DOWN: "red",
    HealthState.UNKNOWN: "dim",
}


async def _refresh(resources: Resources, *, everywhere: bool = False) -> CatalogReport:
    return await refresh_catalog(
        resources.get(Database), resources.get(Caller), resources.get(Settings), everywhere=everywhere
    )


@app.command("list")
def list_models(as_json: AsJson = False) -> None:
    """List all models of this site with their current health."""

    async def work(resources: Resources) -> list[dict[str, object]]:
        for attempt in range(2):
            async with resources.get(Database).unit() as session:
                models = await service.list_offered(session)
                health = await service.list_live_health(session)
            if models or attempt:
                break
            await _refresh(resources)  # the site has never run
        return [_describe(model, health.get(model.model_id, service.UNKNOWN)) for model in models]

    with errors.status("Reading the models…"):
        rows = run_on_site(work)
    if as_json:
        console.print_json(data={"models": rows})
    else:
        _print_models(rows)


def _describe(model: OfferedModel, health: service.Health) -> dict[str, object]:
    return {
        "model_id": model.model_id,
        "model_name": model.name,
        "status": model.status.value,
        "health": health.state.value,
        "health_reason": health.reason,
        "place": model.place.value,
        "connector": model.connector,
        "model": model.model,
        "source": model.source.value,
        "input_per_million": None if model.price is None else float(model.price.input),
        "output_per_million": None if model.price is None else float(model.price.output),
        "note": model.note,
    }


def _print_models(rows: Sequence[dict[str, object]]) -> None:
    table = ConsoleTable("ID", prose("Name"), "Status", prose("Health"), "Place", number("$ per M"))
    for row in rows:
        color = _COLORS[HealthState(str(row["health"]))]
        health = f"{row['health']} ({row['health_reason']})" if row["health_reason"] else str(row["health"])
        known = row["input_per_million"] is not None
        price = f"{row['input_per_million']:g} / {row['output_per_million']:g}" if known else "unknown"
        if known and not (row["input_per_million"] or row["output_per_million"]):
            price = "free"
        status = escape(str(row["status"]))
        table.add_row(
            escape(str(row["model_id"])),
            escape(str(row["model_name"])),
            status if row["status"] == ModelStatus.ACTIVE else f"[dim]{status}[/dim]",
            f"[{color}]{escape(health)}[/{color}]",
            str(row["place"]),
            price,
        )
    console.print(table)
    for row in rows:
        if row["note"] and row["status"] == ModelStatus.PAUSED:
            console.print(f"[dim]{escape(str(row['model_id']))} is paused: {escape(str(row['note']))}[/dim]")


@app.command("test")
def test_model(
    model_id: Annotated[str, typer.Argument(metavar="ID", help="As `llmbattler models list` shows it.")],
) -> None:
    """Ask a model for one sentence and show how fast it answers."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            try:
                model = await service.get_offered(session, model_id=model_id)
            except ModelNotFound:
                fail(f"This site has no model {model_id!r}. See `llmbattler models list`.")
        await _ask(resources.get(ModelCalls), model)

    run_on_site(work)


async def _ask(calls: ModelCalls, model: OfferedModel) -> None:
    started = time.monotonic()
    first: float | None = None
    finish: Finish | None = None
    waiting = errors.status(f"Asking {escape(model.name)}…")
    waiting.start()
    try:
        deltas = calls.stream(model, [Message.user(QUESTION)], context=CallContext(purpose=TEST))
        async with aclosing(deltas):
            async for delta in deltas:
                if first is None:
                    first = time.monotonic() - started
                    waiting.stop()
                if isinstance(delta, TextDelta):
                    console.print(escape(delta.text), end="", soft_wrap=True)
                elif isinstance(delta, Finish):
                    finish = delta
    finally:
        waiting.stop()
        await calls.flush()
    tokens = finish.usage.output_tokens if finish is not None else None
    console.print(
        f"\n\n[green]{escape(model.name)} works.[/green] First token after {first or 0:.2f} s, "
        f"done after {time.monotonic() - started:.2f} s" + (f", {tokens} tokens." if tokens is not None else ".")
    )


@app.command("discover")
def discover_models(as_json: AsJson = False) -> None:
    """Look for model servers and provider keys now, and offer the models found."""
    with errors.status("Looking for models…"):
        report = run_on_site(partial(_refresh, everywhere=True))
    if as_json:
        console.print_json(data=_describe_report(report))
        return
    for one in report.targets:
        console.print(_describe_target(one))
    for warning in report.warnings:
        console.print(f"[yellow]{escape(warning)}[/yellow]")
    changes = report.changes
    if not changes:
        console.print("Nothing new.")
        return
    console.print(
        f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.retired)} retired. "
        "See them with `llmbattler models list`."
    )
    if changes.waiting:
        console.print(f"{len(changes.waiting)} are not enabled yet; see `llmbattler models accept`.")


def _describe_target(report: TargetReport) -> str:
    where = f"{report.target.title} [dim]{escape(report.target.base_url)}[/dim]"
    if report.problem is None:
        names = ", ".join(model.model for model in report.found) or "no chat models"
        return f"[green]✓[/green] {where}: {escape(names)}"
    if report.problem.kind in {FailureKind.UNREACHABLE, FailureKind.TIMED_OUT}:
        return f"[dim]–[/dim] {where}: no answer"
    return f"[red]✗[/red] {where}: {escape(mask(str(report.problem)))}"


def _describe_report(report: CatalogReport) -> dict[str, object]:
    changes = report.changes
    return {
        "places": [
            {
                "name": one.target.name,
                "base_url": one.target.base_url,
                "models": [model.model_id for model in one.found],
                "problem": one.problem.kind.value if one.problem is not None else None,
            }
            for one in report.targets
        ],
        "warnings": list(report.warnings),
        "added": changes.added,
        "changed": changes.changed,
        "retired": changes.retired,
        "waiting": changes.waiting,
    }


@app.command("pull")
def pull_model(name: Annotated[str, typer.Argument(help="`smollm2`, the built-in model.")]) -> None:
    """Download the weights of the built-in model into the data folder."""
    settings = read_quiet_settings()
    if name not in KNOWN:
        fail(f"There are no weights named {name!r}. Known: {', '.join(sorted(KNOWN))}.")
    prepare_data_dir(settings.data_dir)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=errors) as progress:
            bar = progress.add_task(name, total=None)
            path, fresh = asyncio.run(
                pull_included(settings, name, lambda have, whole: progress.update(bar, completed=have, total=whole))
            )
    except AppError as error:
        fail(f"{error.title} {error.detail}".strip())
    console.print(f"{'Downloaded' if fresh else 'Already there'}: {path}")
