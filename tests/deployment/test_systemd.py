"""The systemd units of docs/deployment.md, taken from the page."""

import configparser
import re
from pathlib import Path

import pytest

from llmbattler.cli.lazy import list_commands

PAGE = (Path(__file__).parents[2] / "docs/deployment.md").read_text()
UNITS = dict(re.findall(r"`/etc/systemd/system/([\w.-]+)`(?:(?!```).)*?```ini\n(.*?)```", PAGE, re.DOTALL))
SERVICES = ["llmbattler.service", "llmbattler-worker.service"]


def read_unit(name: str) -> configparser.ConfigParser:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNITS[name])
    return unit


@pytest.mark.parametrize("name", SERVICES)
def test_service_runs_a_command_that_exists(name: str) -> None:
    program, command, *_ = read_unit(name)["Service"]["ExecStart"].split()
    assert program == "/opt/llmbattler/app/.venv/bin/llmbattler"
    assert command in {one.name for one in list_commands()}


def test_services_differ_only_in_what_they_run() -> None:
    """Same user, folders, settings and restrictions."""
    server, worker = (dict(read_unit(name)["Service"]) for name in SERVICES)
    different = {key for key in server.keys() | worker.keys() if server.get(key) != worker.get(key)}
    assert different <= {"ExecStart", "TimeoutStartSec"}


def test_h36_a_timer_restarts_a_worker_that_does_not_respond() -> None:
    check = read_unit("llmbattler-worker-check.service")["Service"]
    program = read_unit("llmbattler-worker.service")["Service"]["ExecStart"]
    assert f"{program} --check || systemctl restart llmbattler-worker.service" in check["ExecStart"]
    assert check["EnvironmentFile"] == read_unit("llmbattler-worker.service")["Service"]["EnvironmentFile"]
    assert read_unit("llmbattler-worker-check.timer")["Timer"]["OnUnitInactiveSec"] == "1min"
