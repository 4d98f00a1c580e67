"""The example is installed as a third party would do it, into a folder that is thrown away."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "llmbattler-echo"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("echo")
    source, target = folder / "source", folder / "target"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    uv = shutil.which("uv") or shutil.which("uv", path=ROOT / ".tools" / "uv" / "bin")
    if uv:
        options = ["--offline", "--no-deps", "--no-build-isolation", "--cache-dir", folder / "cache"]
        run(uv, "pip", "install", "--quiet", *options, "--python", sys.executable, "--target", target, source)
    else:
        # Without an installer at hand: a pure wheel is installed by unpacking it.
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", cwd=source)
        with zipfile.ZipFile(next((folder / "dist").glob("*.whl"))) as wheel:
            wheel.extractall(target)
    return folder


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_is_found_by_its_entry_point(installed: Path) -> None:
    program = "from llmbattler.connectors.registry import list_connectors; print(*list_connectors())"
    names = run(sys.executable, "-W", "error", "-c", program, PYTHONPATH=str(installed / "target")).split()
    assert "echo" in names
    assert "openai" in names


def test_keeps_the_contract_of_every_connector(installed: Path) -> None:
    command = (sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", "-q")
    report = run(*command, cwd=installed / "source", PYTHONPATH=str(installed / "target"))
    assert "8 passed" in report


def test_leaves_the_environment_as_it_was(installed: Path) -> None:
    assert (installed / "target" / "llmbattler_echo" / "py.typed").exists()
    assert "echo" not in entry_points(group="llmbattler.connectors").names
    assert not any((EXAMPLE / name).exists() for name in ("dist", "build", ".pytest_cache"))
