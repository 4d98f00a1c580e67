"""A private board, fitted from one person's votes."""

from collections.abc import Iterable, Mapping

from llmbattler.generation.contestants.service import Description

from ..estimation.bradley_terry import fit
from ..estimation.counts import CountRow, Outcome, PairCounts
from ..rules import RatingRules
from ..schemas import LeaderboardRowOut
from .presentation import Standing, show_row
from .refits import make_rows


def fit_rows(
    votes: Iterable[tuple[str, str, Outcome, int]], contestants: Mapping[str, Description], rules: RatingRules
) -> list[LeaderboardRowOut]:
    """Rate models from counts of left, right and outcome; best first."""
    counts = PairCounts.from_rows(CountRow(a, b, *_columns(outcome, number)) for a, b, outcome, number in votes)
    standings = [Standing(model, **row) for model, row in make_rows(counts, fit(counts), rules).items()]
    ordered = sorted(standings, key=lambda one: (-one.rating, one.model_id))
    return [show_row(one, contestants, rules) for one in ordered]


def _columns(outcome: Outcome, number: int) -> tuple[int, int, int, int]:
    won, lost, tied, bad = (number if outcome is each else 0 for each in Outcome)
    return won, lost, tied, bad
