"""The command `llmbattler`. Prints a failed start as one sentence."""

import sys
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from llmbattler import __version__
from llmbattler.core.data_dir import NO_SPACE
from llmbattler.core.errors import AppError, StartupProblem

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
        _refuse(str(problem))
    except AppError as problem:
        _refuse(f"{problem.title} {problem.detail}".strip())
    except OSError as error:
        if error.errno not in NO_SPACE:
            raise
        _refuse(f"{error.filename or 'A file'} cannot be written: {error.strerror}. Free some space, then try again.")


def _refuse(sentence: str) -> NoReturn:
    Console(stderr=True, highlight=False).print(f"[bold red]llmbattler cannot start.[/bold red] {escape(sentence)}")
    sys.exit(1)
