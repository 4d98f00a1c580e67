"""The wheel as somebody meets it who has no checkout: in an empty environment, in an empty folder."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import tests.processes
from tests.processes import Process, processes_of

from llmbattler.testing import ProviderProcess, Script

ROOT = Path(__file__).resolve().parents[2]
MODELS = """
models:
  - id: scripted
    name: Scripted
    base_url: {url}
"""
PATIENCE = 300


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def uv() -> Path:
    """The one that `make` installed, else the machine's."""
    ours = ROOT / ".tools" / "uv" / "bin" / "uv"
    found = ours if ours.is_file() else shutil.which("uv")
    if found is None:
        pytest.fail("uv is not here. `make test` installs it into .tools/uv.")
    return Path(found)


@pytest.fixture(scope="module")
def wheel(open_folder: Path, uv: Path) -> Path:
    """Built with the locked build back end of .venv, so that nothing is fetched."""
    folder = open_folder / "dist"
    run(uv, "build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, cwd=ROOT)
    return next(folder.glob("*.whl"))


@dataclass(frozen=True)
class Installed:
    command: Path
    environment: Mapping[str, str]
    folder: Path


@pytest.fixture(scope="module")
def installed(open_folder: Path, uv: Path, wheel: Path) -> Iterator[Installed]:
    venv = open_folder / "wheel-venv"
    python = venv / "bin" / "python"
    run(uv, "venv", "--no-project", "--python", sys.executable, venv)
    run(uv, "pip", "sync", "--require-hashes", "--python", python, ROOT / "requirements" / "runtime.lock")
    run(uv, "pip", "install", "--no-deps", "--offline", "--python", python, wheel)
    folder = open_folder / "wheel-site"
    (folder / "data").mkdir(parents=True)
    (folder / "empty").mkdir()
    with ProviderProcess() as provider:
        provider.script("scripted", Script(text="Hello from the wheel."))
        (folder / "models.yaml").write_text(MODELS.format(url=provider.addresses.openai_url))
        yield Installed(
            venv / "bin" / "llmbattler",
            {"DATA_DIR": str(folder / "data"), "MODELS_FILE": str(folder / "models.yaml"), "DISCOVERY": "false"},
            folder,
        )
    shutil.rmtree(venv, ignore_errors=True)


def test_the_wheel_holds_everything_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for wanted in (
        "llmbattler/py.typed",
        "llmbattler/server/static/index.html",
        "llmbattler/server/static/docs/swagger-ui-bundle.js",
        "llmbattler/migrations/env.py",
        "llmbattler/migrations/versions/0001_jobs.py",
    ):
        assert wanted in names
    assert any(name.startswith("llmbattler/server/static/assets/") and name.endswith(".js") for name in names)
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    top = {name.split("/")[0] for name in names}
    assert {name.split("-")[0] for name in top} == {"llmbattler"}, top
    junk = [name for name in names if name.endswith((".map", ".pyc", ".test.ts")) or "/." in name or "stamp" in name]
    assert junk == []


@pytest.mark.timeout(PATIENCE)
def test_an_empty_environment_serves_the_site_from_the_wheel(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tests.processes, "COMMAND", installed.command)
    monkeypatch.chdir(installed.folder / "empty")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    server = Process(["serve"], {**installed.environment, "PORT": "0"})
    try:
        address = server.address()
        assert httpx.get(f"{address}/healthz").json()["status"] == "ok"
        assert '<div id="root">' in httpx.get(address).text
        models = {model["model_id"]: model for model in httpx.get(f"{address}/api/models").json()["models"]}
        assert models["scripted"]["status"] == "active"
        assert "Hello from the wheel." in ask(installed, "scripted")
        included = next(model_id for model_id in models if model_id.startswith("smollm2"))
        assert "llmbattler models pull smollm2" in ask(installed, included, code=1)
        assert server.stop() == 0, "".join(server.said)
    finally:
        server.stop()
    assert processes_of(installed.folder / "data") == []
    assert list((installed.folder / "empty").iterdir()) == []


def ask(installed: Installed, model_id: str, *, code: int = 0) -> str:
    done = subprocess.run(
        [installed.command, "models", "test", model_id],
        env={**os.environ, **installed.environment, "COLUMNS": "400"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert "Traceback" not in said
    return said
