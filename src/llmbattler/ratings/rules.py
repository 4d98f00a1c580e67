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
        own = settings.of(RatingSettings)
        return cls(
            min_votes=own.leaderboard_min_votes,
            preliminary_below=own.leaderboard_preliminary_votes,
            both_bad=BothBad(own.rating_both_bad),
            anchor=Anchor(own.rating_anchor, own.rating_anchor_score) if own.rating_anchor else None,
            reweigh=own.rating_reweigh,
            delay=timedelta(minutes=own.leaderboard_delay),
        )
