import importlib.util
import json
from typing import Any

import pytest

from llmbattler.scorers.contract import SandboxResult
from llmbattler.scorers.errors import NoSandbox
from llmbattler.scorers.sandbox import sandlock_backend
from llmbattler.scorers.sandbox.interpreter import list_paths
from llmbattler.scorers.sandbox.sandlock_backend import Sandlock


async def test_without_the_package_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(NoSandbox, match="not installed"):
        await Sandlock().run("print(1)", seconds=1, memory_mb=64)


async def test_the_supervisor_gets_what_the_program_may_read_and_may_not_call(monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("sandlock") is None:
        pytest.skip("sandlock is not installed")
    started: dict[str, Any] = {}

    async def run_confined(command: list[str], **options: Any) -> SandboxResult:
        started.update(options, command=command)
        return SandboxResult("", "", 0)

    monkeypatch.setattr(sandlock_backend, "run_confined", run_confined)
    await Sandlock().run("print(1)", seconds=1, memory_mb=64, stdin="in")
    order = json.loads(started["command"][-1])
    assert started["stdin"] == b"print(1)in"
    assert started["pass_fds"] == (order["tell"],)
    assert {"chmod", "fchmodat2", "chown", "utimensat", "setxattr"} <= set(order["refused"])
    assert order["readable"] == [*map(str, list_paths()), "/dev/null", "/dev/zero", "/dev/urandom"]
