"""What a voter learns after the vote: both ratings and the change of their online Elo."""

from datetime import timedelta

from llmbattler.core.db import Session

from .. import repository
from ..boards import OVERALL
from ..estimation.counts import Outcome
from ..estimation.elo import update
from ..rules import RatingRules
from ..schemas import RevealedRatingOut
from . import elo


async def reveal(
    session: Session, *, left: str, right: str, outcome: Outcome, rules: RatingRules
) -> tuple[RevealedRatingOut, RevealedRatingOut] | None:
    """Return both models as they were before this vote; nothing on a site with delayed boards."""
    if rules.delay > timedelta(0):
        return None
    stats = {row.model_id: row for row in await repository.list_stats_on(session, OVERALL, [left, right])}
    before = await elo.read(session, models=[left, right])
    after = update(before[left], before[right], outcome)
    shown = []
    for model, new in zip((left, right), after, strict=True):
        row = stats.get(model)
        rated = row is not None and row.wins + row.losses + row.ties + row.both_bad >= rules.min_votes
        shown.append(
            RevealedRatingOut(
                elo_score=round(row.rating) if row and rated else None,
                elo_ci=round((row.ci_high - row.ci_low) / 2) if row and rated else None,
                rank=row.rank if row and rated else None,
                online_elo_before=round(before[model]),
                online_elo_after=round(new),
            )
        )
    return shown[0], shown[1]
