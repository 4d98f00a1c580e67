import json
from pathlib import Path

import pytest

from llmbattler.benchmarks.commands import model_choice
from llmbattler.benchmarks.commands.model_choice import parse_choice
from tests.benchmarks.commands.conftest import ECHO, OTHER, Bench, write_suite

IDS = ["alpha", "beta", "3"]


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("1", ["alpha"]),
        ("2, 1", ["beta", "alpha"]),
        ("beta,2", ["beta"]),
        ("all", IDS),
        ("ALL,1", IDS),
        ("3", ["3"]),
    ],
)
def test_numbers_ids_and_all_are_understood(answer: str, chosen: list[str]) -> None:
    assert parse_choice(answer, IDS) == chosen


@pytest.mark.parametrize("answer", ["", " , ", "0", "4", "gamma", "1,gamma", "-1", "²"])
def test_other_answers_are_refused(answer: str) -> None:
    with pytest.raises(ValueError, match=r"There is no model|at least one"):
        parse_choice(answer, IDS)


@pytest.mark.parametrize("command", ["run", "estimate"])
def test_without_a_terminal_the_active_models_are_listed(bench: Bench, data_dir: Path, command: str) -> None:
    result = bench(command, write_suite(data_dir))
    assert result.exit_code == 1
    assert f"Choose models with --models. Active models: {ECHO}, {OTHER}" in result.stderr


def test_at_a_terminal_one_chooses_by_number(bench: Bench, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_choice, "_can_ask", lambda: True)
    answers = iter(["9", "1"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    result = bench("run", write_suite(data_dir), "--json", "--yes")
    assert result.exit_code == 0, result.output
    assert "There is no model 9." in result.stderr
    assert [line["model_id"] for line in json.loads(result.stdout)["lines"]] == [ECHO]


def test_a_site_without_models_says_how_to_get_some(
    bench: Bench, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCOVERY", "false")
    monkeypatch.setenv("EMBEDDED_MODEL", "false")
    (data_dir / "models.yaml").write_text("models: []\n")
    result = bench("run", write_suite(data_dir))
    assert result.exit_code == 1
    assert "no active models" in result.stderr
