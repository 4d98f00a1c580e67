import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.arena.judges import commands as command
from llmbattler.catalog.admin.commands import model_catalog
from llmbattler.connectors.errors import FailureKind
from llmbattler.core import commands as site
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess
from tests.arena.conftest import ALPHA, BETA
from tests.arena.judges.judge_setup import JUDGE, store_battles

Run = Callable[..., Result]


@pytest.fixture
def provider() -> Iterator[ProviderProcess]:
    with ProviderProcess() as provider:
        provider.script(JUDGE, Script(text="Neither helps.\nVerdict: both bad"))
        yield provider


@pytest.fixture
def run(provider: ProviderProcess, address: DatabaseAddress, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The commands on a site with a judge, whose catalog has been read."""
    monkeypatch.setenv("DATABASE_URL", address.url)
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 4)
    monkeypatch.setenv("DATA_DIR", str(data_dir))
    monkeypatch.chdir(data_dir)
    url = provider.addresses.openai_url
    names = (ALPHA, BETA, JUDGE)
    (data_dir / "models.yaml").write_text("models:\n" + "".join(f"  - {{id: {n}, base_url: '{url}'}}\n" for n in names))
    monkeypatch.setattr(site, "configure_logs", lambda _: None)  # the tests' own logs stay as they are
    for console in (site.console, site.errors):
        monkeypatch.setattr(console, "_width", 200)

    def run(*arguments: str) -> Result:
        app = model_catalog.app if arguments == ("discover",) else command.app
        with capture_logs():
            return CliRunner().invoke(app, list(arguments))

    assert run("discover").exit_code == 0
    return run


def store(address: DatabaseAddress, settings: Settings, number: int) -> None:
    async def work() -> None:
        database = Database(address, settings)
        await store_battles(database, number, word="both_bad")
        await database.close()

    asyncio.run(work())


def test_a_run_says_what_it_did_and_a_report_compares(run: Run, address: DatabaseAddress, settings: Settings) -> None:
    assert "Nothing to judge" in run("run", "--model", JUDGE).stdout
    store(address, settings, 11)
    assert "nothing to compare yet" in run("report").stdout
    first = run("run", "--model", JUDGE, "--limit", "1")
    assert first.exit_code == 0
    assert "Judged 1 of 1 battles. 1 had the same verdict" in first.stdout
    assert "Judged 10 of 10 battles." in run("run", "--model", JUDGE).stdout
    shown = run("report").stdout
    assert [line.split()[:4] for line in shown.splitlines()[1:]] == [
        [JUDGE, "all", "11", "100%"],
        [JUDGE, "coding", "11", "100%"],
    ]
    assert run("report", "--model", JUDGE).stdout == shown


def test_failures_say_why(run: Run, provider: ProviderProcess, address: DatabaseAddress, settings: Settings) -> None:
    unknown = run("run", "--model", "nobody")
    assert unknown.exit_code == 1
    assert "This site has no model 'nobody'." in unknown.stderr
    store(address, settings, 1)
    provider.script(JUDGE, Script(failure=FailureKind.BAD_KEY))
    failed = run("run", "--model", JUDGE)
    assert failed.exit_code == 1
    assert "1 battles failed and are left for a later run." in failed.stderr
    assert "does not accept the API key" in failed.stderr
