"""The settings about leaderboards."""

from typing import Literal

from pydantic import Field

from llmbattler.core.settings import SettingsGroup


class RatingSettings(SettingsGroup):
    leaderboard_min_votes: int = Field(5, ge=1, description="Votes a model needs to appear on a leaderboard.")
    leaderboard_preliminary_votes: int = Field(
        20, ge=1, description="With fewer votes, a rating is marked as preliminary."
    )
    leaderboard_delay: int = Field(0, ge=0, le=10_080, description="Minutes by which leaderboards are delayed.")
    rating_both_bad: Literal["tie", "grounded"] = Field(
        "tie", description="How votes for `both_bad` count: as a `tie`, or (`grounded`) against both models."
    )
    rating_anchor: str | None = Field(
        None, description="ID of a model whose rating is fixed. Empty: the mean rating is 1000."
    )
    rating_anchor_score: float = Field(
        1000, ge=-100_000, le=100_000, allow_inf_nan=False, description="The rating of the model in RATING_ANCHOR."
    )
    rating_reweigh: bool = Field(False, description="Limit the weight of pairs that met often.")
