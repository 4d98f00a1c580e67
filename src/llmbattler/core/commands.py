"""Shared by the commands of all slices: open the site, print, fail with one sentence."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
Body = TypeVar("Body", bound=BaseModel)

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def fail(sentence: str) -> NoReturn:
    errors.print(f"[bold red]{escape(mask(sentence))}[/bold red]")
    raise typer.Exit(1)


@contextmanager
def draft_of(file: Path, *, force: bool) -> Iterator[Path]:
    """Yield the path of a draft, which becomes the file once it is complete. `force` replaces an existing file."""
    if file.exists() and not force:
        fail(f"{file} already exists. Choose another name, or overwrite it with --force.")
    draft = file.with_name(f".{file.name}.part")
    try:
        yield draft
        draft.rename(file)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    finally:
        draft.unlink(missing_ok=True)


def read_quiet_settings() -> Settings:
    """Read the settings, and log only warnings, so that log lines do not break tables and progress bars."""
    settings = read_settings()
    configure_logs(settings if settings.log_level == "debug" else settings.model_copy(update={"log_level": "warning"}))
    return settings


def parse_options(kind: type[Body], /, **given: object) -> Body:
    """Validate options as the request body of the API, or fail with one sentence."""
    try:
        return kind.model_validate({name: value for name, value in given.items() if value not in ("", None)})
    except ValidationError as error:
        problems = error.errors(include_input=False)
        fail("; ".join(": ".join([*map(str, one["loc"][:1]), one["msg"]]) for one in problems))


def run_on_site(work: Callable[[Resources], Awaitable[T]]) -> T:
    """Run `work` on an open site."""
    settings = read_quiet_settings()
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
