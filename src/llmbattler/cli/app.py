"""The command `llmbattler`. Prints a failed start as one sentence."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from llmbattler import __version__
from llmbattler.core.errors import StartupProblem

from .lazy import LazyGroup

app = typer.Typer(
    cls=LazyGroup,
    name="llmbattler",
    help="Find out which language model is best for your own work.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Find out which language model is best for your own work."""


@app.command("version")
def print_version() -> None:
    """Print the version."""
    typer.echo(__version__)


def main() -> None:
    try:
        app()
    except StartupProblem as problem:
        sentence = escape(str(problem))
        Console(stderr=True, highlight=False).print(f"[bold red]llmbattler cannot start.[/bold red] {sentence}")
        sys.exit(1)
