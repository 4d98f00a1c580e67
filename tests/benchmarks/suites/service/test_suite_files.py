import pytest
import yaml

from llmbattler.benchmarks.suites.service.suite_files import write_yaml


def test_texts_of_several_lines_stay_readable() -> None:
    written = write_yaml({"name": "x", "system": "one\ntwo\n", "dataset": {"fields": {"target": "a"}}}, {"samples": []})
    assert "system: |\n  one\n  two\n" in written
    assert yaml.safe_load(written) == {
        "name": "x",
        "system": "one\ntwo\n",
        "dataset": {"fields": {"target": "a"}, "samples": []},
    }


@pytest.mark.parametrize(
    "text", ["yes", "1", "2024-01-01", "null", " x ", "a: b", "#", "x\r\n\ty ", "\x85", "a\u2028b\n", "😀", "'", "- a"]
)
def test_every_text_comes_back_as_it_was(text: str) -> None:
    read = yaml.safe_load(write_yaml({"system": text}, {"samples": [{text: text}]}))
    assert read["dataset"]["samples"] == [{text: text}]
    assert yaml.safe_load(write_yaml({"system": text}, {}))["system"] == text
