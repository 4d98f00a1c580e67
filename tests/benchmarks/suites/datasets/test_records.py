from typing import Any

import pytest

from llmbattler.benchmarks.suites.datasets.records import MOST_REPORTED, Records, load_samples
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset
from llmbattler.core.record_files import BadLine
from llmbattler.core.record_files.json_values import DEEPEST


def test_inline_samples_are_converted_only_to_a_named_format() -> None:
    sums = [{"question": "?", "answer": "so #### 4"}]
    assert load_samples(sums).records == sums
    assert load_samples(sums, named="gsm8k").records[0]["target"] == "4"
    with pytest.raises(UnreadableDataset, match="no samples"):
        load_samples([])


def test_too_many_nested_levels_are_an_error() -> None:
    value: Any = 1
    for _ in range(DEEPEST + 2):
        value = [value]
    with pytest.raises(UnreadableDataset, match="Sample 2 is nested too deeply"):
        load_samples([{"a": 1}, {"a": value}])


def test_unreadable_lines_are_skipped_and_the_first_ones_reported() -> None:
    records = Records([{"a": 1}, *(BadLine(line, "is not JSON") for line in range(2, 20)), {"a": 2}])
    assert list(records) == [{"a": 1}, {"a": 2}]
    assert len(records.skipped) == MOST_REPORTED
    assert records.skipped[0] == "line 2 is not JSON"
