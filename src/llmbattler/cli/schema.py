"""`llmbattler migrate` and `openapi`: the schema of the database and of the API."""

import json

import typer
from rich.console import Console

from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.db.migrate import find_drift, migrate
from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import configure_logs
from llmbattler.core.manifests import import_tables
from llmbattler.core.process import open_database_server
from llmbattler.core.resources import Resources
from llmbattler.core.settings import read_settings
from llmbattler.server.app import create_app

console = Console(highlight=False)


def migrate_schema(
    check: bool = typer.Option(False, "--check", help="Change nothing; fail if tables and revisions do not match."),
) -> None:
    """Bring the database schema up to date."""
    settings = read_settings()
    configure_logs(settings)
    prepare_data_dir(settings.data_dir)
    import_tables()
    with open_database_server(settings) as server:
        migrate(server.address)
        drift = find_drift(server.address) if check else []
    if drift:
        raise StartupProblem("The revisions do not make the tables of the code:\n" + "\n".join(drift))
    console.print("The schema is up to date.")


def openapi() -> None:
    """Print the OpenAPI schema of the HTTP API."""
    described = create_app(read_settings(), Resources()).openapi()
    console.file.write(json.dumps(described, indent=2, sort_keys=True) + "\n")
