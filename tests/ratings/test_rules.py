from datetime import timedelta

from llmbattler.core.settings import Settings
from llmbattler.ratings.estimation.bradley_terry import Anchor, BothBad
from llmbattler.ratings.rules import RatingRules


def test_the_defaults_are_those_of_the_settings() -> None:
    assert RatingRules.read(Settings()) == RatingRules()


def test_every_setting_about_ratings_is_read() -> None:
    settings = Settings(
        leaderboard_min_votes=7,
        leaderboard_preliminary_votes=70,
        leaderboard_delay=90,
        rating_both_bad="grounded",
        rating_anchor="gpt",
        rating_anchor_score=1200,
        rating_reweigh=True,
    )
    assert RatingRules.read(settings) == RatingRules(
        min_votes=7,
        preliminary_below=70,
        both_bad=BothBad.GROUNDED,
        anchor=Anchor("gpt", 1200),
        reweigh=True,
        delay=timedelta(hours=1, minutes=30),
    )
