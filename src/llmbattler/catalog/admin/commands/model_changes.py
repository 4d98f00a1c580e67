"""`llmbattler models`: add, edit, import and export models, as in the admin area."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.connectors.settings import read_policy
from llmbattler.core.commands import console, fail, parse_options, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ...providers.service.providers import Rules
from ...service import ModelStatus
from ...settings import CatalogSettings
from ..schemas import AdminModelChange, AdminModelIn, AdminModelOut, FoundModelsOut, ImportOut, NoteIn
from ..service import catalog_export, catalog_import, changes, found_models
from .model_catalog import AsJson, app

Id = Annotated[str, typer.Argument(metavar="ID", help="As `llmbattler models list` shows it.")]
Note = Annotated[str, typer.Option(help="Why, for other admins.")]
Name = Annotated[str, typer.Option(help="What people see.")]
Model = Annotated[str, typer.Option(help="The name of the model at the provider.")]
Organization = Annotated[str, typer.Option(help="Who made it.")]
Weight = Annotated[float | None, typer.Option(help="How often it is drawn, relative to the others.")]
SystemPrompt = Annotated[str, typer.Option(help="Instruction put before each conversation.")]


@app.command("add")
def add_model(
    model_id: Id,
    provider: Annotated[str, typer.Option(help="Id of a provider, see `llmbattler keys list`.")],
    model: Model = "",
    name: Name = "",
    organization: Organization = "",
    weight: Weight = None,
    system_prompt: SystemPrompt = "",
) -> None:
    """Add a model at a provider."""
    wanted = parse_options(
        AdminModelIn,
        model_id=model_id,
        provider_id=provider,
        model=model,
        name=name,
        organization=organization,
        weight=weight,
        system_prompt=system_prompt,
    )

    async def work(resources: Resources) -> AdminModelOut:
        async with resources.get(Database).unit() as session:
            return await changes.add_model(session, actor=COMMAND_LINE, wanted=wanted)

    console.print(f"Added: {escape(run_on_site(work).model_name)}.")


@app.command("edit")
def edit_model(
    model_id: Id,
    model: Model = "",
    name: Name = "",
    organization: Organization = "",
    weight: Weight = None,
    system_prompt: SystemPrompt = "",
) -> None:
    """Edit a model; the catalog file no longer changes what you set."""
    change = parse_options(
        AdminModelChange, model=model, name=name, organization=organization, weight=weight, system_prompt=system_prompt
    )

    async def work(resources: Resources) -> AdminModelOut:
        async with resources.get(Database).unit() as session:
            return await changes.edit_model(session, actor=COMMAND_LINE, model_id=model_id, change=change)

    console.print(f"Changed: {escape(run_on_site(work).model_name)}.")


def _set_status(model_id: str, status: ModelStatus, note: str = "") -> None:
    given = parse_options(NoteIn, note=note)

    async def work(resources: Resources) -> AdminModelOut:
        async with resources.get(Database).unit() as session:
            return await changes.set_status(
                session, actor=COMMAND_LINE, model_id=model_id, status=status, note=given.note
            )

    changed = run_on_site(work)
    console.print(f"{escape(changed.model_name)} is {changed.status.value}.")


@app.command("pause")
def pause_model(model_id: Id, note: Note = "") -> None:
    """Stop drawing it for new battles."""
    _set_status(model_id, ModelStatus.PAUSED, note)


@app.command("resume")
def resume_model(model_id: Id) -> None:
    """Draw it again."""
    _set_status(model_id, ModelStatus.ACTIVE)


@app.command("retire")
def retire_model(model_id: Id, note: Note = "") -> None:
    """Keep it on the leaderboard with its votes, and never draw it again."""
    _set_status(model_id, ModelStatus.RETIRED, note)


@app.command("weight")
def set_weight(
    model_id: Id, weight: Annotated[float, typer.Argument(min=0, max=1000, help="1 is the default, 0 is never.")]
) -> None:
    """Set how often it is drawn, relative to the others."""

    async def work(resources: Resources) -> AdminModelOut:
        async with resources.get(Database).unit() as session:
            return await changes.set_weight(session, actor=COMMAND_LINE, model_id=model_id, weight=weight)

    changed = run_on_site(work)
    console.print(f"{escape(changed.model_name)} has the weight {changed.weight:g}.")


@app.command("export")
def export_models(
    target: Annotated[Path | None, typer.Argument(help="A file; default: standard output.")] = None,
) -> None:
    """Write all models as a models.yaml, without keys."""

    async def work(resources: Resources) -> str:
        async with resources.get(Database).unit() as session:
            return await catalog_export.export_catalog(session)

    text = run_on_site(work)
    if target is None:
        console.file.write(text)
        return
    try:
        target.write_text(text)
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}.")


@app.command("import")
def import_models(
    source: Annotated[Path, typer.Argument(help="A models.yaml, or - for standard input.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would change.")] = False,
) -> None:
    """Import the models of a models.yaml: all of them or, if one has a problem, none."""
    try:
        content = sys.stdin.read() if str(source) == "-" else source.read_text()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{source} cannot be read: {getattr(error, 'strerror', None) or 'it is not a text file'}.")

    async def work(resources: Resources) -> ImportOut:
        rules = Rules(resources.get(Vault), read_policy(resources.get(Settings)))
        async with resources.get(Database).unit() as session:
            return await catalog_import.import_catalog(
                session, actor=COMMAND_LINE, content=content, dry_run=dry_run, rules=rules
            )

    _print_import(run_on_site(work))


def _print_import(done: ImportOut) -> None:
    for word, ids in (("add", done.added), ("change", [one.model_id for one in done.changed])):
        for model_id in ids:
            console.print(f"{word} {escape(model_id)}")
    for provider in done.providers_added:
        console.print(f"add provider {escape(provider)}")
    for warning in done.warnings:
        console.print(f"[yellow]{escape(warning)}[/yellow]")
    for problem in done.problems:
        console.print(f"[red]{escape(problem)}[/red]")
    console.print("Nothing was changed: this was a dry run." if done.dry_run else "Done.")


@app.command("accept")
def accept_found(
    model_id: Annotated[str, typer.Argument(metavar="[ID]", help="A discovered model; without it, list them.")] = "",
    ignore: Annotated[bool, typer.Option("--ignore", help="Ignore it from now on instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """Enable a discovered model, or list the available ones."""

    async def show(resources: Resources) -> FoundModelsOut:
        async with resources.get(Database).unit() as session:
            return await found_models.list_found(
                session, ask=bool(resources.get(Settings).of(CatalogSettings).discovery_ask)
            )

    async def decide(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            if ignore:
                await found_models.ignore_found(session, actor=COMMAND_LINE, model_id=model_id)
            else:
                await found_models.accept_found(session, actor=COMMAND_LINE, model_id=model_id)

    if model_id:
        run_on_site(decide)
        console.print("Ignored." if ignore else "Enabled.")
        return
    found = run_on_site(show)
    if as_json:
        console.print_json(found.model_dump_json())
        return
    for one in found.models:
        console.print(f"{escape(one.model_id)} [dim]{escape(one.base_url)}{' (ignored)' if one.ignored else ''}[/dim]")
    if not found.models:
        console.print("There are no available models to enable.")
