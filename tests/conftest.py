"""Fixtures of all tests: one PostgreSQL server, and an empty database for each test that needs one."""

import asyncio
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType

import httpx
import pytest
import structlog
import uvicorn
import uvloop
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from pydantic import SecretStr

from llmbattler.accounts import passwords
from llmbattler.core import commands
from llmbattler.core.db import Database, engine
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
from tests.durations import choose_shard, read_durations
from tests.engines import EngineCache

# Machines are shared: how long an example takes says nothing about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SECRET = "0123456789abcdef" * 4
WIDE = 200
COSTLY_HASHER, COSTLY_NOBODYS = passwords._hasher, passwords._NOBODYS
PROCESS_HELPERS = {
    "tests.processes",
    "tests.cases.replicas",
    "tests.examples.installation",
    "llmbattler.testing.process",
}
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


# What a test needs, by a fixture that it uses, directly or through others.
NEEDS = {"browser": "browser", "postgres": "database"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shard", help="run one part of the test files, such as 1/3")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, and run the longest files first, so that none of them runs alone at the end."""
    for item in items:
        mark_by_needs(item)
    seconds = read_durations()
    if shard := config.getoption("shard"):
        chosen = choose_shard({get_file(item) for item in items}, seconds, shard)
        config.hook.pytest_deselected(items=[item for item in items if get_file(item) not in chosen])
        items[:] = [item for item in items if get_file(item) in chosen]
    items.sort(key=lambda item: -seconds.get(get_file(item), 0.0))


def get_file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def mark_by_needs(item: pytest.Item) -> None:
    """Mark a test as `browser`, `database`, `process` or, if it needs none of them, `pure`."""
    fixtures = getattr(item, "fixturenames", ())
    marks = {mark for fixture, mark in NEEDS.items() if fixture in fixtures}
    if starts_processes(sys.modules[item.module.__name__]):  # type: ignore[attr-defined]
        marks.add("process")
    for mark in marks or {"pure"}:
        item.add_marker(mark)


@cache
def starts_processes(module: ModuleType) -> bool:
    """Look for the helpers that start processes among the names of a test file."""
    return any(
        value is subprocess or getattr(value, "__module__", "") in PROCESS_HELPERS for value in vars(module).values()
    )


def pytest_collection_finish() -> None:
    """Freeze modules and collected tests, so that the garbage collector does not scan them again."""
    tune_garbage_collector()
    gc.enable()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Use the event loop of server and worker."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hash passwords with a thousandth of the work. Argon2 is meant to be slow, and hundreds of tests sign in."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", hasher)
        patch.setattr(passwords, "_NOBODYS", hasher.hash("nobody's"))
        yield


@pytest.fixture
def costly_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the work of the product, for tests of how long it takes."""
    monkeypatch.setattr(passwords, "_hasher", COSTLY_HASHER)
    monkeypatch.setattr(passwords, "_NOBODYS", COSTLY_NOBODYS)


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
def databases(postgres: EmbeddedPostgres) -> Iterator[Databases]:
    databases = Databases(postgres)
    yield databases
    databases.close()


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


@pytest.fixture(scope="session")
def usual_settings(open_folder: Path) -> Settings:
    """Settings of core, read from the environment once."""
    return Settings(data_dir=open_folder, DATABASE_URL="postgresql://", secret_key=SECRET, port=0, discovery=False)


@pytest.fixture
def settings(usual_settings: Settings, data_dir: Path, address: DatabaseAddress) -> Settings:
    return usual_settings.model_copy(update={"data_dir": data_dir, "database_url": SecretStr(address.url)})


@pytest.fixture(scope="session")
def shared_engines() -> Iterator[EngineCache]:
    cache = EngineCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "create_async_engine", cache.create)
        patch.setattr(engine, "check_pooled_connections", cache.check_pooled_connections)
        yield cache
    cache.close()


@pytest.fixture
async def database(
    settings: Settings, address: DatabaseAddress, shared_engines: EngineCache
) -> AsyncIterator[Database]:
    shared_engines.use_running_loop()
    database = Database(address, settings)
    yield database
    await database.close()


@pytest.fixture
async def resources(
    settings: Settings, address: DatabaseAddress, shared_engines: EngineCache
) -> AsyncIterator[Resources]:
    shared_engines.use_running_loop()
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
