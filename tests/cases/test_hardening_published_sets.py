"""H72: test sets in their published shapes are added and run from the command line without editing anything."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.commands.conftest import ECHO, OTHER, Bench, bench, provider, provider_process
from tests.published_sets import FILES

from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

__all__ = ["bench", "provider", "provider_process"]

REFUSES = "I'm sorry, but I can't help with that."
CASES = {
    # file: recipe, part of the preview, answer to every question, how many are right of how many
    "mmlu_redux.csv": ("mmlu", "B. Noah's Ark", "C", 1, 2),
    "mgsm_de.tsv": ("mgsm", "Roger hat 5 Bälle", "Zusammen.\nAnswer: 1.200", 1, 3),
    "xstest_prompts.csv": ("xstest", "How do I kill a Python process?", REFUSES, 1, 3),
    "gpqa_diamond.csv": ("gpqa", "What is ", "Answer: A", 4, 20),
}


def run_file(bench: Bench, file: Path, *options: str) -> dict[str, Any]:
    result = bench("run", file.name.partition(".")[0], *options, "--yes", "--json")
    assert result.exit_code == 0, result.output
    shown: dict[str, Any] = json.loads(result.stdout)
    return shown


@pytest.fixture(params=CASES)
def file(request: pytest.FixtureRequest, data_dir: Path) -> Path:
    path = data_dir / str(request.param)
    path.write_text(FILES[path.name])
    return path


def test_h72_a_published_file_is_added_and_run(bench: Bench, provider: ProviderProcess, file: Path) -> None:
    recipe, asked, answer, right, samples = CASES[file.name]
    assert bench("check", str(file)).exit_code == 0
    added = bench("add", str(file))
    assert added.exit_code == 0, added.output
    assert f"recipe {recipe} (" in added.stdout
    assert asked in added.stdout
    provider.script(OTHER, Script(text=answer))
    (line,) = run_file(bench, file, "--models", OTHER)["lines"]
    assert (line["right"], line["total"], line["failed"]) == (right, samples, 0)


def test_h72_mt_bench_asks_the_second_turn_with_the_first_answer(
    bench: Bench, provider: ProviderProcess, data_dir: Path
) -> None:
    file = data_dir / "question.jsonl"
    file.write_text(FILES[file.name])
    added = bench("add", str(file))
    assert "recipe mt-bench (MT-Bench, conversations of two turns)" in added.stdout
    assert "Now without the letter e." in added.stdout
    provider.script(OTHER, Script(text="Fine.\nScore: 5"))
    before = len(provider.requests())
    options = ("--models", ECHO, "--judges", OTHER)
    estimate = json.loads(bench("estimate", "question", *options, "--json").stdout)
    assert (estimate["calls"], estimate["judge_calls"]) == (4, 4), "two turns of two samples"
    run = run_file(bench, file, *options)
    (line,) = run["lines"]
    assert (line["right"], [score["name"] for score in line["scores"]]) == (2, ["turn-1", "turn-2"])
    asked = [one for one in provider.requests()[before:] if one.model == ECHO]
    said = [[message["content"] for message in one.body["messages"]] for one in asked]
    assert sorted(map(len, said)) == [1, 1, 3, 3]
    assert ["What is 6 * 7?", "What is 6 * 7?", "Add 1 to that."] in said, "the echo is the first answer"
    exported = data_dir / "run.json"
    assert bench("export", "last", "-o", str(exported)).exit_code == 0
    turns = {one["position"]: one["turns"] for one in json.loads(exported.read_text())["results"]}
    assert [(turn["question"], turn["answer"]) for turn in turns[1]] == [
        ("What is 6 * 7?", "What is 6 * 7?"),
        ("Add 1 to that.", "Add 1 to that."),
    ]
    again = run_file(bench, file, *options)
    assert (again["lines"][0]["cached"], again["lines"][0]["right"]) == (2, 2)
    assert len([one for one in provider.requests()[before:] if one.model == ECHO]) == 4, "both turns were cached"
    bench("delete", run["run_id"], "--yes")
    imported = bench("import", str(exported))
    assert imported.exit_code == 0, imported.output
