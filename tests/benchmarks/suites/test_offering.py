import pytest

from llmbattler.benchmarks.suites import offering
from llmbattler.scorers.extraction import list_steps


def test_what_is_installed_is_described_once(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = offering.list_offers()
    assert offering.list_offers() is offered
    assert list_steps() is list_steps()
    monkeypatch.setattr(offering, "list_scorers", lambda: ["exact", "not-there"])
    assert [one.name for one in offering.list_offers().scorers] == ["exact"]
