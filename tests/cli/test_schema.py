import json

import pytest

from llmbattler.cli import schema
from llmbattler.core.errors import StartupProblem


@pytest.fixture(autouse=True)
def own_logs(terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "configure_logs", lambda _: None)


def test_the_check_passes_on_the_present_schema(capsys: pytest.CaptureFixture[str]) -> None:
    schema.migrate_schema(check=True)
    assert capsys.readouterr().out == "The schema is up to date.\n"


def test_the_check_names_every_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "find_drift", lambda _: ["a table is missing", "a column is missing"])
    with pytest.raises(StartupProblem, match="a table is missing\na column is missing"):
        schema.migrate_schema(check=True)
    schema.migrate_schema(check=False)


def test_the_api_description_is_sorted_json(capsys: pytest.CaptureFixture[str]) -> None:
    schema.openapi()
    printed = capsys.readouterr().out
    described = json.loads(printed)
    assert "/api/images" in described["paths"]
    assert printed == json.dumps(described, indent=2, sort_keys=True) + "\n"
