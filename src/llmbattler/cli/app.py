"""The command `llmbattler`. Prints a failed start as one sentence."""

import sys

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


@app.callback()
def start() -> None:
    """Find out which language model is best for your own work."""


@app.command()
def version() -> None:
    """Print the version."""
    Console(highlight=False).print(__version__)


def main() -> None:
    try:
        app()
    except StartupProblem as problem:
        sentence = escape(str(problem))
        Console(stderr=True, highlight=False).print(f"[bold red]llmbattler cannot start.[/bold red] {sentence}")
        sys.exit(1)
