"""`llmbattler bench run` and the other commands for runs. They work with or without a running server."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.catalog.discovery.flow import find_moved, refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.commands import console, errors, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, names, number, prose
from llmbattler.core.db import Database, Session
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.service import resolve

from ..results.schemas import RunOut, RunVerdictOut
from ..runs.schemas import (
    EstimateOut,
    RunChangeIn,
    RunIn,
    RunRowOut,
    RunSettingsIn,
    RunsIn,
)
from ..runs.service import changes, estimates, listing, start
from ..runs.service.listing import RunStatus
from ..runs.service.plans import Plan, plan_run
from ..suites.service.edits import save_checked
from ..suites.service.included import find_known_suite
from ..suites.service.suites import find_suite
from .model_choice import choose_models
from .options import (
    OPERATOR,
    AsJson,
    Concurrency,
    Epochs,
    Judges,
    ModelsOrChoice,
    NoCache,
    RunArgument,
    Samples,
    find_run_id,
    split,
)
from .output import INTERRUPTED, Threshold, choose_exit, name_line, print_estimate, print_run, write_json
from .progress import execute_run, find_verdict, load_run
from .suite_files import check_file, describe_detected, has_only_samples, is_suite_file

SuiteArgument = Annotated[
    str, typer.Argument(metavar="SUITE", help="The name of a suite, or a file: a suite or samples.")
]
Prompts = Annotated[list[str], typer.Option("--prompts", metavar="A,B", help="Only these prompts of the suite.")]
Budget = Annotated[float | None, typer.Option("--budget", metavar="USD", help="Stop when this much is spent.")]
Temperature = Annotated[float | None, typer.Option(min=0, max=2, help="Overrides the suite.")]
MaxTokens = Annotated[int | None, typer.Option(min=1, help="Maximum length of an answer. Overrides the suite.")]
Wait = Annotated[
    bool, typer.Option("--wait/--no-wait", help="Execute the run here until it ends, or leave it to workers.")
]
FailUnder = Annotated[
    list[str],
    typer.Option(
        "--fail-under",
        metavar="[NAME=]SHARE",
        help="Exit with 2 if a score is lower, e.g. 0.8; name=0.8 for one model or one score. Repeatable.",
    ),
]


def run_suite(  # noqa: PLR0913, PLR0917 - one argument per option
    suite: SuiteArgument,
    models: ModelsOrChoice = [],  # noqa: B006 - typer copies it
    prompts: Prompts = [],  # noqa: B006
    samples: Samples = None,
    epochs: Epochs = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    no_cache: NoCache = False,
    judges: Judges = [],  # noqa: B006
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    title: Annotated[str, typer.Option(help="Title of the run. Default: the title of the suite.")] = "",
    webhook: Annotated[str | None, typer.Option(metavar="URL", help="Called when the run has ended.")] = None,
    wait: Wait = True,
    fail_under: FailUnder = [],  # noqa: B006
    as_json: AsJson = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation of the cost.")] = False,
) -> None:
    """Run a suite on models. Exit code: 2 below a threshold, 3 if answers failed, 130 after Ctrl-C (paused)."""
    thresholds = [Threshold.read(text) for text in fail_under]
    given = parse_options(
        RunSettingsIn,
        title=title,
        models=split(models) or choose_models(),
        prompts=split(prompts),
        epochs=epochs,
        samples=samples,
        params={"temperature": temperature, "max_tokens": max_tokens},
        judges=split(judges),
        concurrency=concurrency,
        use_cache=not no_cache,
        budget_usd=budget,
        webhook_url=webhook,
    )

    async def work(resources: Resources) -> int:
        database, settings = resources.get(Database), resources.get(Settings)
        wanted = await prepare(resources, suite, given)
        async with database.unit() as session:
            known = _list_names(await plan_run(session, settings=settings, wanted=wanted, asker=None))
            found = await estimates.estimate_run(session, settings=settings, wanted=wanted, asker=None)
        for threshold in thresholds:
            threshold.check_name(known)
        print_estimate(found)
        _confirm(found, yes=yes)
        async with database.unit() as session:
            run = await start.start_run(session, settings=settings, owner=None, wanted=wanted)
        if wait:
            return await _finish(resources, run.run_id, thresholds, as_json=as_json)
        errors.print("The run continues on every running `llmbattler serve` or `llmbattler worker`.")
        console.print(str(run.run_id))
        return 0

    raise typer.Exit(run_on_site(work))


def _list_names(plan: Plan) -> set[str]:
    """All names that a threshold can have."""
    models = [one.id for one in plan.models]
    lines = [f"{model}#{prompt}" for model in models for prompt in plan.prompts]
    return {*models, *lines, *(score.name for score in plan.suite.spec.scores)}


def _check_names(thresholds: list[Threshold], run: RunOut) -> None:
    """A threshold for an unknown name would always be met."""
    known = {name for line in run.lines for name in (*name_line(line), *(score.name for score in line.scores))}
    for threshold in thresholds:
        threshold.check_name(known)


def _confirm(found: EstimateOut, *, yes: bool) -> None:
    if yes or not found.most_usd or not errors.is_terminal:
        return
    typer.confirm("Start the run?", abort=True, err=True)


async def _finish(resources: Resources, run_id: UUID, thresholds: list[Threshold], *, as_json: bool) -> int:
    """Execute a run, print its result and return the exit code."""
    run, stopped = await execute_run(resources, run_id)
    _print(run, await find_verdict(resources, run), as_json=as_json)
    if stopped and run.status is RunStatus.PAUSED:
        errors.print(f"[bold]Paused.[/bold] Continue with `llmbattler bench resume {run_id}`.")
        return INTERRUPTED
    return choose_exit(run, thresholds)


def _print(run: RunOut, verdict: RunVerdictOut, *, as_json: bool) -> None:
    if as_json:
        write_json(run, verdict)
    else:
        print_run(run, verdict)


def estimate(  # noqa: PLR0913, PLR0917 - one argument per option
    suite: SuiteArgument,
    models: ModelsOrChoice = [],  # noqa: B006 - typer copies it
    prompts: Prompts = [],  # noqa: B006
    samples: Samples = None,
    epochs: Epochs = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    no_cache: NoCache = False,
    judges: Judges = [],  # noqa: B006
    max_tokens: MaxTokens = None,
    as_json: AsJson = False,
) -> None:
    """Estimate cost, duration and statistical resolution of a run. Calls no model."""
    given = parse_options(
        RunSettingsIn,
        models=split(models) or choose_models(),
        prompts=split(prompts),
        epochs=epochs,
        samples=samples,
        params={"max_tokens": max_tokens},
        judges=split(judges),
        concurrency=concurrency,
        use_cache=not no_cache,
        budget_usd=budget,
    )

    async def work(resources: Resources) -> EstimateOut:
        wanted = await prepare(resources, suite, given)
        async with resources.get(Database).unit() as session:
            return await estimates.estimate_run(session, settings=resources.get(Settings), wanted=wanted, asker=None)

    found = run_on_site(work)
    if as_json:
        console.file.write(found.model_dump_json(indent=2) + "\n")
    else:
        print_estimate(found)


def list_runs(
    suite: Annotated[str | None, typer.Option(help="Only runs of this suite.")] = None,
    state: Annotated[RunStatus | None, typer.Option("--status", help="Only runs in this state.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100)] = 25,
    as_json: AsJson = False,
) -> None:
    """List runs, newest first."""

    async def work(resources: Resources) -> list[RunRowOut]:
        async with resources.get(Database).unit() as session:
            suite_id = None if suite is None else (await find_suite(session, name=suite)).suite_id
            page = RunsIn(suite_id=suite_id, status=state, limit=limit)
            return (await listing.list_runs(session, asker=OPERATOR, page=page)).runs

    rows = run_on_site(work)
    if as_json:
        console.file.write(json.dumps([row.model_dump(mode="json") for row in rows], indent=2) + "\n")
        return
    if not rows:
        console.print("No runs found. Start one with `llmbattler bench run`.")
        return
    table = ConsoleTable("Run", "Suite", prose("Title"), "State", number("Done"), names("Models"), "Started (UTC)")
    for row in rows:
        models = ", ".join(row.models[:3]) + (f" and {len(row.models) - 3} more" if len(row.models) > 3 else "")  # noqa: PLR2004
        table.add_row(
            str(row.run_id),
            escape(f"{row.suite_name} v{row.version}"),
            escape(row.title),
            str(row.status),
            f"{row.done:,} of {row.total:,}",
            escape(models),
            f"{row.created_at:%Y-%m-%d %H:%M}",
        )
    console.print(table)


def status(run: RunArgument, fail_under: FailUnder = [], as_json: AsJson = False) -> None:  # noqa: B006
    """Show a run with its scores, also while it is running. With --fail-under the exit code is that of `bench run`."""
    thresholds = [Threshold.read(text) for text in fail_under]

    async def work(resources: Resources) -> tuple[RunOut, RunVerdictOut]:
        found = await load_run(resources, await find_run_id(resources, run))
        _check_names(thresholds, found)
        return found, await find_verdict(resources, found)

    found, verdict = run_on_site(work)
    _print(found, verdict, as_json=as_json)
    if thresholds:
        raise typer.Exit(choose_exit(found, thresholds))


def pause(run: RunArgument) -> None:
    """Pause a run: start no further calls."""
    _change(run, changes.pause_run, "Paused. Continue with `llmbattler bench resume {}`.")


def cancel(run: RunArgument) -> None:
    """End a run for good. Its results stay."""
    _change(run, changes.cancel_run, "Cancelled {}.")


def delete(
    run: RunArgument, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False
) -> None:
    """Delete a run with all its results."""
    if not yes:
        typer.confirm(f"Delete the run {run} and all its results?", abort=True)
    _change(run, changes.delete_run, "Deleted {}.")


def resume(
    run: RunArgument,
    budget: Annotated[float | None, typer.Option("--budget", metavar="USD", help="Raise the budget first.")] = None,
    wait: Wait = True,
    fail_under: FailUnder = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Continue a paused or stopped run. Recorded answers are not asked for again."""

    wanted = parse_options(RunChangeIn, budget_usd=budget)

    async def change(session: Session, *, settings: Settings, actor: Any, run_id: UUID) -> object:  # noqa: ANN401
        if budget is not None:
            await changes.change_run(session, settings=settings, actor=actor, run_id=run_id, wanted=wanted)
        return await changes.resume_run(session, settings=settings, actor=actor, run_id=run_id)

    _continue(run, change, wait=wait, fail_under=fail_under, as_json=as_json)


