"""`llmbattler votes review|suspects|exclude|restore`: find dishonest voters and exclude their votes."""

from collections.abc import Awaitable, Callable
from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.core.commands import console, errors, run_on_site
from llmbattler.core.console_table import ConsoleTable, names, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from ..recounts.flow import wait_for_recounts
from .flow import ReviewReport, run_review
from .schemas import SuspectOut, SuspectsIn, SuspectStatus, VoterOut
from .service import suspects

app = typer.Typer()


@app.command("review")
def review() -> None:
    """Review all voters now, and show the suspects. See docs/vote-integrity.md."""

    async def work(resources: Resources) -> tuple[ReviewReport, list[SuspectOut]]:
        with errors.status("Reviewing voters…"):
            report = await run_review(resources.get(Database))
        async with resources.get(Database).unit() as session:
            wanted = SuspectsIn(status=SuspectStatus.OPEN, limit=100)
            return report, (await suspects.list_suspects(session, wanted=wanted)).suspects

    report, found = run_on_site(work)
    console.print(f"{report.voters:,} voters, {report.examined:,} with enough votes to test, {len(found):,} suspected.")
    if found:
        console.print(_suspects_table(found))


@app.command("suspects")
def list_suspects(
    status: Annotated[SuspectStatus | None, typer.Option(help="Show only suspects with this status.")] = None,
) -> None:
    """Show the queue of suspects, newest first."""

    async def work(resources: Resources) -> list[SuspectOut]:
        async with resources.get(Database).unit() as session:
            wanted = SuspectsIn(status=status, limit=100)
            return (await suspects.list_suspects(session, wanted=wanted)).suspects

    found = run_on_site(work)
    if not found:
        console.print(
            "Nobody is suspected. The worker reviews voters each hour; `llmbattler votes review` does it now."
        )
        return
    console.print(_suspects_table(found))


def _suspects_table(found: list[SuspectOut]) -> ConsoleTable:
    p_values = number("Likelihood"), number("Per model")
    table = ConsoleTable("Status", number("Votes"), *p_values, "Model", prose("Signals"), names("Voters"))
    for one in found:
        table.add_row(
            one.status,
            f"{one.votes:,}",
            f"{one.p_likelihood:.4f}",
            f"{one.p_model:.4f}",
            escape(one.target_model_id or ""),
            ", ".join(signal.kind.replace("_", " ") for signal in one.signals),
            escape(", ".join(one.voters)),
        )
    return table


_VOTER_HELP = "The id shown by `llmbattler votes suspects`."


@app.command("exclude")
def exclude_voter(voter: Annotated[str, typer.Argument(help=_VOTER_HELP)]) -> None:
    """Exclude all votes of a voter from the boards, past and future. No vote is deleted."""
    _decide(voter, suspects.exclude_voter)


@app.command("restore")
def restore_voter(voter: Annotated[str, typer.Argument(help=_VOTER_HELP)]) -> None:
    """Restore the votes of an excluded voter."""
    _decide(voter, suspects.restore_voter)


def _decide(voter: str, decide: Callable[..., Awaitable[VoterOut]]) -> None:
    async def work(resources: Resources) -> VoterOut:
        rules, database = RatingRules.read(resources.get(Settings)), resources.get(Database)
        async with database.unit() as session:
            await decide(session, voter=voter, actor=COMMAND_LINE)
        with errors.status("Counting votes…"):
            await wait_for_recounts(database, voters=[voter], rules=rules)
        async with database.unit() as session:
            return await suspects.get_voter(session, voter=voter)

    done = run_on_site(work)
    state = "excluded" if done.excluded else "not excluded"
    console.print(f"{escape(done.voter)} is {state}: {done.counted:,} of {done.votes:,} votes count.")
