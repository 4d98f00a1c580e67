import json
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.benchmarks.suites.included.catalog import list_included
from tests.benchmarks.commands.conftest import make_app
from tests.local_hub import open_local_hub

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


GSM8K = "".join(
    json.dumps({"question": f"What is {number} + 1?", "answer": f"It is.\n#### {number + 1}"}) + "\n"
    for number in range(3)
)


def test_a_file_with_samples_becomes_a_suite_by_the_detected_recipe(run: Run, data_dir: Path) -> None:
    file = data_dir / "gsm8k_test.jsonl"
    file.write_text(GSM8K)
    done = run("add", str(file))
    assert done.exit_code == 0, done.output
    said = done.stdout
    detected, added = said.index("recipe gsm8k (GSM8K, grade school"), said.index("gsm8k_test is here as version 1")
    assert detected < said.index("What is 0 + 1?") < said.index("target 1") < added
    assert "nothing changed" in run("add", str(file), "--recipe", "gsm8k", "--yes").stdout
    assert "version 1" in run("add", str(file), "--name", "sums").stdout
    shown = json.loads(run("show", "sums", "--json").stdout)
    assert (shown["sample_count"], shown["spec"]["scores"][0]["scorer"]) == (3, "number")
    assert run("check", str(file)).exit_code == 0
    assert "What is 2 + 1?" in run("preview", str(file), "--sample", "3").stdout


def test_a_folder_and_a_json_file_with_samples_are_no_suites(run: Run, data_dir: Path) -> None:
    folder = data_dir / "capital-tables"
    folder.mkdir()
    (folder / "europe.csv").write_text(CSV)
    (data_dir / "list.json").write_text(json.dumps([{"question": "Italy?", "answer": "Rome"}]))
    for file in (folder, data_dir / "list.json"):
        assert "recipe question-answer" in run("add", str(file)).stdout


def test_a_recipe_that_does_not_fit_is_refused(run: Run, suite: Path, data_dir: Path) -> None:
    odd = data_dir / "odd.csv"
    odd.write_text("height,width\n1,2\n")
    assert "no recipe fits its columns height, width. Choose one with --recipe" in run("add", str(odd)).stderr
    assert "not in the format gsm8k" in run("add", str(odd), "--recipe", "gsm8k").stderr
    assert "The recipe exactly does not exist; use one of auto" in run("add", str(odd), "--recipe", "exactly").stderr
    assert "plain" in run("add", str(odd), "--recipe", "plain").stdout
    broken = data_dir / "broken.jsonl"
    broken.write_text(GSM8K + "{\n")
    assert "broken.jsonl: line 4 " in run("add", str(broken)).stderr
    for option in ("--recipe", "--name"):
        assert f"{option} is for files with samples" in run("add", str(suite), option, "gsm8k").stderr
    assert "does not exist" in run("add", str(data_dir / "nothing.csv")).stderr


def test_published_mmlu_with_choices_as_text_is_shown_with_its_choices(run: Run, data_dir: Path) -> None:
    file = data_dir / "mmlu_redux.csv"
    file.write_text("""question,choices,answer\nA metal?,"['Iron' 'Wood'\n 'Air' 'Sand']",0\n""")
    shown = run("preview", str(file)).stdout
    assert "A. Iron\nB. Wood\nC. Air\nD. Sand" in shown
    file.write_text(file.read_text() + "A gas?,\"['Iron' 'Air\",1\n")
    done = run("check", str(file))
    assert done.exit_code == 1
    assert "Line 4: the column `choices` is the text of a list" in done.stderr


def test_a_dataset_of_hugging_face_is_added_by_its_id(
    run: Run, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_local_hub() as hub:
        monkeypatch.setenv("HUGGINGFACE_URL", hub.url)
        done = run("add", "huggingface:openai/gsm8k/main/test.jsonl")
        assert done.exit_code == 0, done.output
        assert "recipe gsm8k" in done.stdout
        assert "gsm8k is here as version 1" in done.stdout
        suite = data_dir / "hub.yaml"
        source = SUITE.replace("path: capitals.csv", "huggingface: openai/gsm8k, config: main")
        suite.write_text(source.replace("few_shot: {count: 1}\n", ""))
        assert "1 samples (gsm8k)" in run("check", str(suite)).stdout.replace("\n", " ")
        assert "has several files" in run("add", "huggingface:openai/gsm8k").stderr
    done = run("add", "huggingface:openai/gsm8k/main/test.jsonl")
    assert done.exit_code == 1
    assert "cannot be reached" in done.stderr
