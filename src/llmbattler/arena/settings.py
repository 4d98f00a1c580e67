"""The settings of battles, judges and moderation."""

from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from llmbattler.core.settings import SettingsGroup, split_list


class ArenaSettings(SettingsGroup):
    blinding: Literal["strict", "relaxed", "whole"] = Field(
        "strict",
        description="`strict`: both sides at one speed; `whole`: nothing until both are done; `relaxed`: own speeds.",
    )
    vote_labels: Literal["letters", "sides"] = Field(
        "letters", description="What the vote buttons say: `letters`: A is better; `sides`: Left is better."
    )
    matchmaking: Literal["informative", "uniform"] = Field(
        "informative",
        description="`informative`: prefer pairs whose votes improve the ratings most; `uniform`: by weight only.",
    )
    max_running_battles: int = Field(
        5, ge=1, le=1000, description="Battles that one person may have in progress at the same time."
    )
    judge_models: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="IDs of models that judge stored battles, separated by commas. Empty: none."
    )
    judge_battles_per_day: int = Field(200, ge=0, description="Battles per judge and day. Each battle takes two calls.")
    moderation_model: str | None = Field(
        None, description="ID of a model that reviews every turn and flags problematic content. Empty: none."
    )

    @field_validator("judge_models", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        return split_list(value)
