"""The commands, and the one place where a failed start becomes a sentence."""

import json
import sys

import typer
import uvloop
from rich.console import Console
from rich.markup import escape

from llmbattler import __version__
from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.migrate import find_drift, migrate
from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import configure_logs, hide_secret
from llmbattler.core.resources import Resources
from llmbattler.core.secret_files import resolve_secret_key
from llmbattler.core.settings import Settings, read_settings
from llmbattler.migrations import tables
from llmbattler.server.app import create_app
from llmbattler.server.pidfile import stop_servers
from llmbattler.server.process import run_server
from llmbattler.worker.process import run_worker
from llmbattler.worker.runtime import open_database_server

from . import audit, bench, budget, judge, keys, model_changes, models, moderation, ratings, tokens, users, votes
from .demo import demo
from .doctor import doctor
from .site import fail

__all__ = ["main", "model_changes", "tables"]

app = typer.Typer(
    name="llmbattler",
    help="Find out which language model is best for your own work.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(models.app)
app.add_typer(keys.app)
app.add_typer(ratings.app)
app.add_typer(judge.app)
app.add_typer(votes.app)
app.add_typer(bench.app)
app.add_typer(moderation.app)
app.add_typer(budget.app)
app.add_typer(users.app)
app.add_typer(tokens.app)
app.add_typer(audit.app)
app.command()(doctor)
app.command()(demo)
console = Console(highlight=False)


def _settings() -> Settings:
    settings = read_settings()
    configure_logs(settings)
    return settings


def _settings_with_secret() -> Settings:
    settings = _settings()
    prepare_data_dir(settings.data_dir)
    hide_secret(resolve_secret_key(settings).decode())
    return settings


@app.command()
def serve(
    no_worker: bool = typer.Option(False, "--no-worker", help="Leave the jobs to `llmbattler worker` elsewhere."),
) -> None:
    """Start the site: server and worker in one process."""
    settings = _settings_with_secret()
    if no_worker:
        settings = settings.model_copy(update={"worker": False})
    run_server(settings, announce=_announce)


def _announce(address: str, setup_link: str | None) -> None:
    console.print(f"llmbattler is ready at [bold]{escape(address)}[/bold]")
    if setup_link is not None:
        console.print(f"To become the first admin, open {escape(setup_link)} (once, within a day)", soft_wrap=True)


@app.command()
def worker() -> None:
    """Run jobs for a site whose database is given by DATABASE_URL (or lies in DATA_DIR)."""
    uvloop.run(run_worker(_settings_with_secret()))


@app.command("migrate")
def migrate_schema(
    check: bool = typer.Option(False, "--check", help="Change nothing; fail when tables and revisions disagree."),
) -> None:
    """Bring the database schema up to date."""
    settings = _settings()
    prepare_data_dir(settings.data_dir)
    with open_database_server(settings) as server:
        migrate(server.address)
        drift = find_drift(server.address) if check else []
    if drift:
        raise StartupProblem("The revisions do not make the tables of the code:\n" + "\n".join(drift))
    console.print("The schema is up to date.")


@app.command()
def stop() -> None:
    """Stop the servers of this data folder, and the embedded PostgreSQL if one was left behind."""
    settings = _settings()
    embedded = EmbeddedPostgres(settings.data_dir / "postgres")
    try:
        count = stop_servers(settings.data_dir)
        if embedded.is_running():
            embedded.stop()
    except PermissionError:
        fail(f"The site in {settings.data_dir} belongs to somebody else; run this as the user of the site, or as root.")
    console.print(f"Stopped {count} server{'' if count == 1 else 's'}." if count else "No server was running.")


@app.command()
def openapi() -> None:
    """Print the description of the HTTP API."""
    described = create_app(read_settings(), Resources()).openapi()
    console.file.write(json.dumps(described, indent=2, sort_keys=True) + "\n")


@app.command()
def version() -> None:
    """Print the version."""
    console.print(__version__)


def main() -> None:
    try:
        app()
    except StartupProblem as problem:
        said = escape(str(problem))
        Console(stderr=True, highlight=False).print(f"[bold red]llmbattler cannot start.[/bold red] {said}")
        sys.exit(1)
