"""`llmbattler ratings`: recount the votes, show a board, and show when votes were last counted."""

import typer
from rich.table import Table

from llmbattler.core.commands import console, errors, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.imports import service as imports
from llmbattler.ratings.service import RatingRules, leaderboards
from llmbattler.ratings.service import status as runs

from ..judges import service as judges
from .service import counts

app = typer.Typer(
    name="ratings", help="Recount the boards, show them, and show when votes were last counted.", no_args_is_help=True
)


@app.command()
def recompute() -> None:
    """Recount all votes and refit all boards. The numbers are the same as when votes are counted one by one."""

    async def work(resources: Resources) -> counts.CountReport:
        rules = RatingRules.read(resources.get(Settings))
        database = resources.get(Database)
        with errors.status("Counting votes…"):
            async with database.unit() as session:
                report = await counts.recount(session, rules=rules)
        with errors.status("Counting the verdicts of judges…"):
            async with database.unit() as session:
                await judges.recount(session, rules=rules)
        with errors.status("Counting imported votes…"):
            async with database.unit() as session:
                await imports.recount(session, rules=rules)
        with errors.status("Fitting the style-controlled boards…"):
            async with database.unit() as session:
                styled = await counts.fit_styled(session)
            async with database.unit() as session:
                await counts.write_styled(session, boards=styled, rules=rules)
        return report

    report = run_on_site(work)
    console.print(f"All boards were recounted. {report.processed} votes were new, {report.failed} cannot be read.")


@app.command()
def show(
    board: str = typer.Argument("overall", help="For example overall, category:coding or judge:my-model."),
) -> None:
    """Print a board."""

    async def work(resources: Resources) -> leaderboards.WholeBoard:
        rules = RatingRules.read(resources.get(Settings))
        async with resources.get(Database).unit() as session:
            return await leaderboards.read_board(session, name=leaderboards.parse_board(board), rules=rules)

    whole = run_on_site(work)
    table = Table(title=f"{whole.metadata.label}: {whole.metadata.total_votes} votes", header_style="bold")
    for heading in ("Rank", "Model", "Score", "95 %", "Votes", "Wins"):
        table.add_column(heading, justify="left" if heading == "Model" else "right")
    for row in whole.rows:
        if row.vote_count >= whole.metadata.min_votes:
            wins = "" if row.win_rate is None else f"{row.win_rate:.0%}"
            name = f"{row.model_name} [dim](preliminary)[/dim]" if row.preliminary else row.model_name
            interval = f"+{row.ci_high - row.elo_score}/-{row.elo_score - row.ci_low}"
            table.add_row(str(row.rank), name, str(row.elo_score), interval, str(row.vote_count), wins)
    console.print(table)


@app.command()
def status() -> None:
    """Show when votes were last counted."""

    async def work(resources: Resources) -> list[runs.LastRun]:
        async with resources.get(Database).unit() as session:
            return await runs.list_runs(session)

    found = run_on_site(work)
    if not found:
        console.print("No votes have been counted yet.")
    for run in found:
        reason = f": {run.error_message}" if run.error_message else ""
        console.print(
            f"{run.worker_name}: {run.status}{reason}, {run.last_run_at:%Y-%m-%d %H:%M:%S %Z}, {run.votes} votes"
        )
