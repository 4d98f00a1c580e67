"""What the commands of all slices share: run on an open site, print, fail with one sentence."""

from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeVar

import typer
import uvloop
from pydantic import BaseModel, ValidationError
from rich.console import Console
from rich.markup import escape

from .data_dir import prepare_data_dir
from .errors import AppError, ExternalFailure
from .logs import configure_logs, mask
from .process import open_site
from .resources import Resources
from .settings import Settings, read_settings

T = TypeVar("T")
Wish = TypeVar("Wish", bound=BaseModel)

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def fail(sentence: str) -> NoReturn:
    errors.print(f"[bold red]{escape(mask(sentence))}[/bold red]")
    raise typer.Exit(1)


def read_quietly() -> Settings:
    """The settings, with logs that do not tear tables and progress bars apart."""
    settings = read_settings()
    configure_logs(settings if settings.log_level == "debug" else settings.model_copy(update={"log_level": "warning"}))
    return settings


def read_wish(kind: type[Wish], /, **given: object) -> Wish:
    """Read what somebody typed as the body that the API takes, or say in one sentence what is wrong with it."""
    try:
        return kind.model_validate({name: value for name, value in given.items() if value not in ("", None)})
    except ValidationError as error:
        said = error.errors(include_input=False)
        fail("; ".join(": ".join([*map(str, one["loc"][:1]), one["msg"]]) for one in said))


def run_on_site(work: Callable[[Resources], Awaitable[T]]) -> T:
    """Open the site, do the work, close it."""
    settings = read_quietly()
    prepare_data_dir(settings.data_dir)

    async def run() -> T:
        async with open_site(settings) as resources:
            return await work(resources)

    try:
        return uvloop.run(run())
    except AppError as error:
        fail(f"{error.title} {error.detail}".strip())
    except ExternalFailure as error:
        fail(str(error))
