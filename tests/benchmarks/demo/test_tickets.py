from collections import Counter

from llmbattler.benchmarks.demo.tickets import DEPARTMENTS, FIRST, describe_suite
from llmbattler.benchmarks.suites.checks.service import check_spec


def test_the_demo_suite_has_no_problems() -> None:
    for spec in (describe_suite(FIRST), describe_suite()):
        checked = check_spec(spec, loaded=None)
        assert checked.problems == []


def test_there_are_forty_tickets_for_five_departments() -> None:
    samples = describe_suite().dataset.samples or []
    assert len({one["text"] for one in samples}) == 40
    assert Counter(one["department"] for one in samples) == dict.fromkeys(DEPARTMENTS, 8)
    assert samples[:FIRST] == describe_suite(FIRST).dataset.samples
