"""`llmbattler demo`: a site filled with simulated data, in its own folder."""

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.demo import DemoRequest, fill_demo, read_part
from llmbattler.core.errors import StartupProblem
from llmbattler.core.logs import configure_logs, hide_secret
from llmbattler.core.process import open_site
from llmbattler.core.secret_files import resolve_secret_key
from llmbattler.core.settings import Settings, read_settings
from llmbattler.server.pidfile import stop_servers
from llmbattler.server.process import bind, run_server

MARK = "DEMONSTRATION"
_NOTE = "Everything in this folder is simulated. `llmbattler demo --again` deletes and refills it.\n"

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def demo(
    folder: Annotated[
        Path | None, typer.Option(help="Data folder of the demo. Default: DATA_DIR with the suffix `-demo`.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Delete the demo and create a new one.")] = False,
    battles: Annotated[
        int | None, typer.Option(min=0, help="Number of battles, from the whole time. Default: all, a few thousand.")
    ] = None,
    no_serve: Annotated[bool, typer.Option("--no-serve", help="Only fill the folder.")] = False,
) -> None:
    """Start a site filled with simulated data: twelve models of known strength, people, votes and benchmarks."""
    settings = demo_settings(read_settings(), folder)
    configure_logs(settings.model_copy(update={"log_level": "warning"}))
    if not no_serve:
        bind(settings).close()  # report a port that is in use before the work, not after it
    prepare_folder(settings, again=again)
    hide_secret(resolve_secret_key(settings).decode())
    filled = asyncio.run(fill_once(settings, {} if battles is None else {"battles": battles}))
    if filled:
        console.print(f"{', and '.join(filled)} are in {escape(str(settings.data_dir))}.")
    if not no_serve:
        configure_logs(settings)
        run_server(settings, announce=_announce)


def _announce(address: str, setup_link: str | None) -> None:
    console.print("Everything in it is simulated. Ctrl-C stops it.")
    console.print(f"The demo is ready at [bold]{address}[/bold]")
    if setup_link is not None:
        console.print(f"To see the admin area as its admin, open {setup_link}", soft_wrap=True)


def demo_settings(settings: Settings, folder: Path | None) -> Settings:
    """Return settings with their own folder and database, without your models, and without outside connections."""
    home = (folder or settings.data_dir.with_name(f"{settings.data_dir.name}-demo")).expanduser().absolute()
    changed = {
        "demo": True,
        "data_dir": home,
        "database_url": None,
        "database_direct_url": None,
        "storage_url": None,
        "models_file": home / "models.yaml",
        "discovery": False,
        "judge_models": (),
        "rating_anchor": None,
        "moderation_model": None,
        "site_url": None,
        "alert_webhook_url": None,
        "smtp_url": None,
        "oidc_issuer": None,
        "oidc_client_id": None,
        "oidc_domains": (),
    }
    return settings.model_copy(update=changed)


def prepare_folder(settings: Settings, *, again: bool) -> None:
    """Create the folder; refuse one that holds something else."""
    home = settings.data_dir
    mark = home / MARK
    if home.is_dir() and any(home.iterdir()) and not mark.exists():
        raise StartupProblem(f"{home} holds no demonstration. Choose an empty folder with --folder.")
    if again and mark.exists():
        stop_servers(home)
        shutil.rmtree(home)
    prepare_data_dir(home)
    mark.write_text(_NOTE)
    (home / "models.yaml").write_bytes(read_part("models.yaml"))


async def fill_once(settings: Settings, amounts: Mapping[str, int]) -> list[str]:
    """Let every slice add its data, and return what was added, in words. Data that exists is kept."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        bar = progress.add_task("Starting the database", total=1.0)

        def show(step: str, done: float) -> None:
            progress.update(bar, description=step, completed=done)

        async with open_site(settings) as resources:
            return await fill_demo(resources, DemoRequest(show, amounts))
