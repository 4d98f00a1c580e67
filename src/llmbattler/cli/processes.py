"""`llmbattler serve`, `worker` and `stop`: processes that stay."""

import typer
import uvloop
from rich.console import Console
from rich.markup import escape

from llmbattler.core.commands import fail
from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.logs import configure_logs, hide_secret
from llmbattler.core.secret_files import resolve_secret_key
from llmbattler.core.settings import Settings, read_settings
from llmbattler.server.pidfile import stop_servers
from llmbattler.server.process import run_server
from llmbattler.worker.process import run_worker

console = Console(highlight=False)


def serve(
    no_worker: bool = typer.Option(False, "--no-worker", help="Do not run jobs; run `llmbattler worker` separately."),
) -> None:
    """Start the site: server and worker in one process."""
    settings = _read_settings()
    if no_worker:
        settings = settings.model_copy(update={"worker": False})
    run_server(settings, announce=_announce)


def _announce(address: str, setup_link: str | None) -> None:
    console.print(f"llmbattler is ready at [bold]{escape(address)}[/bold]")
    if setup_link is not None:
        console.print(f"To become the first admin, open {escape(setup_link)} (once, within a day)", soft_wrap=True)


def worker() -> None:
    """Run jobs and benchmark runs for the site of DATABASE_URL or DATA_DIR."""
    uvloop.run(run_worker(_read_settings()))


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


def _read_settings() -> Settings:
    settings = read_settings()
    configure_logs(settings)
    prepare_data_dir(settings.data_dir)
    hide_secret(resolve_secret_key(settings).decode())
    return settings
