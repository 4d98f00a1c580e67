import json
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.benchmarks.suites.included.catalog import list_included
from tests.benchmarks.commands.conftest import make_app

Run = Callable[..., Result]
SUITE = """\
name: capitals
title: Capital cities
dataset: {path: capitals.csv, fields: {target: answer}}
prompts:
  short: "{{ question }}"
  polite: "Please, {{ question }}"
few_shot: {count: 1}
scores:
  - {name: right, scorer: exact}
"""
CSV = "question,answer\nItaly?,Rome\nFrance?,Paris\nSpain?,Madrid\n"


@pytest.fixture
def run(terminal: None) -> Run:
    app = make_app()

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(app, list(arguments))

    return run


@pytest.fixture
def suite(data_dir: Path) -> Path:
    (data_dir / "capitals.csv").write_text(CSV)
    file = data_dir / "suite.yaml"
    file.write_text(SUITE)
    return file


def test_a_good_file_is_fine(run: Run, suite: Path) -> None:
    done = run("check", str(suite))
    assert done.exit_code == 0, done.output
    assert "capitals is fine: 3 samples (question-answer)" in done.stdout.replace("\n", " ")
    assert json.loads(run("check", str(suite), "--json").stdout) == {"ok": True, "samples": 3, "problems": []}


def test_problems_name_line_and_field_and_end_with_one(run: Run, suite: Path) -> None:
    suite.write_text(SUITE.replace("exact", "exakt").replace("Please, {{ question }}", "{{ quest }}"))
    done = run("check", str(suite))
    assert done.exit_code == 1
    assert "suite.yaml:6: prompts.polite the column `quest` does not exist" in done.stderr
    assert "suite.yaml:9: scores[0].scorer the scorer `exakt` does not exist; did you mean `exact`?" in done.stderr
    as_json = run("check", str(suite), "--json")
    assert as_json.exit_code == 1
    assert [one["line"] for one in json.loads(as_json.stdout)["problems"]] == [6, 9]
    assert run("add", str(suite)).exit_code == 1
    assert run("preview", str(suite)).exit_code == 1
    assert "cannot be read" in run("check", str(suite.with_name("nothing.yaml"))).stderr


def test_a_suite_is_added_listed_and_shown(run: Run, suite: Path) -> None:
    done = run("add", str(suite))
    assert done.exit_code == 0, done.output
    assert "capitals is here as version 1." in done.stdout
    assert "nothing changed" in run("add", str(suite)).stdout
    suite.write_text(SUITE + "epochs: 2\n")
    assert "version 2" in run("add", str(suite)).stdout
    assert "Capital cities" in run("suites").stdout
    (row,) = [one for one in json.loads(run("suites", "--json").stdout) if one["name"] == "capitals"]
    assert (row["version"], row["sample_count"], row["origin"]) == (2, 3, "file")
    shown = run("show", "capitals").stdout
    assert "2 of 2" in shown
    assert "short, polite" in shown
    assert json.loads(run("show", "capitals", "--version", "1", "--json").stdout)["spec"]["epochs"] == 1
    assert "No suite is named nothing" in run("show", "nothing").stderr


def test_a_site_that_has_never_run_lists_and_shows_the_included_suites(run: Run) -> None:
    shown = run("show", "puzzles")
    assert shown.exit_code == 0, shown.output
    listed = json.loads(run("suites", "--json").stdout)
    included = {spec.name for spec in list_included()}
    assert {one["name"] for one in listed if one["origin"] == "included"} == included
    assert all(name in run("suites").stdout for name in included)


def test_a_preview_shows_what_would_be_asked(run: Run, suite: Path) -> None:
    shown = run("preview", str(suite), "--sample", "2", "--prompt", "polite").stdout
    assert "Please, France?" in shown
    assert shown.count("Please, ") == 2, "one example, and the question"
    assert "target Paris" in shown
    assert run("preview", str(suite), "--sample", "4").exit_code == 1
    assert "The prompt nothing does not exist" in run("preview", str(suite), "--prompt", "nothing").stderr


def test_scorers_and_the_schema_are_printed(run: Run) -> None:
    listed = run("scorers").stdout
    assert "rubric" in listed
    assert "last_line" in listed
    assert {"exact", "number"} <= {one["name"] for one in json.loads(run("scorers", "--json").stdout)["scorers"]}
    assert json.loads(run("schema").stdout)["title"] == "SuiteSpec"
