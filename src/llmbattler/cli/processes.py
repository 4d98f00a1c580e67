"""`llmbattler serve` and `stop`: the servers."""

import typer
from rich.console import Console
from rich.markup import escape

from llmbattler.core.commands import fail
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.logs import configure_logs
from llmbattler.core.settings import read_settings
from llmbattler.server.pidfile import stop_servers
from llmbattler.server.process import run_server

from .preparation import prepare_process

console = Console(highlight=False)


def serve(
    no_worker: bool = typer.Option(False, "--no-worker", help="Do not run jobs; run `llmbattler worker` separately."),
) -> None:
    """Start the site: server and worker in one process."""
    settings = prepare_process()
    if no_worker:
        settings = settings.model_copy(update={"worker": False})
    run_server(settings, announce=_announce)


def _announce(address: str, setup_link: str | None) -> None:
    console.print(f"llmbattler is ready at [bold]{escape(address)}[/bold]")
    if setup_link is not None:
        console.print(f"To become the first admin, open {escape(setup_link)} (once, within a day)", soft_wrap=True)


def stop() -> None:
    """Stop the servers of this data folder, and its embedded PostgreSQL."""
    settings = read_settings()
    configure_logs(settings)
    embedded = EmbeddedPostgres(settings.data_dir / "postgres")
    try:
        count = stop_servers(settings.data_dir)
        if embedded.is_running():
            embedded.stop()
    except PermissionError:
        fail(f"The site in {settings.data_dir} belongs to somebody else; run this as the user of the site, or as root.")
    console.print(f"Stopped {count} server{'' if count == 1 else 's'}." if count else "No server was running.")
