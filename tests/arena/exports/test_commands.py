import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.arena.demo import service as demo
from llmbattler.arena.exports import commands as command
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from llmbattler.ratings.rules import RatingRules

Run = Callable[..., Result]
CSV = "model_a,model_b,winner\n" + "x,y,a\ny,x,tie\nx,z,b\n" * 5 + "x,x,a\n"


@pytest.fixture
def run(terminal: None) -> Run:

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(command.app, list(arguments))

    return run


def fill(address: DatabaseAddress, settings: Settings) -> None:
    async def work() -> None:
        database = Database(address, settings)
        async with database.unit() as session:
            await demo.fill(session, rules=RatingRules(), battles=60)
        await database.close()

    asyncio.run(work())


def test_a_file_is_imported_listed_replaced_and_forgotten(run: Run, data_dir: Path) -> None:
    assert "No votes have been imported" in run("sets").stdout
    (data_dir / "my votes.csv").write_text(CSV)
    done = run("import", "my votes.csv")
    assert done.exit_code == 0, done.output
    assert "15 votes between 3 models are in the set my-votes." in done.stdout
    assert "line 17 compares a model with itself" in done.stdout
    again = run("import", "my votes.csv", "--name", "my-votes")
    assert again.exit_code == 1
    assert "Choose another name" in again.stderr
    assert run("import", "my votes.csv", "--name", "my-votes", "--replace").exit_code == 0
    shown = run("sets").stdout
    assert "my-votes" in shown
    assert "import:my-votes" in shown
    assert "was deleted" in run("forget", "my-votes").stdout
    missing = run("forget", "my-votes")
    assert (missing.exit_code, "no set of imported votes" in missing.stderr) == (1, True)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("votes.xlsx", "x", "The name ends in .xlsx; supported extensions are .csv"),
        ("votes.csv", "a,b\n1,2\n", "missing: model_a, model_b, winner; found: a, b"),
        ("votes.csv", "model_a,model_b,winner\nx,x,a\n", "no votes between two models"),
        ("votes.parquet", "x", "not a Parquet file"),
    ],
)
def test_a_bad_file_is_a_sentence(run: Run, data_dir: Path, name: str, content: str, said: str) -> None:
    (data_dir / name).write_text(content)
    done = run("import", name)
    assert done.exit_code == 1
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_a_missing_file_is_a_sentence(run: Run) -> None:
    done = run("import", "nowhere.csv")
    assert (done.exit_code, "nowhere.csv cannot be opened: No such file" in done.stderr) == (1, True)


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.parquet"])
def test_votes_go_out_and_in_again(
    run: Run, address: DatabaseAddress, settings: Settings, data_dir: Path, name: str
) -> None:
    fill(address, settings)
    done = run("export", name, "--mode", "battle")
    assert done.exit_code == 0, done.output
    assert f"votes are in {name}." in done.stdout
    count = done.stdout.split()[0]
    assert f"{count} votes between 1" in run("import", name).stdout
    assert [path.name for path in data_dir.iterdir() if path.name.startswith(".")] == []


def test_an_export_overwrites_only_when_told(run: Run, data_dir: Path) -> None:
    (data_dir / "out.csv").write_text("precious")
    refused = run("export", "out.csv")
    assert (refused.exit_code, "--force" in refused.stderr) == (1, True)
    assert (data_dir / "out.csv").read_text() == "precious"
    assert run("export", "out.csv", "--force", "--all", "--since", "2026-01-01").exit_code == 0
    assert (data_dir / "out.csv").read_text().startswith("question_id,model_a,model_b,winner,judge")


def test_an_export_needs_a_known_format_and_a_folder(run: Run) -> None:
    unknown = run("export", "out.txt")
    assert (unknown.exit_code, "--format" in unknown.stderr) == (1, True)
    assert run("export", "out.txt", "--format", "jsonl").exit_code == 0
    nowhere = run("export", "no/where/out.csv")
    assert (nowhere.exit_code, "cannot be written" in nowhere.stderr) == (1, True)
