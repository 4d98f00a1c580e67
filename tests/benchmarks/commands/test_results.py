import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_results, build_run, build_suite, make_samples
from tests.benchmarks.commands.conftest import make_app
from tests.databases import Databases

Run = Callable[..., Result]
SAMPLES = 30


@pytest.fixture
def run(terminal: None) -> Run:
    app = make_app()

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(app, list(arguments))

    return run


@pytest.fixture
def run_id(address: DatabaseAddress, settings: Settings) -> UUID:
    """Alpha is always right, beta in one of three."""

    async def work() -> UUID:
        database = Database(address, settings)
        async with database.unit() as session:
            # The names of samples are anybody's, and may look like the colors of a terminal.
            named = [{**sample, "id": f"[/b]{place}"} for place, sample in enumerate(make_samples(SAMPLES))]
            version = await build_suite(session, samples=named)
            made = await build_run(
                session, version=version, models=["alpha", "beta"], status=RunStatus.FINISHED, chunks=False
            )
            beta = [Outcome.WRONG if place % 3 else Outcome.RIGHT for place in range(SAMPLES)]
            await build_results(session, run=made, outcomes={"alpha": [Outcome.RIGHT] * SAMPLES, "beta": beta})
        await database.close()
        return made.run_id

    return asyncio.run(work())


def test_results_are_a_table_with_intervals_and_differences(run: Run, run_id: UUID) -> None:
    shown = run("results", str(run_id))
    assert shown.exit_code == 0, shown.output
    assert re.search(r"beta +33\.3% +\d+\.\d% to \d+\.\d%", shown.stdout)
    assert "beta#main vs alpha#main: -66.7 points" in shown.stdout
    whole = json.loads(run("results", "last", "--json").stdout)
    assert [line["score"]["mean"] for line in whole["lines"]] == [1.0, pytest.approx(1 / 3)]


def test_samples_are_listed_by_what_became_of_them(run: Run, run_id: UUID) -> None:
    first = run("samples", str(run_id), "--filter", "wrong", "--limit", "5")
    assert first.exit_code == 0, first.output
    assert [line.split()[0] for line in first.stdout.splitlines()[1:]] == [
        "2",
        "3",
        "5",
        "6",
        "8",
    ]  # counted from 1, as on the page
    cursor = first.stderr.split("--cursor ")[1].strip()
    second = run("samples", str(run_id), "--filter", "wrong", "--limit", "1", "--cursor", cursor)
    assert second.stdout.splitlines()[1].split()[0] == "9"
    assert "No samples found" in run("samples", str(run_id), "--filter", "wrong", "--model", "alpha").stdout
    rows = json.loads(run("samples", str(run_id), "--search", "Say 17.", "--json").stdout)["rows"]
    assert [row["position"] for row in rows] == [17]


def test_models_are_compared_by_name_or_all_at_once(run: Run, run_id: UUID) -> None:
    whole = run("compare", str(run_id))
    assert whole.exit_code == 0, whole.output
    assert "worse" in whole.stdout
    turned = run("compare", f"{run_id}:beta", f"{run_id}:alpha", "--json")
    assert json.loads(turned.stdout)["differences"][0]["difference"] == pytest.approx(2 / 3)
    missing = run("compare", f"{run_id}:gamma", f"{run_id}:alpha")
    assert (missing.exit_code, "A run has no gamma. Its models are alpha, beta." in missing.stderr) == (1, True)
    alone = run("compare", f"{run_id}:alpha")
    assert (alone.exit_code, "two different entries" in alone.stderr) == (1, True)


@pytest.mark.parametrize(
    ("ending", "start"), [("json", b'{"format"'), ("csv", b"run_id,"), ("parquet", b"PAR1"), ("pdf", b"%PDF")]
)
def test_a_run_is_written_in_every_format(run: Run, run_id: UUID, data_dir: Path, ending: str, start: bytes) -> None:
    file = data_dir / f"run.{ending}"
    done = run("export", str(run_id), "-o", str(file))
    assert done.exit_code == 0, done.output
    assert file.read_bytes().startswith(start)
    again = run("export", str(run_id), "-o", str(file))
    assert (again.exit_code, "already exists" in again.stderr) == (1, True)
    assert run("export", str(run_id), "-o", str(file), "--force").exit_code == 0
    assert [path.name for path in data_dir.glob(".*.part")] == []


def test_an_export_is_imported_on_another_site(
    run: Run, run_id: UUID, data_dir: Path, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("export", str(run_id), "-o", str(data_dir / "run.json")).exit_code == 0
    with databases.take() as elsewhere:
        monkeypatch.setenv("DATABASE_URL", elsewhere.url)
        done = run("import", str(data_dir / "run.json"))
        assert done.exit_code == 0, done.output
        assert "Imported 60 results and its suite." in done.stdout
        assert re.search(r"alpha +100\.0%", run("results", str(run_id)).stdout)


def test_mistakes_are_sentences(run: Run, run_id: UUID, data_dir: Path) -> None:
    (data_dir / "votes.json").write_text("[]")
    for arguments, said in [
        (("results", "ffffffff"), "No run or several runs match"),
        (("import", "nowhere.json"), "cannot be opened: No such file"),
        (("import", "votes.json"), "not a run exported by llmbattler"),
        (("export", str(run_id), "-o", "run.xlsx"), ".json, .csv, .parquet, .pdf"),
        (("export", str(run_id), "-o", "no/where.csv"), "cannot be written: No such file"),
        (("samples", str(run_id), "--model", "gamma"), "no such model or prompt"),
        (("samples", str(run_id), "--search", "x" * 201), "search: String should have at most 200 characters"),
    ]:
        done = run(*arguments)
        assert (done.exit_code, said in done.stderr) == (1, True), done.output
        assert "Traceback" not in done.output
