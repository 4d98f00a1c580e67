"""Ways to bend a leaderboard that its mathematics must withstand, or whose limit it must state."""

import numpy as np
import pytest
from perf.rank_attacks import votes_to_gain_a_rank
from tests.ratings.boards import even_strengths, expect, vote

from llmbattler.ratings.estimation import CountRow, PairCounts, fit
from llmbattler.ratings.estimation.robustness import count_votes_to_change_leader


def test_v16_the_votes_that_a_mimic_needs_for_one_rank_are_reported() -> None:
    """A documented limit: it grows with the votes cast, so a board of many votes is dear to bend."""
    strength = even_strengths(10, 100)
    needed = []
    for votes in (2_000, 20_000, 200_000):
        counts = expect(strength, votes)
        needed.append(votes_to_gain_a_rank(counts, fit(counts), "model-004"))
    small, middle, large = needed
    assert small is not None
    assert middle is not None
    assert large is not None
    assert 10 < small < middle < large
    assert large > 1000


def test_v23_a_low_vote_model_on_top_has_a_wide_interval_and_no_sure_rank() -> None:
    """Eight wins in a row give the highest rating, but the best three keep their ranks, and nobody else moves."""
    counts = vote(even_strengths(8, 150), 20_000, np.random.default_rng(1))
    lucky = [CountRow("lucky", f"model-{number:03}", 2, 0, 0, 0) for number in range(2, 6)]
    before, after = fit(counts), fit(PairCounts.from_rows([*counts.rows(), *lucky]))
    place = after.place("lucky")
    half = (after.ci_high - after.ci_low) / 2
    assert after.smoothed
    assert after.rating.argmax() == place
    assert half[place] > 20 * np.delete(half, place).max()
    assert np.delete(after.rating, place) == pytest.approx(before.rating, abs=1), "and luck moves nobody else"
    assert after.rank_high[place] > 3, "it may be the best or the fourth"
    assert after.rank[[6, 7, 8]].tolist() == before.rank[[5, 6, 7]].tolist() == [3, 2, 1]


def test_v23_nothing_but_ties_is_not_certainty_either() -> None:
    counts = vote(even_strengths(8, 150), 20_000, np.random.default_rng(1))
    tied = fit(PairCounts.from_rows([*counts.rows(), CountRow("tied", "model-007", 0, 0, 5, 0)]))
    assert (tied.ci_high - tied.ci_low)[tied.place("tied")] > 200


def test_v24_the_smallest_number_of_votes_that_changes_the_first_place_is_computed() -> None:
    """And taking out just those votes does change it, while taking one fewer of them does not."""
    counts = vote(even_strengths(8, 60), 6000, np.random.default_rng(3))
    fitted = fit(counts)
    found = count_votes_to_change_leader(counts, fitted)
    assert found.first == fitted.models[int(fitted.rating.argmax())]
    assert found.votes is not None
    assert 0 < found.votes < 0.02 * counts.total, "a close race hangs on few votes"
    left = [CountRow(r.model_a, r.model_b, *(-n for n in r[2:])) for r in found.removed]
    numbers = {(row.model_a, row.model_b): np.array(row[2:]) for row in counts.rows()}
    for row in left:
        numbers[row.model_a, row.model_b] = numbers[row.model_a, row.model_b] + row[2:]
    after = fit(PairCounts.from_rows([CountRow(*pair, *four.tolist()) for pair, four in numbers.items()]))
    assert after.models[int(after.rating.argmax())] == found.successor != found.first


def test_v24_a_clear_lead_hangs_on_many_votes() -> None:
    close, clear = (expect(even_strengths(8, spread), 6000) for spread in (60, 240))
    few, many = (count_votes_to_change_leader(counts, fit(counts)).votes for counts in (close, clear))
    assert few is not None
    assert many is not None
    assert many > 2 * few
