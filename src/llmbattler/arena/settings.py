"""The settings about battles, judges and moderation."""

from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from llmbattler.core.settings import SettingsGroup, split_list


class ArenaSettings(SettingsGroup):
    blinding: Literal["strict", "relaxed", "whole"] = Field(
        "strict",
        description="`strict`: one pace for both sides; `relaxed`: each its own; `whole`: nothing until both are done.",
    )
    matchmaking: Literal["informative", "uniform"] = Field(
        "informative", description="`informative`: more often the pairs whose vote teaches most; `uniform`: by weight."
    )
    max_running_battles: int = Field(5, ge=1, le=1000, description="Battles one person may have answered at a time.")
    judge_models: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Ids of models that judge stored battles for boards of their own, with commas. Empty: none."
    )
    judge_battles_per_day: int = Field(
        200, ge=0, description="Battles that each judge reads in a day; a battle costs two calls."
    )
    moderation_model: str | None = Field(
        None, description="Id of a model that reads every turn and flags what should not be published. Empty: none."
    )

    @field_validator("judge_models", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        return split_list(value)
