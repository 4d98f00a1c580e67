"""Agreement of judges, against statsmodels and the published examples."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

from llmbattler.benchmarks.statistics.agreement import (
    Agreement,
    cohen_kappa,
    krippendorff_alpha,
    krippendorff_alpha_of_values,
)

words = st.sampled_from("abc")
PUBLISHED = (
    (None, None, None, None, None, 3, 4, 1, 2, 1, 1, 3, 3, None, 3),
    (1, None, 2, 1, 3, 3, 4, 3, None, None, None, None, None, None, None),
    (None, None, 2, 1, 3, 4, 4, None, 2, 1, 1, 3, 3, None, 4),
)
"""Krippendorff's own example of three judges with gaps."""


@given(st.lists(st.tuples(words, words), min_size=2, max_size=60))
def test_kappa_as_in_statsmodels(rows: list[tuple[str, str]]) -> None:
    one, two = zip(*rows, strict=True)
    said = sorted({*one, *two})
    counted = Counter(rows)
    table = np.array([[counted[a, b] for b in said] for a in said])
    assume(len(said) > 1)
    found = cohen_kappa(one, two)
    assert found.value == pytest.approx(cohens_kappa(table, return_results=False))
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low <= found.value <= found.high <= 1  # type: ignore[operator]


@given(st.integers(2, 5).flatmap(lambda judges: st.lists(st.tuples(*[words] * judges), min_size=2, max_size=30)))
def test_alpha_without_gaps_is_fleiss_for_small_samples(rows: list[tuple[str, ...]]) -> None:
    table = aggregate_raters(np.array(rows))[0]
    assume(table.shape[1] > 1)
    kappa = fleiss_kappa(table)
    found = krippendorff_alpha(rows)
    assert found.value == pytest.approx(kappa + (1 - kappa) / (len(rows) * len(rows[0])))
    assert found.n == len(rows)


def test_alpha_as_published() -> None:
    cases = list(zip(*PUBLISHED, strict=True))
    found = krippendorff_alpha(cases)
    assert found.value == pytest.approx(0.691, abs=0.001)
    assert found.n == 12
    assert krippendorff_alpha_of_values(cases) == pytest.approx(0.811, abs=0.001)


def test_everybody_always_said_the_same() -> None:
    assert cohen_kappa("aaa", "aaa") == Agreement(value=None, low=None, high=None, n=3, agreed=1)
    assert krippendorff_alpha(["aa", "aa"]).value is None
    assert krippendorff_alpha_of_values([[0.5, 0.5], [0.5, 0.5]]) is None


def test_full_agreement_on_three_cases_proves_little() -> None:
    found = cohen_kappa("aba", "aba")
    assert (found.value, found.high) == (1, 1)
    assert found.low is not None
    assert found.low < 0


def test_without_judgements_nothing_is_known() -> None:
    nothing = Agreement(value=None, low=None, high=None, n=0, agreed=None)
    assert cohen_kappa([], []) == nothing
    assert krippendorff_alpha([]) == krippendorff_alpha([["a", None], [None, None]]) == nothing
    assert krippendorff_alpha_of_values([[1.0, None]]) is None


def test_both_judge_the_same_cases() -> None:
    with pytest.raises(ValueError, match="shorter"):
        cohen_kappa("ab", "a")
