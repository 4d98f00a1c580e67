"""`llmbattler judge`: let models judge stored battles, and compare them with people."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.core.commands import console, errors, fail, run_on_site
from llmbattler.core.console_table import ConsoleTable, number
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from . import service
from .flow import JudgeRun, RunLimits, run_judge
from .service import MIN_BATTLES, Agreement

app = typer.Typer(name="judge", help="Models that judge stored battles: run one, compare them.", no_args_is_help=True)

_MODEL_HELP = "The id shown by `llmbattler models list`."


@app.command("run")
def run_one(
    model: Annotated[str, typer.Option("--model", metavar="ID", help=_MODEL_HELP)],
    limit: Annotated[int, typer.Option(min=1, help="Battles to judge now, regardless of the daily limit.")] = 20,
) -> None:
    """Let a model judge the newest stored battles that it has not judged yet. Each battle costs two calls."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors) as progress:
        bar = progress.add_task("Judging", total=None)

        async def work(resources: Resources) -> JudgeRun:
            try:
                return await run_judge(
                    resources.get(Database),
                    resources.get(ModelCalls),
                    resources.get(Settings),
                    model_id=model,
                    limits=RunLimits(limit),
                    progress=lambda run: progress.update(bar, completed=run.judged + run.failed, total=run.planned),
                )
            except ModelNotFound:
                fail(f"This site has no model {model!r}. See `llmbattler models list`.")

        run = run_on_site(work)
    _print_run(run)


def _print_run(run: JudgeRun) -> None:
    if not run.planned:
        console.print("Nothing to judge: this model has judged, or took part in, every finished battle.")
        return
    console.print(
        f"Judged {run.judged} of {run.planned} battles. "
        f"{run.counted} had the same verdict in both orders and count on its board."
    )
    if run.problem is not None:
        fail(f"{run.failed} battles failed and are left for a later run. Last reason: {run.problem}")


@app.command("report")
def report(
    model: Annotated[str | None, typer.Option("--model", metavar="ID", help=f"{_MODEL_HELP} Default: all.")] = None,
) -> None:
    """Show how well judges agree with people, over all battles and by category."""

    async def work(resources: Resources) -> dict[str, list[Agreement]]:
        async with resources.get(Database).unit() as session:
            judges = [model] if model is not None else await service.list_judges(session)
            return {judge: await service.measure_agreement(session, judge=judge) for judge in judges}

    found = run_on_site(work)
    if not any(found.values()):
        console.print(
            f"No judge has judged {MIN_BATTLES} battles that people voted on, so there is nothing to compare yet."
        )
        return
    table = ConsoleTable("Judge", "Category", *map(number, ("Battles", "Agreement", "Kappa", "95 % interval")))
    for judge, rows in found.items():
        for row in rows:
            table.add_row(
                escape(judge),
                escape(row.category or "all"),
                str(row.battles),
                f"{row.agreement:.0%}",
                f"{row.kappa:.2f}",
                f"{row.kappa_low:.2f} to {row.kappa_high:.2f}",
            )
    console.print(table)
