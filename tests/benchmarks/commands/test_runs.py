import json
from pathlib import Path

import pytest

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess
from tests.benchmarks.commands.conftest import ECHO, OTHER, Bench, write_suite


def test_a_file_is_run_over_models_and_the_scores_are_printed(bench: Bench, data_dir: Path) -> None:
    result = bench("run", write_suite(data_dir), "--models", f"{ECHO},{OTHER}", "--yes")
    assert result.exit_code == 0, result.output
    said = result.stdout
    assert "75.0%" in said
    assert "0.0%" in said
    assert "12 of 12" in said
    assert f"{OTHER}#main vs {ECHO}#main: -75.0 points" in said
    assert "Capitals is finished." in said
    assert "24 calls" in result.stderr
    assert "With 12 samples only differences of" in result.stderr
    again = bench("run", "capitals", "--models", ECHO)
    assert again.exit_code == 0, again.output
    assert "cached" in again.stderr
    listed = bench("runs")
    assert listed.stdout.count("capitals v1") == 2
    assert bench("runs", "--status", "paused").stdout.startswith("No runs found")
    assert len(json.loads(bench("runs", "--suite", "capitals", "--json").stdout)) == 2


def test_the_result_is_json_for_programs(bench: Bench, data_dir: Path) -> None:
    suite = write_suite(data_dir)
    result = bench("run", suite, "-m", ECHO, "-m", OTHER, "--samples", "8", "--epochs", "2", "--json", "--title", "CI")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["title"], told["status"], told["done"], told["total"]) == ("CI", "finished", 32, 32)
    assert [line["score"]["mean"] for line in told["lines"]] == [0.75, 0.0]
    assert told["differences"][0]["n"] == 8
    assert told["spent_usd"] > 0
    status = json.loads(bench("status", "last", "--json").stdout)
    assert status["lines"] == told["lines"]


@pytest.mark.parametrize(
    ("thresholds", "code"),
    [
        (["0.75"], 0),
        (["0.76"], 2),
        ([f"{ECHO}=0.7"], 0),
        ([f"{ECHO}=0.7", "same=0.8"], 2),
        (["there=0.75"], 0),
        ([f"{ECHO}#main=0.76"], 2),
        (["nobody=0.5"], 1),
        (["much"], 1),
        (["1.5"], 1),
    ],
)
def test_a_threshold_decides_the_exit_code(bench: Bench, data_dir: Path, thresholds: list[str], code: int) -> None:
    options = [part for text in thresholds for part in ("--fail-under", text)]
    result = bench("run", write_suite(data_dir), "--models", ECHO, *options)
    assert result.exit_code == code, result.output
    if thresholds == ["0.76"]:
        assert f"{ECHO}: 75.0% is below 76.0%." in result.stderr


def test_failed_answers_decide_it_too_and_only_they_are_asked_again(
    bench: Bench, provider: ProviderProcess, data_dir: Path
) -> None:
    provider.script(ECHO, Script(echo=True, failure=FailureKind.REFUSED, fail_times=2))
    result = bench("run", write_suite(data_dir), "--models", ECHO)
    assert result.exit_code == 3, result.output
    assert "2 answers failed" in result.stderr
    assert "refused" in result.stdout
    asked = len(provider.requests())
    again = bench("retry", "last", "--fail-under", "0.75")
    assert again.exit_code == 0, again.output
    assert len(provider.requests()) == asked + 2
    none_left = bench("retry", "last")
    assert none_left.exit_code == 1
    assert "Nothing failed" in none_left.stderr


def test_a_run_left_to_workers_can_be_steered(bench: Bench, provider: ProviderProcess, data_dir: Path) -> None:
    before = len(provider.requests())
    result = bench("run", write_suite(data_dir), "--models", ECHO, "--no-wait")
    assert result.exit_code == 0, result.output
    run_id = result.stdout.strip()
    assert bench("pause", run_id).exit_code == 0
    assert "greater than 0" in bench("resume", run_id, "--no-wait", "--budget", "0").stderr
    assert bench("resume", run_id[-8:], "--no-wait", "--budget", "5").exit_code == 0
    assert len(provider.requests()) == before
    assert "is running" in bench("status", run_id).stdout
    assert bench("cancel", run_id).exit_code == 0
    assert bench("status", run_id, "--fail-under", "0.5").exit_code == 2
    for command in ("status", "resume", "retry"):
        unknown = bench(command, run_id, "--fail-under", "nobody=0.5")
        assert unknown.exit_code == 1, unknown.output
        assert "this run has no model or score named 'nobody'" in unknown.stderr
    over = bench("resume", run_id)
    assert over.exit_code == 1
    assert "has ended" in over.stderr
    assert bench("delete", run_id, "--yes").exit_code == 0
    gone = bench("status", run_id)
    assert gone.exit_code == 1
    assert "No run or several runs match" in gone.stderr


def test_an_estimate_asks_no_model(bench: Bench, provider: ProviderProcess, data_dir: Path) -> None:
    before = len(provider.requests())
    result = bench("estimate", write_suite(data_dir), "--models", f"{ECHO},{OTHER}", "--json", "--budget", "0.01")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["calls"], told["unpriced"]) == (24, [])
    assert any("budget" in warning for warning in told["warnings"])
    assert "24 calls" in bench("estimate", "capitals", "--models", f"{ECHO},{OTHER}").stderr
    assert len(provider.requests()) == before


def test_the_new_address_of_a_model_is_called(bench: Bench, provider: ProviderProcess, data_dir: Path) -> None:
    file = data_dir / "models.yaml"
    file.write_text(f"models:\n  - {{id: {ECHO}, base_url: 'http://127.0.0.1:9/v1'}}\n")
    suite = write_suite(data_dir)
    assert bench("run", suite, "--models", ECHO, "--no-wait", "--yes").exit_code == 0
    assert bench("cancel", "last").exit_code == 0
    file.write_text(f"models:\n  - {{id: {ECHO}, base_url: '{provider.addresses.openai_url}'}}\n")
    result = bench("run", suite, "--models", ECHO)
    assert result.exit_code == 0, result.output


def test_a_budget_stops_a_run(bench: Bench, data_dir: Path) -> None:
    result = bench("run", write_suite(data_dir), "--models", ECHO, "--budget", "0.000001", "--yes")
    assert result.exit_code == 3, result.output
    assert "Capitals is stopped." in result.stdout
    assert "budget" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["capitals.yaml", "--models", "nobody"], "This site has no model nobody"),
        (["nothing.yaml", "--models", ECHO], "nothing.yaml cannot be read"),
        (["capitals.yaml", "--models", ECHO, "--prompts", "other"], "no prompt other"),
        (["capitals.yaml", "--models", ECHO, "--budget", "0"], "budget_usd: Input should be greater than 0"),
        (["capitals.yaml", "--models", ","], "Choose models with --models. Active models: echo-1, other-1"),
    ],
)
def test_what_cannot_run_is_said_in_a_sentence(
    bench: Bench, data_dir: Path, arguments: list[str], sentence: str
) -> None:
    write_suite(data_dir)
    result = bench("run", *arguments)
    assert result.exit_code == 1, result.output
    assert sentence in result.stderr
