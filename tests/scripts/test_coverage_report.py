"""What `.ci/run` says about the coverage of the Python tests."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
import slipcover
from tests.scripts.checkouts import load

coverage_report = load("coverage_report")


def test_what_processes_ran_is_merged_and_what_none_imported_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "halves"
    source.mkdir()
    (source / "half_run.py").write_text("def choose(first):\n    if first:\n        return 1\n    return 2\n")
    (source / "not_run.py").write_text("1\n2\n")
    folder = tmp_path / "measured"
    folder.mkdir()
    monkeypatch.syspath_prepend(source)
    for process in (True, False):
        measured = slipcover.Slipcover(branch=True)
        with slipcover.ImportManager(measured, slipcover.FileMatcher(sources=[source])):
            import_module("half_run").choose(process)
        del sys.modules["half_run"]
        (folder / f"{process}.json").write_text(json.dumps(measured.get_coverage()))
    # Four lines and two branches of six lines and two branches.
    assert coverage_report.report(folder, source) == pytest.approx(75)
    shown = capsys.readouterr().out
    assert "not_run.py" in shown
    assert "half_run.py" not in shown
