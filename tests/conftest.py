"""Fixtures of all tests: one PostgreSQL server, and an empty database for each test that needs one."""

import asyncio
import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
import structlog
import uvicorn
import uvloop
from hypothesis import HealthCheck, settings

from llmbattler.core import commands
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.core.gc_thresholds import tune_garbage_collector
from llmbattler.core.process import open_resources, open_server_resources
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings, list_names
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.server.app import create_app
from llmbattler.server.process import bind
from tests.clients import ClientFactory
from tests.databases import Databases, drop, make

# Machines are shared: how long an example takes says nothing about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SECRET = "0123456789abcdef" * 4
WIDE = 200
FAST_AND_FORGETFUL = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


def pytest_configure() -> None:
    """Remove the developer's keys and settings from the environment, and disable the garbage collector at start."""
    gc.disable()
    for name, field in list_names().items():
        os.environ.pop(name.upper(), None)
        for alias in getattr(field.validation_alias, "choices", ()):
            os.environ.pop(alias, None)
    os.environ["DISCOVERY"] = "false"
    # The default shows local variables in color, which takes seconds for each failure that a test provokes.
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, plain])


LONG_FIRST = ("tests/cases/test_faults", "tests/server/", "tests/cases/", "tests/cli/", "tests/deployment/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files that start processes first, so that none of them runs alone at the end.

    Cases attack what the tests of each part have covered; measuring them too would take a quarter of the time.
    """
    items.sort(key=lambda item: next((n for n, path in enumerate(LONG_FIRST) if item.nodeid.startswith(path)), 99))
    for item in items:
        if item.nodeid.startswith("tests/cases/"):
            item.add_marker(pytest.mark.no_cover)


def pytest_collection_finish() -> None:
    """Freeze modules and collected tests, so that the garbage collector does not scan them again."""
    tune_garbage_collector()
    gc.enable()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Use the event loop of server and worker."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that PostgreSQL's own user can enter; pytest's temporary folders are private."""
    folder = Path(tempfile.mkdtemp(prefix="llmb-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def data_dir(open_folder: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=open_folder))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(open_folder: Path) -> Iterator[EmbeddedPostgres]:
    server = EmbeddedPostgres(open_folder / "postgres")
    server.start()
    server.stop()
    (server.data / "custom.conf").write_text(FAST_AND_FORGETFUL)
    (server.data / "custom.conf").chmod(0o644)
    server.start()
    migrate(DatabaseAddress.parse(server.url()))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def databases(postgres: EmbeddedPostgres) -> Databases:
    return Databases(postgres)


@pytest.fixture
def empty_address(postgres: EmbeddedPostgres) -> Iterator[DatabaseAddress]:
    """A database without any tables."""
    name = make(postgres, "template1")
    yield DatabaseAddress.parse(postgres.url(name))
    drop(postgres, name)


@pytest.fixture
def address(databases: Databases) -> Iterator[DatabaseAddress]:
    """A database with today's schema and no rows."""
    with databases.take() as address:
        yield address


@pytest.fixture
def settings(data_dir: Path, address: DatabaseAddress) -> Settings:
    return Settings(data_dir=data_dir, DATABASE_URL=address.url, secret_key=SECRET, port=0, discovery=False)


@pytest.fixture
async def database(settings: Settings, address: DatabaseAddress) -> AsyncIterator[Database]:
    database = Database(address, settings)
    yield database
    await database.close()


@pytest.fixture
async def resources(settings: Settings, address: DatabaseAddress) -> AsyncIterator[Resources]:
    async with open_resources(settings, address) as resources:
        resources.add(Shutdown, Shutdown())
        async with open_server_resources(resources):
            yield resources


@pytest.fixture
async def client(settings: Settings, resources: Resources) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the whole application, without a socket."""
    transport = httpx.ASGITransport(create_app(settings, resources), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


@pytest.fixture
async def clients(settings: Settings, resources: Resources) -> AsyncIterator[ClientFactory]:
    """Makes clients of the whole application, with and without accounts."""
    async with ClientFactory(create_app(settings, resources), resources.get(Database)) as clients:
        yield clients


@pytest.fixture
async def site(settings: Settings, resources: Resources) -> AsyncIterator[str]:
    """The address of the same application on a real socket."""
    with bind(settings) as listener:
        config = uvicorn.Config(
            create_app(settings, resources),
            log_config=None,
            lifespan="off",
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        server = uvicorn.Server(config)
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        resources.get(Shutdown).begin()
        server.should_exit = True
        await task


@pytest.fixture
def terminal(address: DatabaseAddress, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide terminal with the settings of the test's database and folder."""
    monkeypatch.setenv("DATABASE_URL", address.url)
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 4)
    monkeypatch.setenv("MASTER_KEY", "fedcba9876543210" * 4)
    monkeypatch.setenv("DATA_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", str(WIDE))
    monkeypatch.chdir(data_dir)
    monkeypatch.setattr(commands, "configure_logs", lambda _: None)  # the tests' own logs stay as they are
    for console in (commands.console, commands.errors):
        monkeypatch.setattr(console, "_width", WIDE)
