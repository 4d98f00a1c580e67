"""Which models a run asks if none are given: people at a terminal choose from the active ones."""

import sys
from collections.abc import Sequence

import typer
from rich.markup import escape

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.commands import errors, fail, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.service import Contestant, list_offered

from .options import split

ALL = "all"


def choose_models() -> list[str]:
    """Ask for models. Without a terminal, fail with a sentence that lists the active ones."""
    offered = run_on_site(_list_active)
    if not offered:
        fail("This site has no active models. See `llmbattler models discover` and `llmbattler models add`.")
    ids = [one.id for one in offered]
    if not _can_ask():
        fail(f"Choose models with --models. Active models: {', '.join(ids)}.")
    table = ConsoleTable(number("No."), "ID", prose("Name"))
    for place, one in enumerate(offered, start=1):
        table.add_row(str(place), escape(one.id), escape(one.name))
    errors.print(table)
    while True:
        answer = typer.prompt(f"Models (numbers or ids, separated by commas, or {ALL})", err=True)
        try:
            return parse_choice(answer, ids)
        except ValueError as error:
            errors.print(f"[yellow]{escape(str(error))}[/yellow]")


async def _list_active(resources: Resources) -> Sequence[Contestant]:
    database = resources.get(Database)
    for attempt in range(2):
        async with database.unit() as session:
            offered = await list_offered(session, asker=None)
        if offered or attempt:
            break
        await refresh_catalog(database, resources.get(Caller), resources.get(Settings))  # the site has never run
    return offered


def _can_ask() -> bool:
    return sys.stdin.isatty() and errors.is_terminal


def parse_choice(answer: str, ids: Sequence[str]) -> list[str]:
    """Return the ids for numbers, ids or `all`, each once. An id that looks like a number is taken as an id."""
    chosen: dict[str, None] = {}
    for part in split([answer]):
        if part in ids:
            chosen[part] = None
        elif part.lower() == ALL:
            chosen.update(dict.fromkeys(ids))
        elif part.isdecimal() and 1 <= int(part) <= len(ids):
            chosen[ids[int(part) - 1]] = None
        else:
            raise ValueError(f"There is no model {part}.")
    if not chosen:
        raise ValueError("Choose at least one model.")
    return list(chosen)
