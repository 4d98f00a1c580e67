"""`llmbattler ratings`: recount the votes, show a board, and show when votes were last counted."""

import typer
from rich.markup import escape

from llmbattler.core.commands import console, errors, run_on_site
from llmbattler.core.console_table import ConsoleTable, number
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules, leaderboards
from llmbattler.ratings.service import status as runs

from .flow import recount_boards
from .service import counts

app = typer.Typer(
    name="ratings", help="Recount the boards, show them, and show when votes were last counted.", no_args_is_help=True
)


@app.command()
def recompute() -> None:
    """Recount all votes and refit all boards. The numbers are the same as when votes are counted one by one."""

    async def work(resources: Resources) -> counts.CountReport:
        rules = RatingRules.read(resources.get(Settings))
        with errors.status("Counting votes…") as shown:
            return await recount_boards(resources.get(Database), rules=rules, report=shown.update)

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
    console.print(f"{escape(whole.metadata.label)}: {whole.metadata.total_votes:,} votes")
    table = ConsoleTable("Model", *map(number, ("Rank", "Score", "95 %", "Votes", "Wins")))
    for row in whole.rows:
        if row.vote_count >= whole.metadata.min_votes:
            wins = "" if row.win_rate is None else f"{row.win_rate:.0%}"
            name = escape(row.model_name) + (" [dim](preliminary)[/dim]" if row.preliminary else "")
            interval = f"+{row.ci_high - row.elo_score}/-{row.elo_score - row.ci_low}"
            table.add_row(name, str(row.rank), str(row.elo_score), interval, str(row.vote_count), wins)
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
