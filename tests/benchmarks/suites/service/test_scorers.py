import pytest

from llmbattler.benchmarks.suites.service import scorers
from llmbattler.scorers.extraction import list_steps


def test_descriptions_of_scorers_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = scorers.describe_scorers()
    assert scorers.describe_scorers() is offered
    assert list_steps() is list_steps()
    monkeypatch.setattr(scorers, "list_scorers", lambda: ["exact", "not-there"])
    assert [one.name for one in scorers.describe_scorers().scorers] == ["exact"]
