"""What a voter learns after the vote: both ratings and the change of their online Elo."""

from collections.abc import Mapping
from datetime import timedelta

from ..estimation.counts import Outcome
from ..estimation.elo import START, update
from ..repository import REVEALED, RevealedRow
from ..rules import RatingRules
from ..schemas import RevealedRatingOut

__all__ = ["REVEALED", "RevealedRow", "reveal"]


def reveal(
    found: Mapping[str, RevealedRow], *, left: str, right: str, outcome: Outcome, rules: RatingRules
) -> tuple[RevealedRatingOut, RevealedRatingOut] | None:
    """Return both models as they were before this vote; nothing on a site with delayed boards."""
    if rules.delay > timedelta(0):
        return None
    before = {model: START if row.elo is None else row.elo for model, row in found.items()}
    after = update(before[left], before[right], outcome)
    shown = [_show(found[model], before[model], new, rules) for model, new in zip((left, right), after, strict=True)]
    return shown[0], shown[1]


def _show(row: RevealedRow, before: float, after: float, rules: RatingRules) -> RevealedRatingOut:
    elo = {"online_elo_before": round(before), "online_elo_after": round(after)}
    if row.rating is None or row.ci_low is None or row.ci_high is None or (row.votes or 0) < rules.min_votes:
        return RevealedRatingOut(elo_score=None, elo_ci=None, rank=None, **elo)
    half = round((row.ci_high - row.ci_low) / 2)
    return RevealedRatingOut(elo_score=round(row.rating), elo_ci=half, rank=row.rank, **elo)
