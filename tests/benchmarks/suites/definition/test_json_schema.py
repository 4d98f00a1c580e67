from pathlib import Path

from llmbattler.benchmarks.suites.definition.json_schema import make_schema, write_schema

ROOT = Path(__file__).parents[4]


def test_the_schema_for_editors_is_fresh() -> None:
    stored = (ROOT / "docs/suite.schema.json").read_text()
    said = "run: python -m llmbattler.benchmarks.suites.definition.json_schema > docs/suite.schema.json"
    assert stored == write_schema(), said


def test_the_schema_lists_the_required_fields() -> None:
    schema = make_schema()
    assert schema["required"] == ["name", "dataset", "prompts", "scores"]
    assert schema["additionalProperties"] is False
