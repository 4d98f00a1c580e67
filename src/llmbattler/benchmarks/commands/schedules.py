"""`llmbattler bench schedules`: runs that start by themselves."""

from typing import Annotated
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.commands import console, read_wish, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..runs.schedules import service
from ..runs.schedules.schemas import ScheduleIn, ScheduleOut
from ..runs.schemas import RunSettingsIn
from ..suites.service.suites import find_suite
from .printing import make_table

OPERATOR = Visitor(None, AccountKind.ADMIN)


def register(bench: typer.Typer) -> None:
    bench.command("schedules")(list_schedules)
    bench.command("schedule")(add_schedule)
    bench.command("unschedule")(remove_schedule)


def list_schedules() -> None:
    """List the runs that start by themselves."""

    async def work(resources: Resources) -> list[ScheduleOut]:
        async with resources.get(Database).unit() as session:
            settings = resources.get(Settings)
            return (await service.list_schedules(session, settings=settings, asker=OPERATOR)).schedules

    rows = run_on_site(work)
    if not rows:
        console.print("Nothing is scheduled. See `llmbattler bench schedule --help`.")
        return
    table = make_table("Schedule", "Suite", "Title", "Cron (UTC)", "Next (UTC)", "Models")
    for row in rows:
        coming = "off" if row.next_at is None else f"{row.next_at:%Y-%m-%d %H:%M}"
        models = ", ".join(row.wanted.models)
        table.add_row(str(row.schedule_id), escape(row.suite_name), escape(row.title), row.cron, coming, escape(models))
    console.print(table)
    for row in rows:
        if row.problem is not None:
            console.print(f"[red]{escape(row.title)} did not start the last time:[/red] {escape(row.problem)}")


def add_schedule(  # noqa: PLR0913, PLR0917 - an argument for each option
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="The name of a suite.")],
    cron: Annotated[str, typer.Option(help="Minute, hour, day, month, day of the week, in UTC: `0 6 * * 1`.")],
    models: Annotated[list[str], typer.Option("--models", "-m", metavar="A,B", help="Ids of models, with commas.")],
    title: Annotated[str, typer.Option(help="Of the runs; else the suite's.")] = "",
    samples: Annotated[int | None, typer.Option(min=1, help="Only the first so many samples.")] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="How often each sample is asked.")] = None,
    judges: Annotated[list[str], typer.Option("--judges", metavar="A,B", help="Models that grade.")] = [],  # noqa: B006
    concurrency: Annotated[int | None, typer.Option(min=1, help="Calls at once.")] = None,
    budget: Annotated[float | None, typer.Option("--budget", metavar="USD", help="Of each run.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ask anew also where the answer is known.")] = False,
    webhook: Annotated[str | None, typer.Option(metavar="URL", help="Is told when a run has ended.")] = None,
) -> None:
    """Start a run of the newest version of a suite again and again. Needs a server or worker that runs then."""
    wanted = read_wish(
        RunSettingsIn,
        models=[one.strip() for text in models for one in text.split(",") if one.strip()],
        samples=samples,
        epochs=epochs,
        judges=[one.strip() for text in judges for one in text.split(",") if one.strip()],
        concurrency=concurrency,
        budget_usd=budget,
        use_cache=not no_cache,
        webhook_url=webhook,
    )

    async def work(resources: Resources) -> ScheduleOut:
        async with resources.get(Database).unit() as session:
            known = await find_suite(session, name=suite)
            schedule = read_wish(ScheduleIn, suite_id=known.suite_id, title=title, cron=cron, wanted=wanted)
            return await service.add_schedule(
                session, settings=resources.get(Settings), actor=OPERATOR, wanted=schedule
            )

    made = run_on_site(work)
    console.print(f"{made.schedule_id} starts next at {made.next_at:%Y-%m-%d %H:%M} UTC.")


def remove_schedule(schedule: Annotated[UUID, typer.Argument(help="As `bench schedules` shows it.")]) -> None:
    """Forget a schedule; the runs it started stay."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            await service.remove_schedule(
                session, settings=resources.get(Settings), actor=OPERATOR, schedule_id=schedule
            )

    run_on_site(work)
    console.print("Forgotten.")
