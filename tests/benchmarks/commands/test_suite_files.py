import os
from pathlib import Path

import pytest
import typer

from llmbattler.benchmarks.commands.suite_files import check_file, has_only_samples, is_suite_file


@pytest.mark.parametrize(
    ("text", "is_file"),
    [
        ("suite.yaml", True),
        ("test.jsonl", True),
        ("TEST.CSV.GZ", True),
        ("huggingface:openai/gsm8k", True),
        ("capitals", False),
        ("gsm8k_test", False),
        ("v1.2", False),
    ],
)
def test_an_argument_is_a_file_or_the_name_of_a_suite(text: str, is_file: bool) -> None:
    assert is_suite_file(text) is is_file


def test_a_folder_needs_a_slash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mmlu").mkdir()
    monkeypatch.chdir(tmp_path)
    assert not is_suite_file("mmlu")
    assert is_suite_file(f".{os.sep}mmlu")


@pytest.mark.parametrize(
    ("name", "content", "samples"),
    [
        ("a.yaml", "name: a", False),
        ("a.json", '{"name": "a", "dataset": {}, "prompts": {}}', False),
        ("a.json", '{"prompts": {,', False),
        ("a.json", '[{"question": "?"}]', True),
        ("a.json", '{"question": "?"}\n{"question": "!"}', True),
        ("a.csv", "question,answer\n", True),
    ],
)
def test_suites_and_samples_are_told_apart(tmp_path: Path, name: str, content: str, samples: bool) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert has_only_samples(file) is samples
    assert has_only_samples(file, "auto")


def test_the_file_of_a_suite_has_no_recipe(tmp_path: Path) -> None:
    with pytest.raises(typer.Exit):
        check_file(tmp_path / "a.yaml", recipe="gsm8k")
    with pytest.raises(typer.Exit):
        check_file(tmp_path / "a.csv", recipe="nonsense")
    assert "does not exist" in check_file(tmp_path / "a.csv").problems[0].sentence
