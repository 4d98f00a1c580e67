from pathlib import Path

import pytest
from typer import Exit

from llmbattler.cli import worker
from llmbattler.core.manifests import load
from llmbattler.core.settings import Settings
from llmbattler.worker.heartbeat import open_heartbeat
from llmbattler.worker.process import run_worker


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    settings = Settings(data_dir=tmp_path, discovery=False)
    monkeypatch.setattr(worker, "read_settings", lambda: settings)
    return settings


def test_the_check_prints_one_sentence_and_fails_without_a_worker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exit) as ended:
        worker.worker(check=True)
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == f"No worker of the data folder {tmp_path} is running on this machine.\n"


def test_the_check_succeeds_while_a_worker_responds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_heartbeat(tmp_path):
        worker.worker(check=True)
    assert capsys.readouterr().out == "The worker responds.\n"


def test_a_worker_of_another_user_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(worker, "check_heartbeat", refuse)
    with pytest.raises(Exit):
        worker.worker(check=True)
    assert "belongs to somebody else" in capsys.readouterr().err


def test_without_the_check_the_worker_runs() -> None:
    assert load(worker.RUN) is run_worker
