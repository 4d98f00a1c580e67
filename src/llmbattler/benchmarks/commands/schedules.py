"""`llmbattler bench schedules`: runs that are started on a schedule."""

from typing import Annotated
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.core.commands import console, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, names, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..runs.schedules import service
from ..runs.schedules.schemas import ScheduleIn, ScheduleOut
from ..runs.schemas import RunSettingsIn
from ..suites.service.included import find_known_suite
from .options import OPERATOR, Concurrency, Epochs, Judges, Models, NoCache, Samples, split


def list_schedules() -> None:
    """List schedules."""

    async def work(resources: Resources) -> list[ScheduleOut]:
        async with resources.get(Database).unit() as session:
            settings = resources.get(Settings)
            return (await service.list_schedules(session, settings=settings, asker=OPERATOR)).schedules

    rows = run_on_site(work)
    if not rows:
        console.print("There are no schedules. Create one with `llmbattler bench schedule`.")
        return
    table = ConsoleTable("Schedule", "Suite", prose("Title"), "Cron (UTC)", "Next (UTC)", names("Models"))
    for row in rows:
        next_start = "off" if row.next_at is None else f"{row.next_at:%Y-%m-%d %H:%M}"
        models = ", ".join(row.wanted.models)
        table.add_row(
            str(row.schedule_id), escape(row.suite_name), escape(row.title), row.cron, next_start, escape(models)
        )
    console.print(table)
    for row in rows:
        if row.problem is not None:
            console.print(f"[red]{escape(row.title)} could not start:[/red] {escape(row.problem)}")


def add_schedule(  # noqa: PLR0913, PLR0917 - an argument for each option
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="The name of a suite.")],
    cron: Annotated[
        str, typer.Option(help="Minute, hour, day, month, day of the week in UTC, for example `0 6 * * 1`.")
    ],
    models: Models,
    title: Annotated[str, typer.Option(help="Title of the runs. Default: the title of the suite.")] = "",
    samples: Samples = None,
    epochs: Epochs = None,
    judges: Judges = [],  # noqa: B006 - typer copies it
    concurrency: Concurrency = None,
    budget: Annotated[float | None, typer.Option("--budget", metavar="USD", help="Budget of each run.")] = None,
    no_cache: NoCache = False,
    webhook: Annotated[str | None, typer.Option(metavar="URL", help="Called when a run has ended.")] = None,
) -> None:
    """Start a run of the newest version of a suite on a schedule. Needs a running server or worker."""
    wanted = parse_options(
        RunSettingsIn,
        models=split(models),
        samples=samples,
        epochs=epochs,
        judges=split(judges),
        concurrency=concurrency,
        budget_usd=budget,
        use_cache=not no_cache,
        webhook_url=webhook,
    )

    async def work(resources: Resources) -> ScheduleOut:
        async with resources.get(Database).unit() as session:
            known = await find_known_suite(session, name=suite)
            schedule = parse_options(ScheduleIn, suite_id=known.suite_id, title=title, cron=cron, wanted=wanted)
            return await service.add_schedule(
                session, settings=resources.get(Settings), actor=OPERATOR, wanted=schedule
            )

    made = run_on_site(work)
    console.print(f"{made.schedule_id} starts next at {made.next_at:%Y-%m-%d %H:%M} UTC.")


def remove_schedule(
    schedule: Annotated[UUID, typer.Argument(help="The id of a schedule, see `bench schedules`.")],
) -> None:
    """Delete a schedule. Its runs stay."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            await service.remove_schedule(
                session, settings=resources.get(Settings), actor=OPERATOR, schedule_id=schedule
            )

    run_on_site(work)
    console.print("Deleted.")
