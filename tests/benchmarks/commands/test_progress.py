import json
import os
import signal
import threading
from pathlib import Path

from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess
from tests.benchmarks.commands.conftest import ECHO, Bench, write_suite


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
