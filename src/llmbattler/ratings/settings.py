"""The settings about leaderboards."""

from typing import Literal

from pydantic import Field

from llmbattler.core.settings import SettingsGroup


class RatingSettings(SettingsGroup):
    leaderboard_min_votes: int = Field(5, ge=1, description="Votes a model needs to appear on a board.")
    leaderboard_preliminary_votes: int = Field(20, ge=1, description="Below this a model is marked as preliminary.")
    leaderboard_delay: int = Field(0, ge=0, le=10_080, description="Minutes by which the shown boards lie behind.")
    rating_both_bad: Literal["tie", "grounded"] = Field(
        "tie", description="What `both_bad` says: a `tie`, or (`grounded`) that both are below a common ground."
    )
    rating_anchor: str | None = Field(None, description="A model id whose rating is fixed. Empty: the mean is 1000.")
    rating_anchor_score: float = Field(
        1000, ge=-100_000, le=100_000, allow_inf_nan=False, description="The rating of the anchor."
    )
    rating_reweigh: bool = Field(False, description="Give pairs that met often no more weight than the others.")
