from datetime import UTC, datetime
from typing import Any

import pytest

from llmbattler.benchmarks.suites.models import Origin, Suite, SuiteVersion
from llmbattler.benchmarks.suites.service.versions import fingerprint_version, update_suite_row
from llmbattler.core.versions.service import Saved

SPEC: dict[str, Any] = {
    "name": "sums",
    "dataset": {"samples": [{"q": "2+2?", "a": "4"}], "fields": {"target": "a"}},
    "prompts": {"short": "{{ q }}"},
    "scores": [{"name": "exact", "scorer": "exact"}],
}


def test_the_fingerprint_covers_spec_and_samples() -> None:
    written = dict(SPEC)
    assert fingerprint_version(written, "d1") == fingerprint_version(dict(reversed(written.items())), "d1")
    assert fingerprint_version(written, "d1") != fingerprint_version(written, "d2")
    assert fingerprint_version(written, "d1") != fingerprint_version({**written, "title": "x"}, "d1")


@pytest.mark.parametrize(("is_new", "shown"), [(True, (2, "Better sums")), (False, (1, "Sums"))])
def test_the_suite_shows_a_version_only_when_it_is_new(is_new: bool, shown: tuple[int, str]) -> None:
    suite = Suite(name="sums", title="Sums", origin=Origin.MANUAL, newest=1)
    version = SuiteVersion(number=2, spec={"title": "Better sums"}, created_at=datetime(2026, 1, 1, tzinfo=UTC))
    saved = update_suite_row(suite, Saved(version, is_new=is_new))
    assert (suite.newest, suite.title) == shown
    assert saved.new is is_new
