"""What runs before a change lands is the same everywhere: make lint, make test."""

import os
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
TARGETS = (
    *("help", "run", "setup", "test", "torture", "lint", "fix", "dev", "dev-backend", "dev-frontend", "dev-worker"),
    *("migrate", "api-client", "perf", "build", "stop", "clean", "lock"),
)


def test_workflow_only_calls_make() -> None:
    steps = [step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    assert steps == ["make lint", "make test", "make torture"]


def test_workflow_covers_the_promised_machines() -> None:
    matrix = WORKFLOW["jobs"]["check"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos"}
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_local_ci_is_executable_and_does_the_same() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert re.findall(r"^make .*", script.read_text(), re.MULTILINE) == ["make lint", "make test"]


@pytest.mark.parametrize("target", TARGETS)
def test_make_target_exists_and_is_explained(target: str) -> None:
    assert re.search(rf"^{target}: ## \S", (ROOT / "Makefile").read_text(), re.MULTILINE)
