"""The example scorer, installed as a third party would install it."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.examples.installation import EXAMPLES, install, run

EXAMPLE = EXAMPLES / "llmbattler-rhyme"

PROGRAM = """
import asyncio, json
from llmbattler.scorers.contract import Answer, Case, Tools
from llmbattler.scorers.registry import list_scorers, make_scorer

poem = "It is late in the night\\nand the moon is so bright."
async def ask(said):
    case = Case(prompt="", target=None, fields={}, answer=Answer(text=said, extracted=said))
    return (await make_scorer("rhyme", {"scheme": "AA"}).score(case, Tools())).value
values = [asyncio.run(ask(said)) for said in (poem, poem.replace("bright", "dark"), "No poem.")]
print(json.dumps({"names": list_scorers(), "values": values}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(EXAMPLE, tmp_path_factory.mktemp("rhyme"))


def test_is_found_and_used_by_its_entry_point(installed: Path) -> None:
    report = run(sys.executable, "-W", "error", "-c", PROGRAM, PYTHONPATH=str(installed / "target"))
    assert '"rhyme"' in report
    assert '"exact"' in report
    assert '"values": [1.0, 0.0, null]' in report


def test_passes_its_own_tests(installed: Path) -> None:
    command = (sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", "-q")
    report = run(*command, cwd=installed / "source", PYTHONPATH=str(installed / "target"))
    assert "8 passed" in report


def test_leaves_the_environment_as_it_was(installed: Path) -> None:
    assert (installed / "target" / "llmbattler_rhyme" / "py.typed").exists()
    assert "rhyme" not in entry_points(group="llmbattler.scorers").names
    assert not any((EXAMPLE / name).exists() for name in ("dist", "build", ".pytest_cache"))
