"""Holm's correction, compared with statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from llmbattler.benchmarks.statistics.holm import holm


@pytest.mark.parametrize("size", [1, 2, 12])
def test_as_in_statsmodels(size: int) -> None:
    ps = (np.random.default_rng(size).random(size) ** 3).round(2)
    assert holm(ps.tolist()) == pytest.approx(list(multipletests(ps, method="holm")[1]))


@given(st.lists(st.floats(0, 1), max_size=30))
def test_it_only_raises_keeps_the_order_and_is_no_worse_than_bonferroni(ps: list[float]) -> None:
    corrected = holm(ps)
    for p, q in zip(ps, corrected, strict=True):
        assert q is not None
        assert p <= q <= min(1.0, p * len(ps))
        assert all(q <= other for higher, other in zip(ps, corrected, strict=True) if higher > p and other is not None)


def test_missing_p_values_do_not_count() -> None:
    assert holm([None, 0.02, None, 0.04]) == [None, 0.04, None, 0.04]
    assert holm([]) == []
    assert holm([None]) == [None]
