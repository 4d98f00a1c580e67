"""The example connector, installed as a third party would install it."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.examples.installation import EXAMPLES, install, run

EXAMPLE = EXAMPLES / "llmbattler-echo"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(EXAMPLE, tmp_path_factory.mktemp("echo"))


def test_is_found_by_its_entry_point(installed: Path) -> None:
    program = "from llmbattler.connectors.registry import list_connectors; print(*list_connectors())"
    names = run(sys.executable, "-W", "error", "-c", program, PYTHONPATH=str(installed / "target")).split()
    assert "echo" in names
    assert "openai" in names


def test_keeps_the_contract_of_every_connector(installed: Path) -> None:
    command = (sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", "-q")
    report = run(*command, cwd=installed / "source", PYTHONPATH=str(installed / "target"))
    assert "10 passed" in report


def test_leaves_the_environment_as_it_was(installed: Path) -> None:
    assert (installed / "target" / "llmbattler_echo" / "py.typed").exists()
    assert "echo" not in entry_points(group="llmbattler.connectors").names
    assert not any((EXAMPLE / name).exists() for name in ("dist", "build", ".pytest_cache"))
