import asyncio
from typing import Any

import pytest
from tests.scorers.scored_cases import make_case

from llmbattler.scorers.contract import Score, Tools
from llmbattler.scorers.errors import BadOptions
from llmbattler.scorers.registry import make_scorer


def measure(name: str, took: dict[str, Any], **options: Any) -> Score:
    return asyncio.run(make_scorer(name, options).score(make_case("so", **took), Tools()))


@pytest.mark.parametrize(
    ("ms", "options", "value"),
    [
        (1000, {"at_most_ms": 1000}, 1),
        (1001, {"at_most_ms": 1000}, 0),
        (1500, {"at_most_ms": 1000, "zero_at_ms": 2000}, 0.5),
        (3000, {"at_most_ms": 1000, "zero_at_ms": 2000}, 0),
        (None, {"at_most_ms": 1000}, None),
    ],
)
def test_latency(ms: int | None, options: dict[str, float], value: float | None) -> None:
    assert measure("latency", {"total_ms": ms}, **options).value == value


def test_latency_of_the_first_token() -> None:
    took = {"total_ms": 5000, "first_token_ms": 100}
    found = measure("latency", took, at_most_ms=200, of="first_token")
    assert (found.value, found.details) == (1, {"ms": 100})


@pytest.mark.parametrize(
    ("micro", "options", "value"),
    [
        (1000, {"at_most_usd": 0.001}, 1),
        (0, {"at_most_usd": 0.001}, 1),
        (1001, {"at_most_usd": 0.001}, 0),
        (1500, {"at_most_usd": 0.001, "zero_at_usd": 0.002}, 0.5),
        (None, {"at_most_usd": 1}, None),
    ],
)
def test_cost(micro: int | None, options: dict[str, float], value: float | None) -> None:
    found = measure("cost", {"cost_micro_usd": micro}, **options).value
    assert found == (value if value is None else pytest.approx(value))


@pytest.mark.parametrize(("name", "unit"), [("latency", "ms"), ("cost", "usd")])
def test_a_scale_falls(name: str, unit: str) -> None:
    with pytest.raises(BadOptions, match=f"zero_at_{unit} must be above at_most_{unit}"):
        make_scorer(name, {f"at_most_{unit}": 2, f"zero_at_{unit}": 2})
