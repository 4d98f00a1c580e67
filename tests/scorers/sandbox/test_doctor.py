import pytest

from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.scorers.sandbox import selection
from llmbattler.scorers.sandbox.doctor import examine_sandbox
from llmbattler.scorers.sandbox.selection import ADVICE, SelectedSandbox


async def test_a_machine_without_a_sandbox_gets_a_warning_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_SELECTED", SelectedSandbox(()))
    (finding,) = await examine_sandbox(Resources())
    assert (finding.level, finding.subject, finding.advice) == (Level.WARNING, "sandbox", ADVICE)
    assert "cannot run here" in finding.sentence
