"""A pytest plugin that measures which lines and branches of the application the tests of one process run.

`scripts/test.py --coverage` loads it with `-p`, so that it is active before the application is imported, and merges
what the processes have written.
"""

import json
import os
from pathlib import Path

import pytest
import slipcover

SOURCE = Path(__file__).resolve().parents[1] / "src" / "llmbattler"
EXCLUDED = ["if TYPE_CHECKING:", r"^\s*\.\.\.$", "@overload"]

_measured = slipcover.Slipcover(branch=True, exclude_also=EXCLUDED)
slipcover.ImportManager(_measured, slipcover.FileMatcher(sources=[SOURCE])).__enter__()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coverage-folder", type=Path, required=True, help="each process writes a file into this folder")


@pytest.hookimpl(optionalhook=True)
def pytest_worker_finish(config: pytest.Config) -> None:
    write_coverage(config)


def pytest_sessionfinish(session: pytest.Session) -> None:
    write_coverage(session.config)


def write_coverage(config: pytest.Config) -> None:
    folder: Path = config.option.coverage_folder
    folder.mkdir(exist_ok=True)
    (folder / f"{os.getpid()}.json").write_text(json.dumps(_measured.get_coverage()))
