"""Commands that are imported only when they are called, so that `--help` and short commands start fast."""

from collections.abc import Iterable
from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from llmbattler.core.gc_thresholds import pause_garbage_collector
from llmbattler.core.manifests import Command, list_manifests, load

OWN = (
    Command("serve", "llmbattler.cli.processes:serve", "Start the site: server and worker in one process."),
    Command("worker", "llmbattler.cli.worker:worker", "Run jobs for the site of DATABASE_URL or DATA_DIR."),
    Command("migrate", "llmbattler.cli.schema:migrate_schema", "Bring the database schema up to date."),
    Command("stop", "llmbattler.cli.processes:stop", "Stop the servers of this data folder."),
    Command("backup", "llmbattler.cli.backups:backup", "Make a backup of the whole site, and check it."),
    Command("restore", "llmbattler.cli.backups:restore", "Restore the site from a backup."),
    Command("openapi", "llmbattler.cli.schema:openapi", "Print the OpenAPI schema of the HTTP API."),
    Command("doctor", "llmbattler.cli.doctor:doctor", "Check settings, database, schema, rows and models."),
    Command("jobs", "llmbattler.cli.jobs:jobs", "List long jobs that have not ended, such as runs."),
    Command("demo", "llmbattler.cli.demo:demo", "Start a site filled with simulated data."),
)


class LazyCommand(TyperCommand):
    """Placeholder for a command in lists; loads the real one when it is called."""

    def __init__(self, command: Command) -> None:
        super().__init__(name=command.name, help=command.help)
        self._command = command

    def make_context(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - passed on as they are
        return build(self._command).make_context(*args, **extra)


class LazyGroup(TyperGroup):
    """The commands of this package, and those that slices register."""

    def __init__(self, **attrs: Any) -> None:  # noqa: ANN401 - passed on as they are
        super().__init__(**attrs)
        add_commands(self, list_commands())


def add_commands(group: TyperGroup, commands: Iterable[Command]) -> TyperGroup:
    for command in commands:
        group.add_command(LazyCommand(command))
    return group


def list_commands() -> Iterable[Command]:
    yield from OWN
    for manifest in list_manifests():
        yield from manifest.commands


def build(command: Command) -> Any:  # noqa: ANN401 - a click command, whose type Typer keeps to itself
    """Load a Typer application, make a command of a function, or a group of several commands."""
    with pause_garbage_collector():
        found = load(command.app)
    if isinstance(found, tuple):
        return add_commands(TyperGroup(name=command.name, help=command.help, no_args_is_help=True), found)
    if not isinstance(found, Typer):
        app = Typer(add_completion=False, pretty_exceptions_enable=False)
        app.command(name=command.name)(found)
        found = app
    return get_command(found)
