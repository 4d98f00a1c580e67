from datetime import date
from typing import Any

import pytest

from llmbattler.core.record_files.json_values import DEEPEST, clean


def test_values_become_json_without_characters_that_postgresql_refuses() -> None:
    assert clean({"a\x00": float("nan"), "b": date(2024, 1, 2), "c": b"x\x00", "d": ("\ud800", {1: True})}) == {
        "a": None,
        "b": "2024-01-02",
        "c": "x",
        "d": ["", {"1": True}],
    }


def test_too_many_nested_levels_are_an_error() -> None:
    value: Any = 1
    for _ in range(DEEPEST + 2):
        value = [value]
    with pytest.raises(RecursionError):
        clean(value)
