"""`llmbattler worker`. The check of a running worker is called often, so it loads nothing that runs jobs."""

from typing import Annotated, NoReturn

import typer
import uvloop
from rich.console import Console

from llmbattler.core.manifests import load
from llmbattler.core.settings import read_settings
from llmbattler.worker.heartbeat import WorkerUnhealthy, check_heartbeat

from .preparation import prepare_process

RUN = "llmbattler.worker.process:run_worker"


def worker(
    check: Annotated[
        bool, typer.Option("--check", help="Only check that the worker of this machine and DATA_DIR responds.")
    ] = False,
) -> None:
    """Run jobs and benchmark runs for the site of DATABASE_URL or DATA_DIR."""
    if check:
        _check()
    else:
        uvloop.run(load(RUN)(prepare_process()))


def _check() -> None:
    try:
        check_heartbeat(read_settings().data_dir)
    except WorkerUnhealthy as problem:
        _fail(str(problem))
    except PermissionError:
        _fail("The worker belongs to somebody else; run this as the user of the site, or as root.")
    Console(highlight=False).print("The worker responds.")


def _fail(sentence: str) -> NoReturn:
    # Not the one of `core.commands`, which loads the whole site.
    Console(stderr=True, highlight=False).print(sentence, markup=False, soft_wrap=True)
    raise typer.Exit(1)