def retry(run: RunArgument, wait: Wait = True, fail_under: FailUnder = [], as_json: AsJson = False) -> None:  # noqa: B006
    """Retry only what failed or was quarantined."""
    _continue(run, changes.retry_failed, wait=wait, fail_under=fail_under, as_json=as_json)


Change = Callable[..., Awaitable[object]]


def _change(run: str, change: Change, sentence: str) -> None:
    async def work(resources: Resources) -> UUID:
        run_id = await find_run_id(resources, run)
        async with resources.get(Database).unit() as session:
            await change(session, settings=resources.get(Settings), actor=OPERATOR, run_id=run_id)
        return run_id

    console.print(sentence.format(run_on_site(work)))


def _continue(run: str, change: Change, *, wait: bool, fail_under: list[str], as_json: bool) -> None:
    thresholds = [Threshold.read(text) for text in fail_under]

    async def work(resources: Resources) -> int:
        run_id = await find_run_id(resources, run)
        if thresholds:
            _check_names(thresholds, await load_run(resources, run_id))
        async with resources.get(Database).unit() as session:
            await change(session, settings=resources.get(Settings), actor=OPERATOR, run_id=run_id)
        if wait:
            return await _finish(resources, run_id, thresholds, as_json=as_json)
        errors.print("The run continues on every running `llmbattler serve` or `llmbattler worker`.")
        return 0

    raise typer.Exit(run_on_site(work))


