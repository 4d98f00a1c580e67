"""Arguments and options that several commands share."""

from typing import Annotated
from uuid import UUID

import typer

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.commands import fail
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from ..runs.service import listing

OPERATOR = Visitor(None, AccountKind.ADMIN)
"""Who runs commands: people with access to the database may change everything in it."""

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="The id of a run, its start or end, or `last`.")]
Models = Annotated[list[str], typer.Option("--models", "-m", metavar="A,B", help="Ids of models, separated by commas.")]
ModelsOrChoice = Annotated[
    list[str],
    typer.Option(
        "--models", "-m", metavar="A,B", help="Ids of models, separated by commas. Without it you choose from a list."
    ),
]
Judges = Annotated[list[str], typer.Option("--judges", metavar="A,B", help="Models that judge answers.")]
Samples = Annotated[int | None, typer.Option(min=1, help="Use only the first N samples. Default: all.")]
Epochs = Annotated[int | None, typer.Option(min=1, help="Repeats per sample.")]
Concurrency = Annotated[int | None, typer.Option("--concurrency", min=1, help="Maximum number of concurrent calls.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do not use cached answers.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON to stdout.")]


def split(given: list[str]) -> list[str]:
    """The values of a repeatable option whose values can also be separated by commas."""
    return [part.strip() for text in given for part in text.split(",") if part.strip()]


async def find_run_id(resources: Resources, text: str) -> UUID:
    async with resources.get(Database).unit() as session:
        found = await listing.find_run(session, text=text)
    if found is None:
        fail(f"No run or several runs match {text!r}. List runs with `llmbattler bench runs`.")
    return found
