"""The settings that affect ratings."""

from dataclasses import dataclass
from datetime import timedelta

from llmbattler.core.settings import Settings

from .estimation.bradley_terry import Anchor, BothBad
from .settings import RatingSettings


@dataclass(frozen=True, slots=True)
class RatingRules:
    min_votes: int = 5
    """Models with fewer votes are not on the board."""
    preliminary_below: int = 20
    """Models with fewer votes are marked as preliminary."""
    both_bad: BothBad = BothBad.TIE
    anchor: Anchor | None = None
    reweigh: bool = False
    delay: timedelta = timedelta(0)
    """The delay of the public board."""

    @classmethod
    def read(cls, settings: Settings) -> "RatingRules":
        anchor = settings.of(RatingSettings).rating_anchor
        return cls(
            min_votes=settings.of(RatingSettings).leaderboard_min_votes,
            preliminary_below=settings.of(RatingSettings).leaderboard_preliminary_votes,
            both_bad=BothBad(settings.of(RatingSettings).rating_both_bad),
            anchor=Anchor(anchor, settings.of(RatingSettings).rating_anchor_score) if anchor else None,
            reweigh=settings.of(RatingSettings).rating_reweigh,
            delay=timedelta(minutes=settings.of(RatingSettings).leaderboard_delay),
        )
