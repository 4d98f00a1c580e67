from collections.abc import Callable
from pathlib import Path

import pytest
from typer import Exit

from llmbattler.cli import preparation, processes
from llmbattler.core.settings import Settings


@pytest.fixture
def settings(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """What the commands read instead of the environment."""
    settings = Settings(data_dir=data_dir / "site", secret_key="0123456789abcdef" * 4, discovery=False)
    for module in (preparation, processes):
        monkeypatch.setattr(module, "read_settings", lambda: settings)
        monkeypatch.setattr(module, "configure_logs", lambda _: None)
    return settings


@pytest.mark.parametrize("no_worker", [True, False])
def test_no_worker_leaves_the_jobs_to_another_process(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, no_worker: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[Settings] = []

    def run_server(settings: Settings, *, announce: Callable[[str, str | None], None]) -> None:
        started.append(settings)
        announce("http://[::1]:8000", None)

    monkeypatch.setattr(processes, "run_server", run_server)
    processes.serve(no_worker=no_worker)
    assert [one.worker for one in started] == [not no_worker]
    assert settings.data_dir.is_dir()
    printed = capsys.readouterr().out
    assert "http://[::1]:8000" in printed
    assert "first admin" not in printed


@pytest.mark.parametrize(
    ("count", "printed"), [(0, "No server was running.\n"), (1, "Stopped 1 server.\n"), (2, "Stopped 2 servers.\n")]
)
def test_stop_prints_how_many_servers_it_stopped(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    count: int,
    printed: str,
) -> None:
    monkeypatch.setattr(processes, "stop_servers", lambda _: count)
    processes.stop()
    assert capsys.readouterr().out == printed


def test_stop_explains_that_the_servers_belong_to_another_user(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: Path) -> int:
        raise PermissionError

    monkeypatch.setattr(processes, "stop_servers", refuse)
    with pytest.raises((Exit, SystemExit)):
        processes.stop()
    assert "belongs to somebody else" in "".join(capsys.readouterr()).replace("\n", " ")
