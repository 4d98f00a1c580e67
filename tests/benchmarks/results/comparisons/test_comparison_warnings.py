"""What is said beside a comparison."""

from dataclasses import replace
from uuid import UUID

from llmbattler.benchmarks.results.comparisons.comparison_warnings import Side, list_warnings

SIDE = Side(
    run_id=UUID(int=1),
    run_title="Monday",
    model_name="Alpha",
    suite_name="echoes",
    version=1,
    finished=True,
    samples=1_200,
    failed=0,
)


def test_comparable_entries_have_no_warnings() -> None:
    assert list_warnings([SIDE, replace(SIDE, model_name="Beta")], common=1_200) == []


def test_other_suites_and_other_versions() -> None:
    assert list_warnings([SIDE, replace(SIDE, suite_name="capitals", version=3)], common=1_200) == [
        "Different suites (capitals, echoes): only identical samples are compared."
    ]
    assert list_warnings([SIDE, replace(SIDE, version=2)], common=1_200) == [
        "Different versions of echoes (1, 2): prompts or scoring may have changed."
    ]


def test_missing_samples() -> None:
    other = replace(SIDE, samples=1_000)
    assert list_warnings([SIDE, other], common=1_000) == [
        "Only 1,000 of 1,200 samples are in all of these. Each pair is compared on its shared samples."
    ]
    assert list_warnings([SIDE, other], common=0) == ["These have no samples in common."]


def test_unfinished_runs_are_named_once() -> None:
    going = replace(SIDE, finished=False)
    assert list_warnings([going, going], common=1_200) == [
        "“Monday” has not finished. Missing answers may change the result."
    ]


def test_failures_are_counted() -> None:
    said = list_warnings([replace(SIDE, failed=1), replace(SIDE, model_name="Beta", failed=1_234)], common=1_200)
    assert said == [
        "1 answer of Alpha in “Monday” failed and is left out.",
        "1,234 answers of Beta in “Monday” failed and are left out.",
    ]
