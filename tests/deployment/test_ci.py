"""What runs before a change lands is the same everywhere: `make lint` and `make test`, as a whole or in parts."""

import os
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
TARGETS = (
    *(
        "help",
        "run",
        "setup",
        "check",
        "test",
        "torture",
        "lint",
        "fix",
        "dev",
        "dev-backend",
        "dev-frontend",
        "dev-worker",
    ),
    *("migrate", "api-client", "perf", "build", "stop", "clean", "lock", "durations"),
)


def list_runs(name: str) -> list[str]:
    """The commands of a job, one for each part of its matrix."""
    job = WORKFLOW["jobs"][name]
    [step] = [step["run"] for step in job["steps"] if "run" in step]
    return job["strategy"]["matrix"]["run"] if step == "${{ matrix.run }}" else [step]


def test_the_parts_of_the_gate_are_all_of_it() -> None:
    runs = list_runs("gate")
    assert "make lint" in runs
    for suite in ("python", "journeys", "web"):
        parts = [run for run in runs if f"--only {suite}" in run]
        shards = [re.search(r"--shard (\d)/(\d)", part) for part in parts]
        assert [(shard[1], shard[2]) for shard in shards if shard] == [
            (str(number), str(len(parts))) for number in range(1, len(parts) + 1) if len(parts) > 1
        ]
        assert parts
    assert all(re.match(r"make (lint|test)\b", run) for run in runs)


def test_workflow_covers_the_promised_machines() -> None:
    matrix = WORKFLOW["jobs"]["elsewhere"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos"}
    assert list_runs("elsewhere") == ["make test OPTIONS=--quick"]
    assert (list_runs("release"), list_runs("torture")) == (["bash .ci/run"], ["make torture"])
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_hooks_before_a_commit_exist() -> None:
    [repo] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    tools = {hook["entry"].split()[0] for hook in repo["hooks"]}
    assert tools == {".venv/bin/ruff", ".venv/bin/python", "web/node_modules/.bin/biome"}
    assert all((ROOT / tool).exists() for tool in tools)


def test_local_ci_is_executable_and_does_the_same() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert re.findall(r"^make .*", script.read_text(), re.MULTILINE) == ["make lint", "make test COVERAGE=1"]


@pytest.mark.parametrize("target", TARGETS)
def test_make_target_exists_and_is_explained(target: str) -> None:
    assert re.search(rf"^{target}: ## \S", (ROOT / "Makefile").read_text(), re.MULTILINE)