async def prepare(resources: Resources, suite: str, given: RunSettingsIn) -> RunIn:
    """Find the suite, or add it from its file, and refresh the catalog if a model is unknown or its address is old."""
    database, settings = resources.get(Database), resources.get(Settings)
    async with database.unit() as session:
        known = await resolve(session, names=given.models, asker=None)
        moved = await find_moved(session, settings=settings, ids=given.models)
    if moved or len(known) < len(set(given.models)):  # the site may never have run, or its models file has changed
        await refresh_catalog(database, resources.get(Caller), settings)
    async with database.unit() as session:
        suite_id = await find_or_add(session, suite)
    return RunIn(suite_id=suite_id, **dict(given))


async def find_or_add(session: Session, suite: str) -> UUID:
    """Find a suite by its name, or add it from its file."""
    if not is_suite_file(suite):
        return (await find_known_suite(session, name=suite)).suite_id
    file = Path(suite)
    checked = await asyncio.to_thread(check_file, file)
    if has_only_samples(file) and checked.spec is not None and checked.loaded is not None:
        errors.print(escape(describe_detected(file, checked.loaded, checked.spec)), soft_wrap=True)
    saved = await save_checked(session, checked=checked)
    errors.print(f"{escape(saved.suite.name)}, version {saved.version.number}{' (new)' if saved.new else ''}.")
    return saved.suite.suite_id
