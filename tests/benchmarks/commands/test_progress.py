import io
import json
import os
import signal
import threading
from pathlib import Path

import pytest
from rich.console import Console

from llmbattler.benchmarks.commands import progress
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess
from tests.benchmarks.commands.conftest import ECHO, Bench, write_suite

LONG = "meta-llama/llama-3.3-70b-instruct:free#main"


@pytest.mark.parametrize("width", [80, 160])
def test_bars_show_whole_names(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    monkeypatch.setattr(progress, "errors", console)
    bars = progress._Bars()
    bars.add_task(LONG, total=120, completed=30, facts="75.0% · $0.1234 · 12 cached · 3 unreadable")
    console.print(bars.get_renderable())
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    (named,) = [line for line in lines if LONG in line]
    assert ("30/120" in named) == (width > 80), "in a narrow terminal the bar stands below its name"
    assert sum("━" * 5 in line and "30/120" in line for line in lines) == 1
    assert "3 unreadable" in " ".join(" ".join(lines).split())


def test_ctrl_c_pauses_a_run_that_can_be_resumed(bench: Bench, provider: ProviderProcess, data_dir: Path) -> None:
    provider.script(ECHO, Script(echo=True, first_delay=0.2))
    before, over = len(provider.requests()), threading.Event()

    def interrupt() -> None:
        while len(provider.requests()) < before + 4:
            if over.wait(0.05):
                return
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = bench("run", write_suite(data_dir, 60), "--models", ECHO, "--concurrency", "2")
    over.set()
    thread.join()
    assert result.exit_code == 130, result.output
    assert "Continue with `llmbattler bench resume" in result.stderr
    paused = json.loads(bench("status", "last", "--json").stdout)
    assert paused["status"] == "paused"
    assert 0 < paused["done"] < 60
    provider.script(ECHO, Script(echo=True))
    resumed = bench("resume", "last")
    assert resumed.exit_code == 0, resumed.output
    finished = json.loads(bench("status", "last", "--json").stdout)
    assert (finished["status"], finished["done"]) == ("finished", 60)
    assert len(provider.requests()) - before == 60
