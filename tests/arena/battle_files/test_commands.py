from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.arena.battle_files import commands
from llmbattler.arena.demo.service import choose
from llmbattler.core.demo import read_part

Run = Callable[..., Result]


@pytest.fixture
def run(terminal: None) -> Run:
    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(commands.app, list(arguments))

    return run


def test_battles_come_in_and_go_out(run: Run, data_dir: Path) -> None:
    lines = choose(read_part("battles.jsonl").splitlines(keepends=True), 40)
    (data_dir / "in.jsonl").write_bytes(b"".join(lines))
    done = run("import", "in.jsonl")
    assert done.exit_code == 0, done.output
    assert "Imported 40 battles and" in done.stdout
    again = run("import", "in.jsonl")
    assert (again.exit_code, "only be imported into a new site" in again.stderr.replace("\n", " ")) == (1, True)
    assert "40 lines are in out.jsonl." in run("export", "out.jsonl").stdout
    assert (data_dir / "out.jsonl").read_bytes() == b"".join(sorted(lines, key=lines.index))
    refused = run("export", "out.jsonl")
    assert (refused.exit_code, "--force" in refused.stderr) == (1, True)
    assert run("export", "out.jsonl", "--force").exit_code == 0
    assert not list(data_dir.glob(".*.part"))


def test_a_bad_file_is_a_sentence(run: Run, data_dir: Path) -> None:
    (data_dir / "bad.jsonl").write_text('{"battle": 1}\n')
    done = run("import", "bad.jsonl")
    assert (done.exit_code, "Line 1" in done.stderr, "Traceback" in done.output) == (1, True, False)
    missing = run("import", "nowhere.jsonl")
    assert (missing.exit_code, "cannot be opened: No such file" in missing.stderr) == (1, True)
    nowhere = run("export", "no/where.jsonl")
    assert (nowhere.exit_code, "cannot be written" in nowhere.stderr) == (1, True)
