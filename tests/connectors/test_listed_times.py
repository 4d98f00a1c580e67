from datetime import UTC, datetime

import pytest

from llmbattler.connectors.listed_times import read_time


@pytest.mark.parametrize("given", [1_720_000_000, 1_720_000_000.0, "2024-07-03T09:46:40+00:00", "2024-07-03T09:46:40"])
def test_seconds_and_iso_times_are_read(given: object) -> None:
    assert read_time(given) == datetime(2024, 7, 3, 9, 46, 40, tzinfo=UTC)


@pytest.mark.parametrize("odd", [None, 0, -1, 10**30, float("nan"), "yesterday", "", [], {"at": 1}])
def test_other_values_are_unknown(odd: object) -> None:
    assert read_time(odd) is None
