import asyncio
import json

import pytest
from tests.scorers.sandbox.backends import TrackedSandbox

from llmbattler.scorers.contract import SandboxResult
from llmbattler.scorers.errors import NoSandbox
from llmbattler.scorers.sandbox import describe_sandbox, open_sandbox
from llmbattler.scorers.sandbox.selection import ADVICE, SelectedSandbox


class Open:
    """A backend without isolation. It replies as if the probe had finished."""

    name = "open"

    def __init__(self, *got_out: str, errors: str = "", code: int = 0) -> None:
        self.got_out, self.errors, self.code = got_out, errors, code
        self.runs = 0

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:  # noqa: ARG002
        self.runs += 1
        await asyncio.sleep(0)
        word = json.loads(stdin)["word"] if stdin else ""
        return SandboxResult("" if self.errors else json.dumps([word, *self.got_out]), self.errors, self.code)


class Missing(Open):
    name = "missing"

    async def run(self, *_: object, **__: object) -> SandboxResult:
        raise NoSandbox("It is not installed.")


async def test_the_first_backend_that_passes_the_probe_is_selected() -> None:
    leaky, tight, never = Open("it could read files of this machine."), Open(), Open()
    chosen = SelectedSandbox([Missing(), leaky, tight, never])
    status = await chosen.select()
    assert status.sandbox is tight
    assert status.rejections == (
        "missing failed the probe: It is not installed.",
        "open failed the probe: it could read files of this machine.",
    )
    assert never.runs == 0


async def test_the_probe_runs_once_per_process() -> None:
    tight = Open()
    chosen = SelectedSandbox([tight])
    await asyncio.gather(*(chosen.run("x", seconds=1, memory_mb=64) for _ in range(5)))
    assert tight.runs == 1 + 5


@pytest.mark.parametrize(
    ("backends", "why"),
    [
        ([], "no sandbox works"),
        ([Missing()], "It is not installed."),
        ([Open("it could reach the network.")], "it could reach the network."),
        ([Open(errors="bwrap: No permissions to create new namespace", code=1)], "No permissions"),
        ([Open(code=3)], "its program ended with 3"),
    ],
)
async def test_nothing_runs_if_every_backend_fails_the_probe(backends: list[Open], why: str) -> None:
    chosen = SelectedSandbox(backends)
    with pytest.raises(NoSandbox) as refused:
        await chosen.run("print(1)", seconds=1, memory_mb=64)
    assert why in str(refused.value)
    assert str(refused.value).endswith(ADVICE)
    assert all(backend.runs <= 1 for backend in backends)


async def test_the_backend_of_this_machine(sandbox: TrackedSandbox) -> None:
    """bubblewrap is preferred over sandlock."""
    status = await describe_sandbox()
    assert status.sandbox is not None
    assert status.sandbox.name in {"bubblewrap", sandbox.name}
    assert status.sentence.startswith(f"Code written by models runs in {status.sandbox.name}.")
    assert status.advice == ""
    assert (await open_sandbox().run("print(6 * 7)", seconds=5, memory_mb=128)).output == "42\n"
